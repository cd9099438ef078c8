/**
 * Texts with known parts.
 *
 *   DIR/parts/scancode_licenses_en   licences to find in files
 *   DIR/parts/scancode_files_en      files; the list has the pairs of file and licence identified by
 *                                    people: `file license …`
 *   DIR/text/NAME                    sets of eval/sets.ts, whose pages supply parts and surroundings
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { randomNumbers } from '../../harness/pages.js';
import type { EvaluationSet } from '../sets.js';
import {
  drawn,
  type OtherText,
  otherTexts,
  type PartKind,
  partKinds,
  scriptOf,
  sliceMin,
  sliceOf,
} from './part-pages.js';
import { exactContainment, type PartText, type Reader, readPartText } from './part-text.js';

export interface LicenceCorpus {
  readonly files: readonly PartText[];
  readonly licences: readonly PartText[];
  /** Pairs identified by people: indexes into `files` and `licences`. */
  readonly listed: readonly (readonly [file: number, licence: number])[];
}

export interface PageCorpus {
  readonly name: string;
  /** Number of tokens per shingle in the exact sets. */
  readonly exactLength: number;
  readonly stored: readonly PartText[];
  /** Pages made from stored texts. */
  readonly pages: readonly MadePage[];
  /** Pages with an exact containment of .48 to .52 in a stored text. */
  readonly halves: readonly PartText[];
  /** Slices entirely contained in a stored text. */
  readonly slices: readonly PartText[];
}

interface MadePage {
  readonly kind: PartKind;
  /** Index of the stored text. */
  readonly source: number;
  /** Null if no word remains. */
  readonly text: PartText | null;
}

const probesMax = 100;
const othersMax = 1500;
const slicesOfSet = 300;

export function readLicences(directory: string, reader: Reader): LicenceCorpus {
  const path = (name: string) => join(directory, 'parts', name);
  const read = (name: string) => {
    const lines = linesOf(gunzipSync(readFileSync(path(`${name}.jsonl.gz`))).toString('utf8'));
    const documents = lines.map((line) => JSON.parse(line) as { id: string; text: string });
    const texts = documents.map(({ id, text }) => {
      const partText = readPartText(text, reader);
      if (partText === null) throw new Error(`"${id}" has no words`);
      return partText;
    });
    return { texts, places: new Map(documents.map(({ id }, place) => [id, place])) };
  };
  const files = read('scancode_files_en');
  const licences = read('scancode_licenses_en');
  const pairs = linesOf(readFileSync(path('scancode_files_en.pairs.tsv'), 'utf8')).slice(1);
  return {
    files: files.texts,
    licences: licences.texts,
    listed: pairs.map((line) => {
      const [file, licence] = line.split('\t') as [string, string];
      return [files.places.get(file)!, licences.places.get(licence)!] as const;
    }),
  };
}

/** Tests if some texts are long enough for slices. */
export function hasLong(set: EvaluationSet): boolean {
  return drawn(set.documents, probesMax + othersMax).some(({ text }) => isLong(text));
}

function isLong(text: string): boolean {
  return text.length >= 2 * sliceMin;
}

/**
 * Makes pages from the first texts of a set in random order. Foreign text comes from other sets in the same script.
 * @param halves number of half-contained pages
 */
export function makePages(
  set: EvaluationSet,
  sets: readonly EvaluationSet[],
  reader: Reader,
  halves: number,
): PageCorpus {
  const random = randomNumbers(22);
  const foreign = foreignText(
    sets.filter((each) => each !== set),
    random,
  );
  const texts = drawn(set.documents, probesMax + othersMax).flatMap(({ text }) => {
    const read = readPartText(text, reader);
    return read === null ? [] : [{ text, read }];
  });
  const exactLength = texts.every(({ text }) => scriptOf(text) === 'other') ? 3 : 5;
  const long = texts.filter(({ text }) => isLong(text));
  const anyLong = () => long[Math.floor(random() * long.length)]!;
  return {
    name: set.name,
    exactLength,
    stored: texts.map(({ read }) => read),
    pages: texts.slice(0, probesMax).flatMap(({ text, read }, source) =>
      partKinds
        .filter(({ wordsMin }) => read.words >= wordsMin)
        .map((kind) => ({
          kind,
          source,
          text: readPartText(kind.make(text, foreign(text)), reader),
        })),
    ),
    halves: draws(long.length === 0 ? 0 : halves, () => {
      const { text, read } = anyLong();
      return halfInside(sliceOf(text, random), read, {
        exactLength,
        reader,
        other: foreign(text),
      });
    }),
    slices: draws(long.length === 0 ? 0 : slicesOfSet, () =>
      readPartText(sliceOf(anyLong().text, random), reader),
    ),
  };
}

/** Returns a page that consists half of a slice of a stored text; null if the share of shingles differs. */
function halfInside(
  slice: string,
  stored: PartText,
  { exactLength, reader, other }: { exactLength: number; reader: Reader; other: OtherText },
): PartText | null {
  let length = slice.length;
  for (let trial = 0; trial < 2; trial++) {
    const page = readPartText(`${slice}\n${other(length)}`, reader);
    if (page === null) return null;
    const share = exactContainment(page, stored, exactLength);
    if (share >= 0.48 && share <= 0.52) return page;
    if (share > 0.9) return null;
    // The same length of other text may have more or fewer shingles than the slice.
    length = Math.round((length * share) / (1 - share));
  }
  return null;
}

/** Draws until `count` results are not null. */
function draws<T>(count: number, draw: () => T | null): T[] {
  const found: T[] = [];
  while (found.length < count) {
    const each = draw();
    if (each !== null) found.push(each);
  }
  return found;
}

/** Returns text of these sets in the script of a text, or in any script if there is none. */
function foreignText(
  sets: readonly EvaluationSet[],
  random: () => number,
): (text: string) => OtherText {
  const texts = sets.flatMap(({ documents }) => documents.map(({ text }) => text));
  if (texts.length === 0) throw new Error('Parts need at least two sets: one is around the other');
  const scripts = new Map<string, string[]>();
  for (const text of texts) {
    const script = scriptOf(text);
    const alike = scripts.get(script);
    if (alike === undefined) scripts.set(script, [text]);
    else alike.push(text);
  }
  return (text) => otherTexts(scripts.get(scriptOf(text)) ?? texts, random);
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '');
}
