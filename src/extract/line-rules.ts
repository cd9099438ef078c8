/**
 * Rules for the lines of an article that are not part of its text. They use the place of a line and the links in it, no
 * words of any language.
 */
import type { Rules } from './element-rules.js';
import type { Line } from './page-lines.js';
import { readsLikeProse } from './page-measures.js';

/** A line of an article, and its place. */
interface PlacedLine {
  readonly line: Line;
  /** True if the line is before the first line of prose, or after the last one. */
  readonly isBefore: boolean;
  readonly isAfter: boolean;
}

interface LineRule {
  readonly name: string;
  leavesOut(placed: PlacedLine): boolean;
}

/** Minimum share of a line in links to other pages for the line to lead there. */
const linkShareMin = 0.5;
/** The same for a sentence. */
const allLinkedMin = 0.9;
const sentenceEnd = /(?:(?:\p{L}{2}|\p{N})[.!?…]|[。！？…])["”’'»」』)）]*$/u;

/** Tests for a line such as a date, an author or a button: no heading, no sentence, and no item of a list. */
function isLabel({ text, isHeading, isCode, isItem }: Line): boolean {
  return !isHeading && !isCode && !isItem && !sentenceEnd.test(text);
}

export const lineRules: readonly LineRule[] = [
  {
    // A list inside the text may be one of references.
    name: 'links',
    leavesOut: ({ line, isBefore, isAfter }) =>
      line.linked > 0 &&
      line.linked >= (sentenceEnd.test(line.text) ? allLinkedMin : linkShareMin) * line.length &&
      !line.isHeading &&
      !line.isCode &&
      (isBefore || isAfter || !line.isItem),
  },
  { name: 'before', leavesOut: ({ line, isBefore }) => isBefore && isLabel(line) },
  { name: 'after', leavesOut: ({ line, isAfter }) => isAfter && isLabel(line) },
];

/** Name of the rule that leaves out a heading of which all lines are left out. */
export const emptySection = 'empty-section';

/** Returns the lines of an article that are part of its text. */
export function articleLines(lines: readonly Line[], rules: Rules): readonly Line[] {
  const [first, last] = [lines.findIndex(isProse), lines.findLastIndex(isProse)];
  if (first < 0) return lines;
  const applied = lineRules.filter(({ name }) => rules(name));
  const isOut = lines.map((line, index) => {
    const placed = { line, isBefore: index < first, isAfter: index > last };
    return applied.some((rule) => rule.leavesOut(placed));
  });
  if (rules(emptySection)) leaveOutHeadings(lines, isOut);
  return lines.filter((_, index) => !isOut[index]);
}

/** Leaves out headings that are followed by lines that are left out, up to the next heading or the end. */
function leaveOutHeadings(lines: readonly Line[], isOut: boolean[]): void {
  let [hasText, hasLines] = [false, true];
  for (let index = lines.length - 1; index >= 0; index--) {
    if (isOut[index]) hasLines = true;
    else if (!lines[index]!.isHeading) hasText = true;
    else if (hasLines && !hasText) isOut[index] = true;
    else [hasText, hasLines] = [false, false];
  }
}

function isProse({ text, length, linked, isHeading }: Line): boolean {
  if (isHeading || !readsLikeProse(length, linked)) return false;
  return !/^\S+$/.test(text) || /[\u2e80-\uffff]/.test(text);
}
