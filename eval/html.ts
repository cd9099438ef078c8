/**
 * Measures the extractor on pages whose wanted text is known: the extracted text, the processor time, and how the
 * service compares an article in different surroundings. With `--peer`, trafilatura, installed from PyPI, reads the
 * same pages.
 */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { table } from '../harness/measure.js';
import { preparePython } from '../harness/python.js';
import { defaultCollection } from '../src/detector/collections.js';
import type { createDetector } from '../src/detector/detector.js';
import { decode } from '../src/extract/decode.js';
import { extract } from '../src/extract/extract.js';
import { type ChromePair, chromePages, chromePairs } from './chrome-pairs.js';
import { type EvaluationPage, readPages } from './html-pages.js';
import { readSegments, type Segments, segmentScore } from './segments.js';
import { type Overlap, tokenOverlap } from './token-f1.js';

type Detector = ReturnType<typeof createDetector>;

interface PageResult {
  readonly page: EvaluationPage;
  readonly segments: Segments;
  readonly text: string;
  readonly extractor: string;
  readonly charset: string | null;
  /** Processor time. */
  readonly milliseconds: number;
  /** Null if the wanted text is unknown. */
  readonly overlap: Overlap | null;
}

const limits = { textLengthMax: 10_000_000, inflatedBytesMax: 100_000_000 };
const peerPackages = { trafilatura: '2.3.1', lxml_html_clean: '0.4.3' };
const aims = { f1: 0.96, kept: 0.95, leftOut: 0.93 };
/** Wanted texts are Readability's output, so these pages measure the agreement of two extractors. */
const byReadability = 'readability';
const chromeAims = { same: 0.95, different: 0.99 };
const pageMillisecondsMax = 1000;

interface HtmlEvaluation {
  readonly shown: number;
  /** True to run trafilatura on the same pages. */
  readonly peer: boolean;
  /** Names of the sets; undefined for all. */
  readonly sets: readonly string[] | undefined;
}

/** Prints the tables. @returns true if every aim is met */
export async function evaluateHtml(
  directory: string,
  detector: Detector,
  { shown, peer, sets: wanted }: HtmlEvaluation,
): Promise<boolean> {
  const pages = readPages(directory, wanted);
  const results: PageResult[] = [];
  for (const page of pages) results.push(await resultOf(page));
  const sets = [...new Set(pages.map(({ set }) => set))];
  console.log(`\nText of pages\n\n${setTable(results, sets)}`);
  if (peer) console.log(`\nBy trafilatura\n\n${setTable(peerResults(results), sets)}`);
  console.log(`\nWays\n\n${wayTable(results)}`);
  if (shown > 0) console.log(`\nWorst pages\n\n${worstTable(results, shown)}`);
  const rates = await chromeRates(pages, detector, shown);
  console.log(`\nThe same article in another chrome\n\n${chromeTable(rates)}`);
  const judged = sets
    .filter((set) => set !== byReadability)
    .map((set) => scoreOf(ofSet(results, set)));
  return (
    judged.every(
      ({ f1, kept, leftOut }) => !(f1 < aims.f1 || kept < aims.kept || leftOut < aims.leftOut),
    ) &&
    results.every(({ milliseconds }) => milliseconds <= pageMillisecondsMax) &&
    rates.same.rate >= chromeAims.same &&
    rates.different.rate >= chromeAims.different
  );
}

async function resultOf(page: EvaluationPage): Promise<PageResult> {
  const before = process.cpuUsage();
  const { text, extractor, charset } = await extract(
    { content: page.bytes, mediaType: 'text/html', charset: null },
    limits,
  );
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000;
  const segments = readSegments(page);
  const overlap = overlapOf(page, text);
  return { page, segments, text, extractor, charset, milliseconds, overlap };
}

function overlapOf({ goldText }: EvaluationPage, text: string): Overlap | null {
  return goldText === null ? null : tokenOverlap(text, goldText);
}

/** Returns trafilatura's results for the same pages, from a separate process. */
function peerResults(results: readonly PageResult[]): PageResult[] {
  const output = execFileSync(
    preparePython(peerPackages),
    [fileURLToPath(new URL('peer.py', import.meta.url))],
    {
      input: results
        .map(({ page: { bytes } }) => `${JSON.stringify(Buffer.from(bytes).toString('base64'))}\n`)
        .join(''),
      maxBuffer: 2 ** 30,
      encoding: 'utf8',
    },
  );
  return output
    .trim()
    .split('\n')
    .map((line, number) => {
      const { text, milliseconds } = JSON.parse(line) as { text: string; milliseconds: number };
      const { page, segments } = results[number]!;
      const overlap = overlapOf(page, text);
      const extractor = 'trafilatura';
      return { page, segments, text, extractor, charset: 'utf-8', milliseconds, overlap };
    });
}

/** Means over the pages of a set, and shares of its segments; NaN if unknown. */
function scoreOf(results: readonly PageResult[]) {
  const overlaps = results.flatMap(({ overlap }) => overlap ?? []);
  const shares = segmentScore(results.map(({ segments, text }) => ({ segments, taken: text })));
  const meanOf = (key: keyof Overlap) => mean(overlaps.map((overlap) => overlap[key]));
  return {
    f1: meanOf('f1'),
    precision: meanOf('precision'),
    recall: meanOf('recall'),
    ...shares,
  };
}

function setTable(results: readonly PageResult[], sets: readonly string[]): string {
  const head = ['set', 'pages', 'F1', 'precision', 'recall', 'segments kept', 'left out'];
  const rows = sets.map((set) => {
    const own = ofSet(results, set);
    const times = own.map(({ milliseconds }) => milliseconds);
    const { f1, precision, recall, kept, leftOut } = scoreOf(own);
    const wrong = own.filter(({ page, charset }) => isWrongCharset(page, charset)).length;
    return [
      set,
      own.length,
      ...[f1, precision, recall, kept, leftOut].map((value) =>
        Number.isNaN(value) ? '' : value.toFixed(3),
      ),
      (wrong / own.length).toFixed(3),
      mean(times).toFixed(1),
      Math.max(...times).toFixed(0),
    ];
  });
  return table([...head, 'wrong charset', 'ms, mean', 'ms, most'], rows);
}

/** All pages of the sets are UTF-8, whatever their markup declares, so every other charset is wrong. */
function isWrongCharset({ bytes }: EvaluationPage, charset: string | null): boolean {
  const text = new TextDecoder().decode(bytes);
  return charset !== 'utf-8' && decode(bytes, { header: null, markup: true }).text !== text;
}

function wayTable(results: readonly PageResult[]): string {
  const ways = [...new Set(results.map(({ extractor }) => extractor))].sort();
  return table(
    ['extractor', 'pages'],
    ways.map((way) => [way, results.filter(({ extractor }) => extractor === way).length]),
  );
}

function worstTable(results: readonly PageResult[], shown: number): string {
  const scored = results.filter(({ overlap }) => overlap !== null);
  const worst = scored.toSorted((a, b) => a.overlap!.f1 - b.overlap!.f1).slice(0, shown);
  return table(
    ['page', 'F1', 'precision', 'recall', 'extractor', 'begins'],
    worst.map(({ page, overlap, text, extractor }) => [
      page.id,
      overlap!.f1.toFixed(3),
      overlap!.precision.toFixed(2),
      overlap!.recall.toFixed(2),
      extractor,
      text.slice(0, 60).replaceAll(/[\n|]/g, ' '),
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

function ofSet(results: readonly PageResult[], set: string): PageResult[] {
  return results.filter(({ page }) => page.set === set);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
