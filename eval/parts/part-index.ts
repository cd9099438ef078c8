import { hitsNeeded, type PartHits, partHits, reaches } from '../../src/fingerprint/part-hits.js';
import { type PartsLayout, sampleParts, type TextParts } from '../../src/fingerprint/parts.js';

/** A minimal in-memory index of samples by their hashes. */
export interface PartIndex {
  readonly layout: PartsLayout;
  /** Number of texts from which a hash is common: no further texts are indexed under it. */
  readonly commonFrom: number;
  /** The samples of the texts. */
  readonly texts: TextParts[];
  readonly postings: Map<number, number[]>;
}

export interface Asked {
  /** Hits of each text, by number, if either containment reaches the minimum. */
  readonly found: ReadonlyMap<number, PartHits>;
  /** Number of postings read. */
  readonly read: number;
}

export function createPartIndex(
  layout: PartsLayout,
  commonFrom = Number.POSITIVE_INFINITY,
): PartIndex {
  return { layout, commonFrom, texts: [], postings: new Map() };
}

/** @returns number of hashes under which the text is indexed */
export function fileText(index: PartIndex, text: TextParts): number {
  const { layout, commonFrom, texts, postings } = index;
  const { hashes, total } = sampleParts(text, layout);
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

/** Finds the texts that a page contains, or that contain the page. */
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
