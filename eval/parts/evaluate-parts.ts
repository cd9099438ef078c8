/**
 * Measures the detection of pages that contain a stored text or are contained in one, by samples of shingles
 * (src/fingerprint/parts.ts) in an in-memory index:
 *
 *   npm run eval -- --data DIR [--set NAME]... --parts [--halves 10000] [--report]
 *   npm run eval -- --data DIR [--set NAME]... --parts --grid [--report]
 *
 * The first command measures the default layout with its aims, the second other layouts. part-corpora.ts describes the
 * sets. `--report` writes a section of docs/internals/quality.md; `--halves` is the number of queried pages that are
 * half contained in a stored text.
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
/** Reduction of the number of half-contained pages for comparing other layouts. */
const fewerOfGrid = 10;

export interface PartData {
  /** Folder with the subfolders `parts` and `text`. */
  readonly directory: string;
  readonly sets: readonly EvaluationSet[];
  /** Sets to measure; undefined for all. */
  readonly names: readonly string[] | undefined;
  /** Number of half-contained pages over all sets. */
  readonly halves: number;
}

/** Prints the tables of the default layout. Returns true if it meets all aims. */
export function evaluateParts(data: PartData, report: boolean): boolean {
  const [{ tally }] = measure(data, [defaults]) as [Measured];
  const names = chosen(data).map(({ name }) => name);
  const aims = partAims(tally, names);
  const body = partsBody(tally, names, aims);
  console.log(`\n${body}`);
  if (report) writeSection('Pages inside pages', body);
  return aims.every(({ met }) => met !== false);
}

/** Prints the cost and recall of other layouts. */
export function compareLayouts(data: PartData, report: boolean): void {
  const body = gridBody(measure({ ...data, halves: data.halves / fewerOfGrid }, layouts));
  console.log(`\n${body}`);
  if (report) writeSection('Pages inside pages: other settings', body);
}

/** Measures one corpus at a time, because all of them together need much memory. */
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
