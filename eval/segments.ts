/**
 * Measures the extracted segments of a page: pieces of text named by people, or lines of the visible text with at least
 * five tokens. A line is wanted if its tokens are contiguous in the wanted text.
 */
import { decode } from '../src/extract/decode.js';
import { visibleLines } from '../src/extract/main-text.js';
import { pageTree } from '../src/extract/page-tree.js';
import { tokensOf } from './shingles.js';

export interface SegmentedPage {
  readonly bytes: Uint8Array;
  readonly goldText: string | null;
  /** Pieces of text named by people. */
  readonly must: readonly string[];
  readonly mustNot: readonly string[];
}

/** Segments of a page, each as a run of tokens. */
export interface Segments {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

const tokensMin = 5;

export function readSegments({ bytes, goldText, must, mustNot }: SegmentedPage): Segments {
  const wanted = must.map(tokenRun);
  const unwanted = mustNot.map(tokenRun);
  if (goldText === null) return { wanted, unwanted };
  const gold = tokenRun(goldText);
  for (const { text } of visibleLines(
    pageTree(decode(bytes, { header: null, markup: true }).text),
  )) {
    if (tokensOf(text).length < tokensMin) continue;
    const run = tokenRun(text);
    (gold.includes(run) ? wanted : unwanted).push(run);
  }
  return { wanted, unwanted };
}

/** @returns the share of wanted segments that are extracted, and of unwanted segments that are not; NaN without any */
export function segmentScore(pages: readonly { segments: Segments; taken: string }[]) {
  const wanted = { all: 0, taken: 0 };
  const unwanted = { all: 0, taken: 0 };
  for (const { segments, taken } of pages) {
    const text = tokenRun(taken);
    const count = (runs: readonly string[], counts: typeof wanted) => {
      counts.all += runs.length;
      counts.taken += runs.filter((run) => text.includes(run)).length;
    };
    count(segments.wanted, wanted);
    count(segments.unwanted, unwanted);
  }
  return { kept: wanted.taken / wanted.all, leftOut: 1 - unwanted.taken / unwanted.all };
}

function tokenRun(text: string): string {
  return ` ${tokensOf(text).join(' ')} `;
}
