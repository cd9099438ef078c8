/**
 * Measures documents per second signed by one thread, the cost of each step, and that of comparing what a page adds to
 * the page before it: `tsx bench/signing.ts [--data DIR]
 * [--pages 3000] [--rounds 7] [--group 500]`
 */
import { parseArgs } from 'node:util';
import { figure, interleavedSeconds, type Task, table } from '../harness/measure.js';
import { chinesePages, slicesOfTexts } from '../harness/pages.js';
import { countWords, hashedWords, readHashes } from '../src/fingerprint/count-words.js';
import { packEvidence, unpackEvidence } from '../src/fingerprint/evidence.js';
import { computeSketch } from '../src/fingerprint/minhash.js';
import { storedEvidence, unpackPage } from '../src/fingerprint/packed-reading.js';
import { completeRecipe, defaultRecipe, type Recipe } from '../src/fingerprint/recipe.js';
import { exactHashOfText, hashFeatures, sign, weighedWords } from '../src/fingerprint/sign.js';
import { simhash } from '../src/fingerprint/simhash.js';
import { weigh } from '../src/fingerprint/weights.js';
import { computeDifference } from '../src/matching/additions.js';
import { wordTrieBytes } from '../src/package-facts.js';
import { loadDictionaries } from '../src/text/dictionaries.js';
import { featureTest } from '../src/text/lexicon.js';
import { normalizeUnits } from '../src/text/normalize.js';
import { numberWords } from '../src/text/segment.js';
import { unitsToText } from '../src/text/units.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    pages: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '7' },
    group: { type: 'string', default: '500' },
  },
});

const pages = chinesePages(options.data, Number(options.pages));
const dictionaries = loadDictionaries(wordTrieBytes());
const hybrid = defaultRecipe(dictionaries.checksums);
const simhashAlone = completeRecipe({ method: 'simhash' }, hybrid);
const recipes: Record<string, Recipe> = {
  simhash: simhashAlone,
  minhash: completeRecipe({ method: 'minhash' }, hybrid),
  'hybrid (default)': hybrid,
  'simhash, no simplify': { ...simhashAlone, simplify: false },
  'simhash, hmm': { ...simhashAlone, hmm: true },
  'simhash, tfIdf, top 20': { ...simhashAlone, weighting: 'tfIdf', topTerms: 20 },
  'simhash, textRank': { ...simhashAlone, weighting: 'textRank' },
  'simhash, jenkins': { ...simhashAlone, hash: 'jenkins' },
};

const bareCut: Task = {
  name: 'jieba cut alone',
  run: () => pages.map((page) => dictionaries.cutChinese(page, false).length),
};
const whole = wholeSignatures();
print('Whole signatures, the least times', whole);
const ratio = whole.get('hybrid (default)')! / whole.get('simhash')!;
console.log(`\nTime of a hybrid signature / time of its SimHash alone: ${ratio.toFixed(2)}`);
print(
  'Steps of the default recipe, medians',
  await interleavedSeconds([bareCut, ...steps()], Number(options.rounds)),
);
await reportLongPage();
if (options.data !== undefined) await reportEnglish(options.data);

/**
 * Seconds of each recipe for all pages. Recipes alternate for each group of pages, and the minimum over all rounds
 * counts for each group. Other programs disturb this less than medians of long runs, especially with small groups. But
 * a small group finds the previous recipe's data in the cache.
 */
function wholeSignatures(): Map<string, number> {
  const signed = Object.entries(recipes).map(
    ([name, each]) =>
      [name, (text: string) => sign({ kind: 'text', text }, each, dictionaries)] as const,
  );
  const tasks = [
    [bareCut.name, (text: string) => dictionaries.cutChinese(text, false)] as const,
    ...signed,
  ];
  const group = Number(options.group);
  const seconds = new Map(tasks.map(([name]) => [name, 0]));
  for (const [, run] of tasks) pages.forEach(run);
  for (let from = 0; from < pages.length; from += group) {
    const some = pages.slice(from, from + group);
    const least = new Map<string, number>();
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const [name, run] of round % 2 === 0 ? tasks : tasks.toReversed()) {
        const start = performance.now();
        for (const page of some) run(page);
        const time = (performance.now() - start) / 1000;
        least.set(name, Math.min(time, least.get(name) ?? Number.POSITIVE_INFINITY));
      }
    }
    for (const [name, time] of least) seconds.set(name, seconds.get(name)! + time);
  }
  return seconds;
}

