import { containmentByHits } from '../../src/fingerprint/part-hits.js';
import type { PartsLayout, TextParts } from '../../src/fingerprint/parts.js';
import type { ExactPairs } from './exact-pairs.js';
import type { LicenceCorpus, PageCorpus } from './part-corpora.js';
import { type Asked, askPage, createPartIndex, fileText, type PartIndex } from './part-index.js';
import { exactContainment, type PartText } from './part-text.js';
import { count, type Tally } from './tally.js';

/** What is measured: a layout, and what is common. */
export interface PartSettings extends PartsLayout {
  readonly commonFrom: number;
  /** Other hashes of the same shingles: what a text is sampled by is luck. 0: those of the service. */
  readonly draw: number;
}

/** What a query asks for, and what a check does. */
const asked = 0.5;
const askedByCheck = 0.8;
/** Fewest words of the stored texts of each class. */
export const lengthClasses = [0, 50, 300, 1000, 5000] as const;

/** The licences are stored, and every file asks. */
export function scoreLicences(
  { files, licences, listed }: LicenceCorpus,
  exact: ExactPairs,
  settings: PartSettings,
): Tally {
  const tally: Tally = new Map();
  const stored = filed(licences, settings, tally);
  const isListed = new Set(listed.map(([file, licence]) => file * licences.length + licence));
  for (const [file, text] of files.entries()) {
    const { found } = askCounted(stored, text, settings, tally);
    for (const licence of found.keys()) {
      const best = Math.max(...exact.sides(file, licence));
      for (const least of [0.4, 0.5, 0.6]) count(tally, `reported, truly ${least}`, best >= least);
      if (isListed.has(file * licences.length + licence)) {
        count(tally, 'listed, truly 0.6', best >= 0.6);
      }
    }
    for (const licence of exact.of(file)) {
      const [ofThis, ofMatch] = exact.sides(file, licence);
      const length = classOf(licences[licence]!.words);
      if (ofMatch >= 0.8) count(tally, `match inside, ${length}`, found.has(licence));
      if (ofThis >= 0.8) count(tally, `page inside, ${length}`, found.has(licence));
    }
  }
  return tally;
}

/** The stored texts are filed after the others, which may have made their hashes common. */
export function scorePages(corpus: PageCorpus, settings: PartSettings): Tally {
  const { name, stored, pages, halves, slices, exactLength } = corpus;
  const tally: Tally = new Map();
  const last = stored.length - 1;
  const index = filed(stored.toReversed(), settings, tally);
  for (const { kind, source, text } of pages) {
    const found = text === null ? new Map() : askCounted(index, text, settings, tally).found;
    count(tally, `${kind.name}, ${name}`, found.has(last - source));
    if (text === null) continue;
    const wrong = [...found.keys()].filter((number) => {
      const other = stored[last - number]!;
      const sides = [
        exactContainment(text, other, exactLength),
        exactContainment(other, text, exactLength),
      ];
      return number !== last - source && Math.max(...sides) < 0.3;
    });
    count(tally, 'wrong', wrong.length);
  }
  for (const half of halves) count(tally, 'half decided', decided(index, half, settings));
  for (const slice of slices) {
    count(tally, `slice decided, ${classOf(slice.words)}`, decided(index, slice, settings));
  }
  return tally;
}

function filed(texts: readonly PartText[], settings: PartSettings, tally: Tally): PartIndex {
  const index = createPartIndex(settings, settings.commonFrom);
  for (const text of texts) count(tally, 'postings', fileText(index, partsFor(text, settings)));
  return index;
}

function askCounted(index: PartIndex, text: PartText, settings: PartSettings, tally: Tally): Asked {
  const page = partsFor(text, settings);
  const answer = askPage(index, page, asked);
  count(tally, 'look-ups', page.total);
  count(tally, 'postings read', answer.read);
  return answer;
}

/** Whether a check would refuse the page. */
function decided(index: PartIndex, page: PartText, settings: PartSettings): boolean {
  const { found } = askPage(index, partsFor(page, settings), askedByCheck);
  return [...found.values()].some((hits) => {
    const { value, low, high } = containmentByHits(hits).ofThis;
    return value - Math.max(value - low, high - value) >= askedByCheck;
  });
}

/** The name of a class of lengths. */
export function classOf(words: number): string {
  return `${lengthClasses.findLast((least) => words >= least)} words`;
}

function partsFor(text: PartText, { words, draw }: PartSettings): TextParts {
  const parts = text.parts.get(words)!;
  if (draw === 0) return parts;
  return { ...parts, hashes: parts.hashes.map((hash) => remixed(hash, draw)).sort() };
}

/** Another 32 bits for each 32 bits (MurmurHash3, fmix32). */
function remixed(bits: number, draw: number): number {
  let hash = bits ^ Math.imul(draw, 0x9e37_79b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
