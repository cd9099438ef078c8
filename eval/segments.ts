/**
 * Measures which lines of a page are taken. A segment is a line of the visible text with at least
 * five tokens; it is wanted if its tokens occur in the wanted text, in one run.
 */
import { cleanHtml } from '../src/extract/clean-html.js';
import { visibleText } from '../src/extract/visible-text.js';
import { tokensOf } from './shingles.js';

export interface SegmentedPage {
  readonly bytes: Uint8Array;
  readonly goldText: string;
  readonly taken: string;
}

const tokensMin = 5;

/** @returns the share of wanted segments that are taken, and of unwanted ones that are not */
export function segmentScore(pages: readonly SegmentedPage[]) {
  const wanted = { all: 0, taken: 0 };
  const unwanted = { all: 0, taken: 0 };
  for (const { bytes, goldText, taken } of pages) {
    const [gold, text] = [goldText, taken].map(tokenRun) as [string, string];
    const visible = visibleText(cleanHtml(Buffer.from(bytes).toString('utf8'), false).html);
    for (const line of visible.split('\n')) {
      if (tokensOf(line).length < tokensMin) continue;
      const run = tokenRun(line);
      const counts = gold.includes(run) ? wanted : unwanted;
      counts.all += 1;
      if (text.includes(run)) counts.taken += 1;
    }
  }
  return { kept: wanted.taken / wanted.all, leftOut: 1 - unwanted.taken / unwanted.all };
}

function tokenRun(text: string): string {
  return ` ${tokensOf(text).join(' ')} `;
}
