/**
 * How many documents a second one thread signs, and what each step costs:
 * `tsx bench/signing.ts [--data DIR] [--pages 3000] [--rounds 7]`
 */
import { hash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { wordTable } from '../src/fingerprint/hash64.js';
import { defaultRecipe, type Recipe } from '../src/fingerprint/recipe.js';
import { sign } from '../src/fingerprint/sign.js';
import { simhash } from '../src/fingerprint/simhash.js';
import { weigh } from '../src/fingerprint/weights.js';
import { loadDictionaries } from '../src/text/dictionaries.js';
import { normalize } from '../src/text/normalize.js';
import { segment } from '../src/text/segment.js';
import { figure, interleavedSeconds, type Task, table } from './measure.js';
import { chinesePages } from './pages.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    pages: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '7' },
  },
});

const pages = chinesePages(options.data, Number(options.pages));
const dictionaries = loadDictionaries();
const recipe = defaultRecipe(dictionaries.checksums);
const recipes: Record<string, Recipe> = {
  'logTf, all words (default)': recipe,
  'the same, no simplify': { ...recipe, simplify: false },
  'the same, hmm': { ...recipe, hmm: true },
  'tfIdf, top 20': { ...recipe, weighting: 'tfIdf', topTerms: 20 },
};

const bareCut: Task = {
  name: 'jieba cut alone',
  run: () => pages.map((page) => dictionaries.cutChinese(page, false).length),
};
await report('Whole signatures', [
  bareCut,
  ...Object.entries(recipes).map(([name, each]) => ({
    name,
    run: () => pages.map((text) => sign({ kind: 'text', text }, each, dictionaries).featureCount),
  })),
]);
await report('Steps of the default recipe', [bareCut, ...steps()]);

function steps(): Task[] {
  const normalized = pages.map((page) => normalize(page, recipe));
  const words = normalized.map((text) => segment(text, recipe, dictionaries));
  const hashes = words.map((list) => {
    const { numbers, weights } = weigh(list, recipe, dictionaries.idf);
    return {
      high: numbers.map((number) => wordTable.high[number]!),
      low: numbers.map((number) => wordTable.low[number]!),
      weights,
    };
  });
  return [
    { name: 'normalise', run: () => pages.map((page) => normalize(page, recipe).length) },
    {
      name: 'exact hash',
      run: () => normalized.map((text) => hash('sha256', `text\n${text}`, 'hex').length),
    },
    {
      name: 'segment, jieba included',
      run: () => normalized.map((text) => segment(text, recipe, dictionaries).length),
    },
    {
      name: 'simplify, within segment',
      run: () => normalized.map((text) => dictionaries.simplify(text).length),
    },
    {
      name: 'count and weigh',
      run: () => words.map((list) => weigh(list, recipe, dictionaries.idf).numbers.length),
    },
    { name: 'simhash', run: () => hashes.map((each) => simhash(each).low) },
  ];
}

async function report(title: string, tasks: readonly Task[]): Promise<void> {
  const seconds = await interleavedSeconds(tasks, Number(options.rounds));
  const base = seconds.get(bareCut.name)!;
  const megabytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0) / 1e6;
  console.log(`\n${title}: ${pages.length} pages, Node ${process.versions.node}\n`);
  console.log(
    table(
      ['step', 'documents/s', 'MB/s', 'µs/document', 'rate / bare cut'],
      [...seconds].map(([name, time]) => [
        name,
        figure(pages.length / time),
        figure(megabytes / time),
        figure((time / pages.length) * 1e6),
        figure(base / time),
      ]),
    ),
  );
}
