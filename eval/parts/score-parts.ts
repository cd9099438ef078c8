import { containmentByHits, reaches } from '../../src/fingerprint/part-hits.js';
import type { PartsLayout } from '../../src/fingerprint/parts.js';
import type { ExactPairs } from './exact-pairs.js';
import type { LicenceCorpus, PageCorpus } from './part-corpora.js';
import { type Asked, askPage, createPartIndex, fileText, type PartIndex } from './part-index.js';
import { exactContainment, type PartText } from './part-text.js';
import { count, type Tally } from './tally.js';

/** Settings to measure: a layout, and the limit of common hashes. */
export interface PartSettings extends PartsLayout {
  readonly commonFrom: number;
}

/** Values of `minContainment` in queries; checks use a single one. */
export const asked = [0.5, 0.6, 0.7, 0.8] as const;
const askedByCheck = 0.8;
/** Minimum containment of either side for a pair that must be detected. */
export const insideLeast = 0.8;
/** Minimum true containments for counting reported pairs. */
export const trueShares = [0.4, 0.5, 0.6] as const;
/** Minimum words of the stored texts in each class. */
export const lengthClasses = [0, 50, 300, 1000, 5000] as const;

/** Stores the licences and queries every file. */
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
    for (const [licence, hits] of found) {
      const truth = Math.max(...exact.sides(file, licence));
      for (const query of asked.filter((each) => reaches(hits, each))) {
        for (const least of trueShares) count(tally, `${query}, truly ${least}`, truth >= least);
      }
      if (isListed.has(file * licences.length + licence)) {
        count(tally, 'listed, truly 0.6', truth >= 0.6);
      }
    }
    for (const { licence, ofThis, ofMatch } of exact.inside[file]!) {
      const { words } = licences[licence]!;
      const hits = found.get(licence);
      const kinds = ['either inside'];
      if (ofMatch >= insideLeast) kinds.push('match inside');
      if (ofThis >= insideLeast) kinds.push('page inside');
      for (const kind of kinds) {
        count(tally, `${kind}, ${classOf(words)}`, hits !== undefined);
        if (words >= 50) count(tally, `all ${kind}`, hits !== undefined);
      }
      for (const query of asked) {
        const isFound = hits !== undefined && reaches(hits, query);
        count(tally, `${query}, either inside`, isFound);
      }
    }
  }
  return tally;
}

/** Indexes the stored texts after the others, which may have made their hashes common. */
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
  for (const text of texts) {
    count(tally, `rows, ${classOf(text.words)}`, fileText(index, text.parts.get(settings.words)!));
  }
  return index;
}

function askCounted(index: PartIndex, text: PartText, settings: PartSettings, tally: Tally): Asked {
  const page = text.parts.get(settings.words)!;
  const answer = askPage(index, page, asked[0]);
  count(tally, 'look-ups', page.total);
  count(tally, 'rows read', answer.read);
  return answer;
}

/** Tests if a check would refuse the page. */
function decided(index: PartIndex, page: PartText, settings: PartSettings): boolean {
  const { found } = askPage(index, page.parts.get(settings.words)!, askedByCheck);
  return [...found.values()].some((hits) => {
    const { value, low, high } = containmentByHits(hits).ofThis;
    return value - Math.max(value - low, high - value) >= askedByCheck;
  });
}

/** Returns the name of a length class. */
export function classOf(words: number): string {
  return `${lengthClasses.findLast((least) => words >= least)} words`;
}
