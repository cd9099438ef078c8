import { hitsNeeded, type PartHits, partHits, reaches } from '../../src/fingerprint/part-hits.js';
import { type PartsLayout, sampleOf, type TextParts } from '../../src/fingerprint/parts.js';

/** Samples of texts under their hashes, in memory, as simple as can be. */
export interface PartIndex {
  readonly layout: PartsLayout;
  /** Number of texts under a hash from which it is common: no other text is filed under it. */
  readonly commonFrom: number;
  /** The samples of the texts. */
  readonly texts: TextParts[];
  readonly postings: Map<number, number[]>;
}

export interface Asked {
  /** Hits of each text of which either side reaches the containment, by its number. */
  readonly found: ReadonlyMap<number, PartHits>;
  /** Number of postings that were read. */
  readonly read: number;
}

export function createPartIndex(
  layout: PartsLayout,
  commonFrom = Number.POSITIVE_INFINITY,
): PartIndex {
  return { layout, commonFrom, texts: [], postings: new Map() };
}

/** @returns how many hashes it is filed under */
export function fileText(index: PartIndex, text: TextParts): number {
  const { layout, commonFrom, texts, postings } = index;
  const { hashes, total } = sampleOf(text, layout);
  let count = 0;
  for (const hash of hashes) {
    const filed = postings.get(hash);
    if (filed === undefined) postings.set(hash, [texts.length]);
    else if (filed.length < commonFrom) filed.push(texts.length);
    else continue;
    count += 1;
  }
  texts.push({ hashes, total });
  return count;
}

/** Finds the texts that a page contains, or that contain it. */
export function askPage(index: PartIndex, page: TextParts, minContainment: number): Asked {
  const { layout, commonFrom, texts, postings } = index;
  const counts = new Map<number, number>();
  let read = 0;
  for (const hash of page.hashes) {
    const filed = postings.get(hash) ?? [];
    read += filed.length;
    if (filed.length >= commonFrom) continue;
    for (const text of filed) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const found = new Map<number, PartHits>();
  for (const [number, count] of counts) {
    if (count < hitsNeeded(page)) continue;
    const hits = partHits(page, texts[number]!, layout);
    if (reaches(hits, minContainment)) found.set(number, hits);
  }
  return { found, read };
}
