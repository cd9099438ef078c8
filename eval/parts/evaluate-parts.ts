/**
 * Measures how well pages are found that have a stored text inside, or stand inside one, by samples
 * of shingles (src/fingerprint/parts.ts) in an index in memory:
 *
 *   npm run eval -- --data DIR [--set NAME]... --parts           the default layout, with its aims
 *   npm run eval -- --data DIR [--set NAME]... --parts --grid    other layouts, by two draws of hashes
 *
 * part-corpora.ts says which sets there are.
 */
import { commonFrom, defaultParts } from '../../src/fingerprint/parts.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import type { EvaluationSet } from '../sets.js';
import { exactPairs } from './exact-pairs.js';
import { makePages, readLicences } from './part-corpora.js';
import {
  aimTable,
  costTable,
  lengthTable,
  type Measured,
  pageTable,
  partAims,
  settingsTable,
} from './part-tables.js';
import type { Reader } from './part-text.js';
import { type PartSettings, scoreLicences, scorePages } from './score-parts.js';
import { addTally } from './tally.js';

const never = Number.POSITIVE_INFINITY;
const defaults: PartSettings = { ...defaultParts, commonFrom, draw: 0 };
const layouts: readonly PartSettings[] = [2, 3, 4].flatMap((words) =>
  [64, 128].flatMap((oneIn) =>
    [16, 20, 24].map((least) => ({ words, oneIn, least, commonFrom: never, draw: 0 })),
  ),
);
const limits: readonly PartSettings[] = [16, 64, 256, 1024, never].map((from) => ({
  ...defaults,
  commonFrom: from,
}));
const draws = [0, 1];
/** Pages of which half stands in a stored text, over all sets. */
const halvesMax = { ofDefault: 10_000, ofGrid: 1000 };

export interface PartData {
  /** The folder that has `parts` and `text` inside. */
  readonly directory: string;
  readonly sets: readonly EvaluationSet[];
  /** Which of these are measured; undefined: all. */
  readonly names: readonly string[] | undefined;
}

/** Prints the tables of the default layout; returns whether it meets all aims. */
export function evaluateParts(data: PartData): boolean {
  const [{ tally }] = measure(data, [defaults], halvesMax.ofDefault) as [Measured];
  const names = chosen(data).map(({ name }) => name);
  console.log(`\nStored texts and pages, by length\n\n${lengthTable(tally)}`);
  console.log(`\nPages made of stored ones\n\n${pageTable(tally, names)}`);
  console.log(`\nCosts, and what is reported\n\n${costTable(tally)}`);
  const aims = partAims(tally, names);
  console.log(`\nAims\n\n${aimTable(aims)}`);
  return aims.every(({ met }) => met);
}

/** Prints what other layouts cost and find, and what another number of common texts does. */
export function compareLayouts(data: PartData): void {
  const all = [...layouts, ...limits];
  const drawn = draws.map((draw) => all.map((settings) => ({ ...settings, draw })));
  const measured = measure(data, drawn.flat(), halvesMax.ofGrid);
  const sums = all.map((settings, place): Measured => {
    const tally = new Map();
    for (const draw of draws.keys()) addTally(tally, measured[draw * all.length + place]!.tally);
    return { settings, tally };
  });
  console.log(`\nLayouts\n\n${settingsTable(sums.slice(0, layouts.length))}`);
  console.log(`\nCommon from so many texts\n\n${settingsTable(sums.slice(layouts.length))}`);
}

/** One corpus after the other, because all of them together take much memory. */
function measure(data: PartData, settings: readonly PartSettings[], halves: number): Measured[] {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const lengths = [...new Set(settings.map(({ words }) => words))];
  const reader: Reader = { dictionaries, recipe: defaultRecipe(dictionaries.checksums), lengths };
  const measured = settings.map((each): Measured => ({ settings: each, tally: new Map() }));
  const licences = readLicences(data.directory, reader);
  const exact = exactPairs(licences);
  for (const [place, { settings: each, tally }] of measured.entries()) {
    progress('licences', place, measured.length);
    addTally(tally, scoreLicences(licences, exact, each));
  }
  const sets = chosen(data);
  for (const set of sets) {
    const pages = makePages(set, data.sets, reader, Math.ceil(halves / sets.length));
    for (const [place, { settings: each, tally }] of measured.entries()) {
      progress(set.name, place, measured.length);
      addTally(tally, scorePages(pages, each));
    }
  }
  return measured;
}

function progress(corpus: string, done: number, of: number): void {
  if (done % 10 === 0) process.stderr.write(`${corpus}: ${done} of ${of}\n`);
}

function chosen({ sets, names }: PartData): EvaluationSet[] {
  return sets.filter(({ kind, name }) => kind === 'text' && (names?.includes(name) ?? true));
}
