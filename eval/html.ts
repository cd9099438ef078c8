/**
 * Measures what the extractor takes of pages whose wanted text is known, how long this takes, and
 * how the service then compares an article in different surroundings.
 */

import { table } from '../harness/measure.js';
import { defaultCollection } from '../src/detector/collections.js';
import type { createDetector } from '../src/detector/detector.js';
import { decode } from '../src/extract/decode.js';
import { type Extracted, extract } from '../src/extract/extract.js';
import { type ChromePair, chromePages, chromePairs } from './chrome-pairs.js';
import { type EvaluationPage, readPages } from './html-pages.js';
import { segmentScore } from './segments.js';
import { type Overlap, tokenOverlap } from './token-f1.js';

type Detector = ReturnType<typeof createDetector>;

interface PageResult {
  readonly page: EvaluationPage;
  readonly extracted: Extracted;
  readonly milliseconds: number;
  /** Null if the wanted text is not known. */
  readonly overlap: Overlap | null;
}

const limits = { textLengthMax: 10_000_000, inflatedBytesMax: 100_000_000 };
const aims: Readonly<Record<string, number>> = { readability: 0.95, newspaper4k: 0.85 };
const chromeAims = { same: 0.95, different: 0.99 };
const pageMillisecondsMax = 1000;

/** Prints the tables. @returns whether every aim is met */
export async function evaluateHtml(
  directory: string,
  detector: Detector,
  shown: number,
): Promise<boolean> {
  const pages = readPages(directory);
  const results: PageResult[] = [];
  for (const page of pages) results.push(await resultOf(page));
  const sets = [...new Set(pages.map(({ set }) => set))];
  console.log(`\nText of pages\n\n${setTable(results, sets)}`);
  console.log(`\nWays\n\n${wayTable(results)}`);
  if (shown > 0) console.log(`\nWorst pages\n\n${worstTable(results, shown)}`);
  const rates = await chromeRates(pages, detector, shown);
  console.log(`\nThe same article in another chrome\n\n${chromeTable(rates)}`);
  return (
    Object.entries(aims).every(
      ([set, aim]) => !sets.includes(set) || meanF1(results, set) >= aim,
    ) &&
    results.every(({ milliseconds }) => milliseconds <= pageMillisecondsMax) &&
    rates.same.rate >= chromeAims.same &&
    rates.different.rate >= chromeAims.different
  );
}

async function resultOf(page: EvaluationPage): Promise<PageResult> {
  const start = performance.now();
  const extracted = await extract(
    { content: page.bytes, mediaType: 'text/html', charset: null },
    limits,
  );
  const milliseconds = performance.now() - start;
  const overlap = page.goldText === null ? null : tokenOverlap(extracted.text, page.goldText);
  return { page, extracted, milliseconds, overlap };
}

function setTable(results: readonly PageResult[], sets: readonly string[]): string {
  const head = ['set', 'pages', 'with gold', 'F1', 'precision', 'recall', 'segments kept'];
  const rows = sets.map((set) => {
    const own = ofSet(results, set);
    const times = own.map(({ milliseconds }) => milliseconds);
    const scored = own.filter(({ overlap }) => overlap !== null);
    const segments = segmentScore(
      scored.map(({ page, extracted }) => ({
        bytes: page.bytes,
        goldText: page.goldText!,
        taken: extracted.text,
      })),
    );
    const wrong = own.filter(({ page, extracted }) => isWrongCharset(page, extracted)).length;
    return [
      set,
      own.length,
      scored.length,
      ...(['f1', 'precision', 'recall'] as const).map((key) =>
        scored.length === 0 ? '' : mean(scored.map(({ overlap }) => overlap![key])).toFixed(3),
      ),
      scored.length === 0 ? '' : segments.kept.toFixed(3),
      scored.length === 0 ? '' : segments.leftOut.toFixed(3),
      (wrong / own.length).toFixed(3),
      mean(times).toFixed(1),
      Math.max(...times).toFixed(0),
    ];
  });
  return table([...head, 'left out', 'wrong charset', 'ms, mean', 'ms, most'], rows);
}

