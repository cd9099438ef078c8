import type { BestMatch } from './match.js';

/**
 * Most contents with which it is compared what a page adds: unpacking the evidence of one takes as long as a dozen
 * comparisons of sketches, and each page of a template may match thousands. What is refused is always compared; one
 * that is missed costs a copy.
 */
export const judgedMax = 8;

/** A match of which it is not known yet what the page adds. */
export interface Unjudged<Content> {
  readonly content: Content;
  readonly match: BestMatch;
}

/**
 * Chooses the nearest matches that are not exact, whatever the order in which they are offered: by the share of a part
 * or the similarity, then by distance. Contents without evidence are not to be offered.
 * @param hashOf decides between contents that are equally near
 * @param most how many are chosen
 */
export function createNearest<Content>(
  hashOf: (content: Content) => string | number,
  most = judgedMax,
) {
  let chosen: Unjudged<Content>[] = [];

  function compare(a: Unjudged<Content>, b: Unjudged<Content>): number {
    const nearer = nearness(b.match) - nearness(a.match) || a.match.distance - b.match.distance;
    return nearer || (hashOf(a.content) < hashOf(b.content) ? -1 : 1);
  }

  return {
    offer(content: Content, match: BestMatch): void {
      if (match.exact) return;
      const offered = { content, match };
      if (chosen.length === most && compare(chosen.at(-1)!, offered) < 0) return;
      let at = chosen.length;
      while (at > 0 && compare(offered, chosen[at - 1]!) < 0) at--;
      chosen = [...chosen.slice(0, at), offered, ...chosen.slice(at, most - 1)];
    },
    /** Nearest first. */
    chosen: (): readonly Unjudged<Content>[] => chosen,
  };
}

function nearness({ part, similarity, distance }: BestMatch): number {
  return part?.share ?? similarity ?? 1 - distance / 64;
}
