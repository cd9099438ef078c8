import type { Neighbour } from '../fingerprint/blocks.js';
import { landmarkKeys } from '../fingerprint/landmarks.js';
import { type BandLayout, bandKeys } from '../fingerprint/minhash.js';
import { familyMax } from './bounds.js';

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

export interface ChosenContents<Content> {
  readonly chosen: ReadonlySet<Content>;
  /** True if there may be more such contents than are chosen. */
  readonly isCut: boolean;
}

/**
 * Chooses contents that share a band with a sketch or, if a band has too many contents, a landmark.
 * @param oldest returns the oldest live contents with a key, at most the given number
 * @param isGivenUp returns true if not all contents with a key were looked at, although fewer were returned
 */
export function chooseByBands<Content>(
  sketch: Uint8Array,
  layout: BandLayout,
  oldest: (key: number, atMost: number) => readonly Content[],
  isGivenUp: (key: number) => boolean = () => false,
): ChosenContents<Content> {
  const chosen = new Set<Content>();
  let isCut = false;
  const take = (key: number) => {
    const found = oldest(key, familyMax + 1);
    for (let at = 0; at < Math.min(familyMax, found.length); at++) chosen.add(found[at]!);
    return found.length > familyMax || isGivenUp(key);
  };
  for (const key of bandKeys(sketch, layout)) isCut = take(key) || isCut;
  if (isCut) for (const key of landmarkKeys(sketch, layout)) take(key);
  return { chosen, isCut };
}

/**
 * Chooses contents within the distance for a check: those of the page's own fingerprint and of the `most` oldest others.
 * The oldest content of each of these fingerprints is chosen first, then the oldest of all their other contents, so
 * that one fingerprint with many contents displaces no other. A fingerprint is as old as its oldest content.
 * @param own oldest live contents with the fingerprint of the page, oldest first
 * @param others for each other fingerprint its oldest live contents, oldest first, at least one
 */
export function chooseOldest<Content>(
  own: readonly Content[],
  others: readonly (readonly Content[])[],
  most: number,
  compareAge: (a: Content, b: Content) => number,
): ChosenContents<Content> {
  const byAge = others.toSorted(([a], [b]) => compareAge(a!, b!));
  const kept = [own, ...byAge.slice(0, most)];
  const all = kept.flat().sort(compareAge);
  const chosen = new Set([...kept.flatMap((some) => some.slice(0, 1)), ...all.slice(0, most)]);
  return { chosen, isCut: others.length > most || all.length > chosen.size };
}

/**
 * Chooses contents by distance, for a query that lists them: nearest fingerprints first. Contents with the same
 * fingerprint are chosen oldest first.
 * @param near neighbours, nearest first
 * @param oldest returns the oldest live contents with a fingerprint, at most the given number
 */
export function chooseNearest<Near extends Neighbour, Content>(
  near: readonly Near[],
  most: number,
  oldest: (neighbour: Near, atMost: number) => readonly Content[],
): ChosenContents<Content> {
  const chosen = new Set<Content>();
  for (const neighbour of near) {
    for (const content of oldest(neighbour, most - chosen.size)) chosen.add(content);
    if (chosen.size === most) return { chosen, isCut: true };
  }
  return { chosen, isCut: false };
}

/** All index keys of a sketch: its bands and landmarks. */
export function familyKeys(sketch: Uint8Array, layout: BandLayout): number[] {
  return [...bandKeys(sketch, layout), ...landmarkKeys(sketch, layout)];
}