function steps(): Task[] {
  const normalized = pages.map((page) => normalizeUnits(page, hybrid).slice());
  const strings = normalized.map((units) => unitsToText(units));
  const { lexicon } = dictionaries;
  const words = normalized.map((text) => numberWords(text, hybrid, dictionaries).slice());
  const hashes = words.map((list) => readHashes(hashedWords(lexicon, hybrid.hash, list), list).low);
  const weighted = pages.map((text) => {
    const content = weighedWords({ kind: 'text', text }, hybrid, dictionaries);
    return { ...hashFeatures(content), weights: content.features.weights.slice() };
  });
  const isFeature = featureTest(hybrid, lexicon);
  const signed = pages.map((text) => sign({ kind: 'text', text }, hybrid, dictionaries));
  const packed = signed.map(({ evidence }) => evidence!);
  const readings = packed.map((page, at) => [unpackPage(page)!, signed[at]!.exactHash] as const);
  const evidence = packed.map((page) => storedEvidence(page).slice());
  return [
    { name: 'normalise', run: () => pages.map((page) => normalizeUnits(page, hybrid).length) },
    {
      name: 'exact hash',
      run: () => normalized.map((text) => exactHashOfText(text).length),
    },
    {
      name: 'cut and number words',
      run: () => normalized.map((text) => numberWords(text, hybrid, dictionaries).length),
    },
    {
      name: 'simplify alone',
      run: () => strings.map((text) => dictionaries.simplify(text).length),
    },
    {
      name: 'count and weigh',
      run: () =>
        words.map((list) => {
          const counted = countWords(list, isFeature, lexicon, hybrid.hash);
          return weigh(counted, hybrid, dictionaries).numbers.length;
        }),
    },
    { name: 'simhash', run: () => weighted.map((each) => simhash(each).low) },
    { name: 'sketch', run: () => hashes.map((each) => computeSketch(each, 2)[0]) },
    {
      name: 'pack evidence',
      run: () => readings.map(([page, exactHash]) => packEvidence(page, exactHash).length),
    },
    {
      name: 'unpack evidence',
      run: () => evidence.map((bytes) => unpackEvidence(bytes)!.numbers.length),
    },
    {
      name: 'compare',
      run: () => packed.map((page, at) => computeDifference(page, evidence[Math.max(0, at - 1)]!)),
    },
  ];
}

/** Measures 2 MB of joined pages in UTF-8, which a worker thread would sign. */
async function reportLongPage(): Promise<void> {
  const all = Buffer.from(pages.join('\n').repeat(Math.ceil(2000 / pages.length)));
  const text = all.subarray(0, 2e6).toString();
  const signed = ([name, recipe]: readonly [string, Recipe]): Task => ({
    name,
    run: () => sign({ kind: 'text', text }, recipe, dictionaries).featureCount,
  });
  const cut = { name: 'cut', run: () => dictionaries.cutChinese(text, false).length };
  const tasks = [cut, signed(['simhash', simhashAlone]), signed(['hybrid', hybrid])];
  const seconds = await interleavedSeconds(tasks, Number(options.rounds));
  const [base, ...rest] = [...seconds.values()];
  const ratios = rest.map((time) => (time / base!).toFixed(2));
  console.log(
    `\nA page of ${figure(text.length)} characters, time / time of its bare cut: simhash ${ratios[0]}, hybrid ${ratios[1]}`,
  );
}

/** Measures English pages with the mean size of the Chinese pages in bytes. */
async function reportEnglish(data: string): Promise<void> {
  const english = slicesOfTexts(data, '_en.jsonl.gz', Math.round(bytesOf(pages) / pages.length));
  const tasks = ['simhash', 'hybrid (default)'].flatMap((name) =>
    Object.entries({ English: english, Chinese: pages }).map(([language, texts]) => ({
      name: `${language}, ${name}`,
      bytes: bytesOf(texts),
      run: () =>
        texts.map((text) => sign({ kind: 'text', text }, recipes[name]!, dictionaries).shortText),
    })),
  );
  const seconds = await interleavedSeconds(tasks, Number(options.rounds));
  console.log(`\nEnglish: ${english.length} pages\n`);
  console.log(
    table(
      ['signature', 'MB/s'],
      tasks.map(({ name, bytes }) => [name, figure(bytes / 1e6 / seconds.get(name)!)]),
    ),
  );
}

function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function print(title: string, seconds: ReadonlyMap<string, number>): void {
  const base = seconds.get(bareCut.name)!;
  const megabytes = bytesOf(pages) / 1e6;
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
