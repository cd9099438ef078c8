import { createLandmarkCounter } from '../fingerprint/landmarks.js';
import { storedEvidence } from '../fingerprint/packed-reading.js';
import type { Signature } from '../fingerprint/signature.js';
import type { BestMatch } from './match.js';

/**
 * Maximum number of stored texts to which the additions of a page are computed. Unpacking the evidence of one text
 * (fingerprint/evidence.ts) takes as long as a dozen comparisons of sketches, and a page from a template may match
 * thousands of texts. If the page adds nothing to some text, but that text is not among the nearest, a copy is stored,
 * but no page is wrongly refused.
 */
export const judgedMax = 4;
/**
 * Maximum product of the size of a page's evidence, in bytes, and the number of texts that the page is compared with: 4
 * texts for a page of up to about 70,000 words, one for a page of 300,000. Each comparison takes time proportional to
 * the length of the page, and a store makes all comparisons in one operation, while other clients wait.
 */
const judgedBytesMax = 2 ** 19;

/** Returns the number of stored texts to which the additions of a page are computed. */
export function judgedCount(evidence: Uint8Array | null): number {
  if (evidence === null) return judgedMax;
  const fitting = Math.floor(judgedBytesMax / storedEvidence(evidence).length);
  return Math.min(judgedMax, Math.max(1, fitting));
}

/** A match for which the additions of the page have not been computed yet. */
export interface Unjudged<Content> {
  readonly content: Content;
  readonly match: BestMatch;
}

interface Ranked<Content> extends Unjudged<Content> {
  readonly landmarks: number;
}

/** Fields of a content that determine its rank among the nearest. */
export interface NearContent {
  readonly sketch: Uint8Array | null;
  /** Breaks ties between equally near contents. */
  readonly exactHash: string | number;
}

/**
 * Chooses the nearest inexact matches, independent of the order in which they are offered. The first criterion is the
 * number of landmarks (hashes of title, numbers and names) shared with the page, because every other page of the
 * template may be more similar to the page than a copy of the page is. The next criteria are the share of a part, or
 * the similarity if the match is not by parts, and then the distance. Contents without evidence must not be offered.
 * @param most number of contents to choose
 */
export function createNearest<Content>(
  { sketch, evidence }: Pick<Signature, 'sketch' | 'evidence'>,
  near: (content: Content) => NearContent,
  most = judgedCount(evidence),
) {
  const shared = sketch && createLandmarkCounter(sketch);
  let chosen: Ranked<Content>[] = [];

  function compare(a: Ranked<Content>, b: Ranked<Content>): number {
    const nearer =
      b.landmarks - a.landmarks ||
      nearness(b.match) - nearness(a.match) ||
      a.match.distance - b.match.distance;
    return nearer || (near(a.content).exactHash < near(b.content).exactHash ? -1 : 1);
  }

  return {
    offer(content: Content, match: BestMatch): void {
      if (match.exact) return;
      const other = near(content).sketch;
      const landmarks = shared === null || other === null ? 0 : shared(other);
      const offered = { content, match, landmarks };
      if (chosen.length === most && compare(chosen.at(-1)!, offered) < 0) return;
      let at = chosen.length;
      while (at > 0 && compare(offered, chosen[at - 1]!) < 0) at--;
      chosen = [...chosen.slice(0, at), offered, ...chosen.slice(at, most - 1)];
    },
    /** Returns the chosen matches, nearest first. */
    chosen: (): readonly Unjudged<Content>[] => chosen,
  };
}

function nearness({ part, similarity, distance }: BestMatch): number {
  return part?.share ?? similarity ?? 1 - distance / 64;
}
