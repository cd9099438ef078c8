import { type PartHits, reaches } from '../../src/fingerprint/part-hits.js';
import {
  countBelow,
  type PartSample,
  type PartsLayout,
  sampleOf,
} from '../../src/fingerprint/parts.js';

/** Samples of texts under their hashes, in memory, as simple as can be. */
export interface PartIndex {
  readonly layout: PartsLayout;
  /** A hash that so many texts are filed under is common: no other text is filed under it. */
  readonly commonFrom: number;
  readonly texts: FiledText[];
  readonly postings: Map<number, number[]>;
}

interface FiledText extends PartSample {
  /** How many hashes of the sample were common when the text came. */
  readonly common: number;
}

export interface Asked {
  /** What was met of each text of which either side reaches the containment, by its number. */
  readonly found: ReadonlyMap<number, PartHits>;
  /** How many postings were read. */
  readonly read: number;
}

export function createPartIndex(
  layout: PartsLayout,
  commonFrom = Number.POSITIVE_INFINITY,
): PartIndex {
  return { layout, commonFrom, texts: [], postings: new Map() };
}

/** @param hashes of a text, as of `partHashes` */
export function fileText(index: PartIndex, hashes: Float64Array): void {
  const { layout, commonFrom, texts, postings } = index;
  const sample = sampleOf(hashes, layout);
  let common = 0;
  for (const hash of sample.hashes) {
    const filed = postings.get(hash);
    if (filed === undefined) postings.set(hash, [texts.length]);
    else if (filed.length < commonFrom) filed.push(texts.length);
    else common++;
  }
  texts.push({ ...sample, common });
}

/** Which texts a page has inside, or stands inside. */
export function askPage(index: PartIndex, hashes: Float64Array, minContainment: number): Asked {
  const { commonFrom, texts, postings } = index;
  const hits = new Map<number, { all: number; common: number }>();
  const commonHashes: number[] = [];
  let read = 0;
  for (const hash of hashes) {
    const filed = postings.get(hash);
    if (filed === undefined) continue;
    const isCommon = filed.length >= commonFrom;
    if (isCommon) commonHashes.push(hash);
    read += filed.length;
    for (const text of filed) {
      const count = hits.get(text);
      if (count === undefined) hits.set(text, { all: 1, common: Number(isCommon) });
      else {
        count.all++;
        count.common += Number(isCommon);
      }
    }
  }
  const common = Float64Array.from(commonHashes);
  const found = new Map<number, PartHits>();
  for (const [number, met] of hits) {
    const text = texts[number]!;
    const partHits = {
      hits: met.all,
      limit: text.limit,
      page: {
        total: hashes.length,
        sampled: countBelow(hashes, text.limit),
        common: countBelow(common, text.limit) - met.common,
      },
      match: { total: text.total, sampled: text.hashes.length, common: text.common },
    };
    if (reaches(partHits, minContainment)) found.set(number, partHits);
  }
  return { found, read };
}
