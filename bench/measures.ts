/**
 * The cost of comparing documents by several measures, and of finding similar ones by several
 * indexes:
 *
 *   npm run bench -- measures [--data DIR] [--documents 400] [--rounds 5] [--sizes 1000,10000]
 *
 * DIR holds sets as eval/sets.ts describes them; without it pages are generated. With it, each
 * document also gets the nearest label, which should be the first folder of its path.
 */
import { parseArgs } from 'node:util';
import { type EvaluationSet, readSets } from '../eval/sets.js';
import { interleavedSeconds, table } from '../harness/measure.js';
import { chinesePages, generatedPages } from '../harness/pages.js';
import { type Analysis, analyse } from '../src/fingerprint/analyse.js';
import { completeRecipe, defaultRecipe } from '../src/fingerprint/recipe.js';
import { sign, weighedWords } from '../src/fingerprint/sign.js';
import type { Signable } from '../src/fingerprint/signature.js';
import { wordTrieBytes } from '../src/package-facts.js';
import { loadDictionaries } from '../src/text/dictionaries.js';
import { compareMeasures } from './measures/comparisons.js';
import { compareIndexes } from './measures/index-sizes.js';
import { nearestLabelAccuracy } from './measures/labels.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    documents: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '5' },
    sizes: { type: 'string', default: '1000,10000,100000,1000000' },
  },
});
const rounds = Number(options.rounds);
const editedCount = 200;
const labelsMax = 200;

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const simhashAlone = completeRecipe({ method: 'simhash' }, recipe);
const minhash = completeRecipe({ method: 'minhash' }, recipe);
const sets =
  options.data === undefined ? [] : readSets(options.data).filter(({ kind }) => kind === 'text');

const texts = documentTexts(Number(options.documents));
const characters = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
console.log(`Comparisons: ${texts.length} documents of ${Math.round(characters)} characters\n`);
console.log(`${await comparisons(texts)}\n`);
console.log(`Indexes: ${editedCount} edited pages among random signatures\n`);
const layouts = [recipe.bands!, minhash.bands!];
console.log(compareIndexes(editedPages(), options.sizes.split(',').map(Number), layouts));
if (sets.length > 0) console.log(`\nNearest label by the cosine of sums\n\n${labels()}`);

/** Documents of all sets in turn, or generated pages. */
function documentTexts(count: number): string[] {
  if (sets.length === 0) return generatedPages(count);
  const each = Math.ceil(count / sets.length);
  return sets.flatMap(({ documents }) => {
    const step = Math.max(1, Math.floor(documents.length / each));
    return documents
      .filter((_, number) => number % step === 0)
      .slice(0, each)
      .map(({ text }) => text);
  });
}

async function comparisons(all: readonly string[]): Promise<string> {
  const contents: Signable[] = all.map((text) => ({ kind: 'text', text }));
  const seconds = await interleavedSeconds(
    [
      {
        name: 'weigh',
        run: () => contents.map((each) => weighedWords(each, simhashAlone, dictionaries)),
      },
      {
        name: 'simhash',
        run: () => contents.map((each) => sign(each, simhashAlone, dictionaries)),
      },
      { name: 'sketch', run: () => contents.map((each) => sign(each, minhash, dictionaries)) },
    ],
    rounds,
  );
  const analyses = contents.map((each) => analyse(each, recipe, dictionaries));
  return compareMeasures(analyses, (needs) => seconds.get(needs)!, rounds);
}

/**
 * Pages, and copies in which up to 11 pieces of 10 characters come from another page.
 */
function editedPages() {
  const pages = chinesePages(options.data, editedCount);
  const signatureOf = (text: string) => sign({ kind: 'text', text }, recipe, dictionaries);
  return pages.map((page, number) => {
    const other = pages[(number + 1) % pages.length]!;
    let copy = page;
    for (let piece = 0; piece < number % 12; piece++) {
      const at = 20 + piece * 45;
      copy = copy.slice(0, at) + other.slice(at, at + 10) + copy.slice(at + 10);
    }
    return { original: signatureOf(page), copy: signatureOf(copy) };
  });
}

function labels(): string {
  const rows = sets.flatMap((set) => {
    const labelled = labelledDocuments(set);
    const count = new Set(labelled.map(({ label }) => label)).size;
    if (count < 2 || count > labelsMax) return [];
    const analysed = labelled.map(({ label, text }) => ({ label, analysis: analysisOf(text) }));
    return [[set.name, analysed.length, count, nearestLabelAccuracy(analysed).toFixed(3)]];
  });
  return table(['set', 'documents', 'labels', 'right'], rows);
}

/** Documents whose first folder another document shares, with that folder as the label. */
function labelledDocuments({ documents }: EvaluationSet) {
  const all = documents.map(({ path, text }) => ({ label: path.split('/')[0]!, text }));
  const sizes = new Map<string, number>();
  for (const { label } of all) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  return all.filter(({ label }) => label !== '' && sizes.get(label)! > 1);
}

function analysisOf(text: string): Analysis {
  return analyse({ kind: 'text', text }, recipe, dictionaries);
}
