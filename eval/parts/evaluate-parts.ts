/**
 * Measures how well pages are found that have a stored text inside, or stand inside one, by samples
 * of shingles (src/fingerprint/parts.ts) in an index in memory:
 *
 *   npm run eval -- --data DIR [--set NAME]... --parts [--halves 10000] [--report]
 *   npm run eval -- --data DIR [--set NAME]... --parts --grid [--report]
 *
 * The first is of the default layout, with its aims, the second of others. part-corpora.ts says which
 * sets there are. `--report` writes a section of docs/internals/quality.md; `--halves` is the number of
 * pages that are asked about, of which a stored text contains half.
 */
import { commonFrom, defaultParts } from '../../src/fingerprint/parts.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { writeSection } from '../report-sections.js';
import type { EvaluationSet } from '../sets.js';
import { exactPairs } from './exact-pairs.js';
import { partAims } from './part-aims.js';
import { hasLong, makePages, readLicences } from './part-corpora.js';
import { gridBody, type Measured, partsBody } from './part-tables.js';
import type { Reader } from './part-text.js';
import { insideLeast, type PartSettings, scoreLicences, scorePages } from './score-parts.js';
import { addTally } from './tally.js';

const defaults: PartSettings = { ...defaultParts, commonFrom };
const layouts: readonly PartSettings[] = [
  ...[2, 3, 4].map((words) => ({ ...defaults, words })),
  ...[20, 24].map((least) => ({ ...defaults, least })),
  ...[32, 128].map((oneIn) => ({ ...defaults, oneIn })),
  ...[64, 1024].map((from) => ({ ...defaults, commonFrom: from })),
];
/** Factor by which the pages whose half is stored are fewer when other layouts are compared. */
const fewerOfGrid = 10;

export interface PartData {
  /** The folder that has `parts` and `text` inside. */
  readonly directory: string;
  readonly sets: readonly EvaluationSet[];
  /** Names of the sets to measure; undefined: all. */
  readonly names: readonly string[] | undefined;
  /** Number of pages, over all sets, of which a stored text contains half. */
  readonly halves: number;
}

/** Prints the tables of the default layout; returns whether it meets all aims. */
export function evaluateParts(data: PartData, report: boolean): boolean {
  const [{ tally }] = measure(data, [defaults]) as [Measured];
  const names = chosen(data).map(({ name }) => name);
  const aims = partAims(tally, names);
  const body = partsBody(tally, names, aims);
  console.log(`\n${body}`);
  if (report) writeSection('Pages inside pages', body);
  return aims.every(({ met }) => met !== false);
}

/** Prints what other layouts cost and find. */
export function compareLayouts(data: PartData, report: boolean): void {
  const body = gridBody(measure({ ...data, halves: data.halves / fewerOfGrid }, layouts));
  console.log(`\n${body}`);
  if (report) writeSection('Pages inside pages: other settings', body);
}

/** One corpus after the other, because all of them together take much memory. */
function measure(data: PartData, settings: readonly PartSettings[]): Measured[] {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const lengths = [...new Set(settings.map(({ words }) => words))];
  const reader: Reader = { dictionaries, recipe: defaultRecipe(dictionaries.checksums), lengths };
  const measured = settings.map((each): Measured => ({ settings: each, tally: new Map() }));
  const licences = readLicences(data.directory, reader);
  const exact = exactPairs(licences, insideLeast);
  for (const { settings: each, tally } of measured) {
    progress('licences', each);
    addTally(tally, scoreLicences(licences, exact, each));
  }
  const sets = chosen(data);
  const halves = Math.ceil(data.halves / sets.filter(hasLong).length);
  for (const set of sets) {
    const pages = makePages(set, data.sets, reader, halves);
    for (const { settings: each, tally } of measured) {
      progress(set.name, each);
      addTally(tally, scorePages(pages, each));
    }
  }
  return measured;
}

function progress(corpus: string, settings: PartSettings): void {
  process.stderr.write(`${corpus} ${JSON.stringify(settings)}\n`);
}

function chosen({ sets, names }: PartData): EvaluationSet[] {
  return sets.filter(({ kind, name }) => kind === 'text' && (names?.includes(name) ?? true));
}
