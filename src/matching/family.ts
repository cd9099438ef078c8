import type { Neighbour } from '../fingerprint/blocks.js';
import { landmarkKeys } from '../fingerprint/landmarks.js';
import { type BandLayout, bandKeys } from '../fingerprint/minhash.js';
import type { Fingerprint } from '../fingerprint/signature.js';

/*
 * Pages by one template are a family: all of them share bands, and there may be a million. So a page is compared
 * with a bounded number of them, chosen so that one which already says everything is likely among them:
 *
 *   1. by each band the oldest contents
 *   2. if a band has more: also by each landmark the oldest (fingerprint/landmarks.ts)
 *
 * Equal contents, and those within the distance, are found in other ways. What is refused was compared in full, so
 * a content that is missed costs a copy, never a page. The choice depends on the contents and their age alone:
 * later pages push nothing out. Alternatives: docs/internals/decisions/0026-families.md.
 */

/** Most contents that are compared by one band or landmark. */
export const familyMax = 16;
/** Most contents that are compared because of the distance: the nearest. */
export const nearMax = 16;

export interface ChosenByBands<Content> {
  readonly chosen: ReadonlySet<Content>;
  /** True if a band has others. */
  readonly isCut: boolean;
}

/**
 * Chooses contents that share a band with a sketch.
 * @param oldest gives the oldest living contents with a key, at most the given number
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
 * Chooses contents because of the distance: those of the nearest fingerprints first, of equally near ones the oldest.
 * @param near nearest first, at most `most`
 * @param oldest gives the oldest living contents with a fingerprint, at most the given number
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
  return { chosen, isCut: near.length === most };
}

/** All keys by which a content with this sketch is found. */
export function familyKeys(sketch: Uint8Array, layout: BandLayout): number[] {
  return [...bandKeys(sketch, layout), ...landmarkKeys(sketch, layout)];
}