/** All pages of the sets are UTF-8, whatever their markup says, so every other charset is wrong. */
function isWrongCharset({ bytes }: EvaluationPage, { charset }: Extracted): boolean {
  const text = new TextDecoder().decode(bytes);
  return charset !== 'utf-8' && decode(bytes, { header: null, markup: true }).text !== text;
}

function wayTable(results: readonly PageResult[]): string {
  const ways = [...new Set(results.map(({ extracted }) => extracted.extractor))].sort();
  return table(
    ['extractor', 'pages'],
    ways.map((way) => [way, results.filter(({ extracted }) => extracted.extractor === way).length]),
  );
}

function worstTable(results: readonly PageResult[], shown: number): string {
  const scored = results.filter(({ overlap }) => overlap !== null);
  const worst = scored.toSorted((a, b) => a.overlap!.f1 - b.overlap!.f1).slice(0, shown);
  return table(
    ['page', 'F1', 'precision', 'recall', 'extractor', 'begins'],
    worst.map(({ page, overlap, extracted }) => [
      page.id,
      overlap!.f1.toFixed(3),
      overlap!.precision.toFixed(2),
      overlap!.recall.toFixed(2),
      extracted.extractor,
      extracted.text.slice(0, 60).replaceAll(/[\n|]/g, ' '),
    ]),
  );
}

interface Rate {
  readonly pairs: number;
  readonly rate: number;
}

async function chromeRates(pages: readonly EvaluationPage[], detector: Detector, shown: number) {
  const texts = new Map<string, string>();
  const candidates = chromePages(pages);
  for (const { id, html } of candidates) texts.set(id, await textOf(html));
  let pairs = 0;
  let same = 0;
  let different = 0;
  for (const pair of chromePairs(candidates)) {
    if (await matches(detector, pair.chrome.goldText, pair.article.goldText)) continue;
    const text = await textOf(pair.html);
    pairs += 1;
    const isSame = await matches(detector, text, texts.get(pair.article.id)!);
    const isDifferent = !(await matches(detector, text, texts.get(pair.chrome.id)!));
    if (isSame) same += 1;
    if (isDifferent) different += 1;
    if (shown > 0 && !(isSame && isDifferent)) console.log(pairLine(pair, isSame));
  }
  const rateOf = (count: number): Rate => ({ pairs, rate: count / pairs });
  return { same: rateOf(same), different: rateOf(different) };
}

function pairLine({ chrome, article }: ChromePair, isSame: boolean): string {
  return `${isSame ? 'matches its chrome' : 'misses its article'}: ${article.id} in ${chrome.id}`;
}

async function matches(detector: Detector, a: string, b: string): Promise<boolean> {
  if (!/\p{L}/u.test(a) || !/\p{L}/u.test(b)) return false;
  const [one, other] = [a, b].map((text) => ({ kind: 'text', text }) as const);
  return (await detector.compare(one!, other!, defaultCollection, false)).match;
}

async function textOf(html: string): Promise<string> {
  const page = { content: html, mediaType: 'text/html', charset: null } as const;
  return (await extract(page, limits)).text;
}

function chromeTable({ same, different }: { same: Rate; different: Rate }): string {
  return table(
    ['', 'pairs', 'rate', 'aim'],
    [
      ['same article, other chrome: match', same.pairs, same.rate.toFixed(3), chromeAims.same],
      [
        'other article, same chrome: no match',
        different.pairs,
        different.rate.toFixed(3),
        chromeAims.different,
      ],
    ],
  );
}

function meanF1(results: readonly PageResult[], set: string): number {
  return mean(ofSet(results, set).flatMap(({ overlap }) => overlap?.f1 ?? []));
}

function ofSet(results: readonly PageResult[], set: string): PageResult[] {
  return results.filter(({ page }) => page.set === set);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
