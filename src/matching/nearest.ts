import { createLandmarkCounter } from '../fingerprint/landmarks.js';
import { storedEvidence } from '../fingerprint/packed-reading.js';
import type { Signature } from '../fingerprint/signature.js';
import { nearestMax, oldestMax } from './bounds.js';
import type { BestMatch } from './match.js';

const judgedMax = nearestMax + oldestMax;
/**
 * Maximum product of the size of a page's evidence, in bytes, and the number of texts that the page is compared with: 6
 * texts for a page of up to about 45,000 words, one for a page of 300,000. Each comparison takes time proportional to
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
  readonly age: number | string;
}

/** Fields of a content that determine its rank among the nearest. */
export interface NearContent {
  readonly sketch: Uint8Array | null;
  /** Position in the order in which contents were stored: smaller for an older content. */
  readonly age: number | string;
}

/**
 * Chooses the inexact matches that are compared with the page by what they say, independent of the order in which they
 * are offered. Contents without evidence must not be offered. Nearest are the contents that share the most landmarks
 * (hashes of title, numbers and names) with the page, because every other page of the template may be more similar to
 * the page than a copy of the page is. The next criteria are the share of a part, or the similarity if the match is not
 * by parts, and then the distance. Of equally near contents the older one comes first.
 * @param sharesHost tests if the oldest document of a content has the host of the page; called only if not all offered
 *   contents can be chosen
 * @param most number of contents to choose
 */
export function createNearest<Content>(
  { sketch, evidence }: Pick<Signature, 'sketch' | 'evidence'>,
  near: (content: Content) => NearContent,
  sharesHost: (content: Content) => boolean,
  most = judgedCount(evidence),
) {
  const shared = sketch && createLandmarkCounter(sketch);
  const offered: Ranked<Content>[] = [];

  /** Returns the oldest contents that share a landmark or the host with the page, at most as many as have a place. */
  function oldest(): Ranked<Content>[] {
    const count = Math.min(oldestMax, Math.floor(most / 2));
    const found: Ranked<Content>[] = [];
    for (const each of offered.toSorted(compareAge)) {
      if (found.length === count) break;
      if (each.landmarks > 0 || sharesHost(each.content)) found.push(each);
    }
    return found;
  }

  return {
    offer(content: Content, match: BestMatch): void {
      if (match.exact) return;
      const { sketch: other, age } = near(content);
      const landmarks = shared === null || other === null ? 0 : shared(other);
      offered.push({ content, match, landmarks, age });
    },
    /** Returns the chosen matches, nearest first. */
    chosen(): readonly Unjudged<Content>[] {
      const sorted = offered.toSorted(compareNearness);
      if (sorted.length <= most) return sorted;
      const kept = new Set(oldest());
      for (const each of sorted) if (kept.size < most) kept.add(each);
      return sorted.filter((each) => kept.has(each));
    },
  };
}

function compareNearness<Content>(a: Ranked<Content>, b: Ranked<Content>): number {
  const nearer =
    b.landmarks - a.landmarks ||
    nearness(b.match) - nearness(a.match) ||
    a.match.distance - b.match.distance;
  return nearer || compareAge(a, b);
}

function compareAge<Content>({ age: a }: Ranked<Content>, { age: b }: Ranked<Content>): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function nearness({ part, similarity, distance }: BestMatch): number {
  return part?.share ?? similarity ?? 1 - distance / 64;
}
