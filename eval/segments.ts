/**
 * Measures the extracted segments of a page: pieces of text named by people, or lines of the visible text with at least
 * five tokens. A line is wanted if its tokens are contiguous in the wanted text.
 */
import { visibleLines } from '../src/extract/main-text.js';
import { pageTree } from '../src/extract/page-tree.js';
import { tokensOf } from './shingles.js';

export interface SegmentedPage {
  readonly bytes: Uint8Array;
  readonly goldText: string | null;
  /** Pieces of text named by people if there is no wanted text. */
  readonly must: readonly string[];
  readonly mustNot: readonly string[];
  readonly taken: string;
}

const tokensMin = 5;

/** @returns the share of wanted segments that are extracted, and of unwanted segments that are not; NaN without any */
export function segmentScore(pages: readonly SegmentedPage[]) {
  const wanted = { all: 0, taken: 0 };
  const unwanted = { all: 0, taken: 0 };
  for (const page of pages) {
    const text = tokenRun(page.taken);
    const count = (segments: readonly string[], counts: typeof wanted) => {
      for (const segment of segments) {
        counts.all += 1;
        if (text.includes(tokenRun(segment))) counts.taken += 1;
      }
    };
    count(page.must, wanted);
    count(page.mustNot, unwanted);
    if (page.goldText === null) continue;
    const gold = tokenRun(page.goldText);
    const shown = visibleLines(pageTree(Buffer.from(page.bytes).toString('utf8')));
    const lines = shown.map(({ text }) => text);
    const segments = lines.filter((line) => tokensOf(line).length >= tokensMin);
    count(
      segments.filter((line) => gold.includes(tokenRun(line))),
      wanted,
    );
    count(
      segments.filter((line) => !gold.includes(tokenRun(line))),
      unwanted,
    );
  }
  return { kept: wanted.taken / wanted.all, leftOut: 1 - unwanted.taken / unwanted.all };
}

function tokenRun(text: string): string {
  return ` ${tokensOf(text).join(' ')} `;
}
