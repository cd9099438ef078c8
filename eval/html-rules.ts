/**
 * Measures what each rule of the extractor is worth: every rule is switched off in turn, on pages whose wanted text is
 * known. A rule stays only if the sets that rules are chosen by lose without it. The sets that judge the extractor are
 * not among them.
 */
import { table } from '../harness/measure.js';
import { decode } from '../src/extract/decode.js';
import { htmlText } from '../src/extract/html.js';
import { ruleNames } from '../src/extract/main-text.js';
import { type EvaluationPage, readPages } from './html-pages.js';
import { readSegments, segmentScore } from './segments.js';
import { tokenOverlap } from './token-f1.js';

interface Score {
  /** Mean F1; NaN if no page has a wanted text. */
  readonly f1: number;
  readonly kept: number;
  readonly leftOut: number;
}

/** Prints the scores of each set with all rules, and the differences without each rule. */
export function evaluateRules(directory: string, sets: readonly string[] | undefined): void {
  const pages = readPages(directory, sets).map((page) => ({
    page,
    html: decode(page.bytes, { header: null, markup: true }).text,
    segments: readSegments(page),
  }));
  const names = [...new Set(pages.map(({ page }) => page.set))];
  const scores = (off: string | null) =>
    names.map((set) =>
      scoreOf(
        pages.filter(({ page }) => page.set === set),
        off,
      ),
    );
  const all = scores(null);
  const head = names.map((name) => `${name}: F1 · kept · left out`);
  const first = ['all rules', ...all.map((score) => values(score).map(share).join(' · '))];
  const rows = ruleNames.map((rule) => [
    `without ${rule}`,
    ...scores(rule).map((score, at) => {
      const before = values(all[at]!);
      return values(score)
        .map((value, key) => difference(value - before[key]!))
        .join(' · ');
    }),
  ]);
  console.log(`\nRules\n\n${table(['', ...head], [first, ...rows])}`);
}

type Prepared = { page: EvaluationPage; html: string; segments: ReturnType<typeof readSegments> };

function scoreOf(pages: readonly Prepared[], off: string | null): Score {
  const results = pages.map(({ page, html, segments }) => {
    const { text } = htmlText(html, { rules: (name) => name !== off });
    return { page, segments, taken: text };
  });
  const overlaps = results.flatMap(({ page, taken }) =>
    page.goldText === null ? [] : [tokenOverlap(taken, page.goldText).f1],
  );
  const f1 = overlaps.reduce((sum, value) => sum + value, 0) / overlaps.length;
  return { f1, ...segmentScore(results) };
}

const values = ({ f1, kept, leftOut }: Score) => [f1, kept, leftOut];

function share(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(3);
}

/** Formats a difference in thousandths. */
function difference(value: number): string {
  if (Number.isNaN(value)) return '–';
  const thousandths = (1000 * value).toFixed(1);
  return value > 0 ? `+${thousandths}` : thousandths;
}
