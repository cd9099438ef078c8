import type { Neighbour } from '../fingerprint/blocks.js';
import { landmarkKeys } from '../fingerprint/landmarks.js';
import { type BandLayout, bandKeys } from '../fingerprint/minhash.js';
import type { Fingerprint } from '../fingerprint/signature.js';

/*
 * Pages from one template are a family: they share bands, and there may be a million of them. A page is therefore
 * compared with a bounded number of contents. The choice favours contents that may already say everything the page
 * says:
 *
 *   1. the oldest contents that share each band of the page
 *   2. if a band has more contents, also the oldest that share each landmark of the page (fingerprint/landmarks.ts)
 *
 * Equal contents, and those within the distance, are found in other ways. A page is refused only after a full
 * comparison, so if the search misses a content, a copy is stored, but no page is lost. The choice depends only on the
 * contents and their age: later pages displace nothing. Alternatives: docs/internals/decisions/0026-families.md.
 */

/** Maximum number of contents compared per band or landmark. */
export const familyMax = 16;
/** Maximum number of contents selected for comparison by distance; the nearest are taken first. */
export const nearMax = 16;

export interface ChosenByBands<Content> {
  readonly chosen: ReadonlySet<Content>;
  /** True if some band has more contents than are chosen for it. */
  readonly isCut: boolean;
}

/**
 * Chooses contents that share a band with a sketch or, if a band has too many contents, a landmark.
 * @param oldest returns the oldest live contents with a key, at most the given number
 */
export function chooseByBands<Content>(
  sketch: Uint8Array,
  layout: BandLayout,
  oldest: (key: number, atMost: number) => readonly Content[],
): ChosenByBands<Content> {
  const chosen = new Set<Content>();
  let isCut = false;
  const take = (key: number) => {
    const found = oldest(key, familyMax + 1);
    for (let at = 0; at < Math.min(familyMax, found.length); at++) chosen.add(found[at]!);
    return found.length > familyMax;
  };
  for (const key of bandKeys(sketch, layout)) isCut = take(key) || isCut;
  if (isCut) for (const key of landmarkKeys(sketch, layout)) take(key);
  return { chosen, isCut };
}

/**
 * Chooses contents by distance, nearest fingerprints first. Contents with the same fingerprint are chosen oldest first.
 * @param near neighbours, nearest first
 * @param oldest returns the oldest live contents with a fingerprint, at most the given number
 */
export function chooseNear<Content>(
  near: readonly Neighbour[],
  most: number,
  oldest: (fingerprint: Fingerprint, atMost: number) => readonly Content[],
): { readonly chosen: readonly Content[]; readonly isCut: boolean } {
  const chosen: Content[] = [];
  for (const { fingerprint } of near) {
    for (const content of oldest(fingerprint, most - chosen.length)) chosen.push(content);
    if (chosen.length === most) return { chosen, isCut: true };
  }
  return { chosen, isCut: false };
}

/** All index keys of a sketch: its bands and landmarks. */
export function familyKeys(sketch: Uint8Array, layout: BandLayout): number[] {
  return [...bandKeys(sketch, layout), ...landmarkKeys(sketch, layout)];
}
