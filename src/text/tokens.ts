import { han, syllabic } from './code-points.js';
import { changeable, findRuns } from './runs.js';
import {
  cutRun,
  cutRunsByJieba,
  type SegmentDictionaries,
  type SegmentOptions,
} from './segment.js';
import { withSymbols } from './symbol-words.js';
import { toUnits } from './units.js';

/**
 * Splits a text, normalised or not, into tokens for showing differences. The concatenated tokens equal the text.
 *
 *   在Java中使用、「プログラムを書く」
 *   ├┤├──┤├┤├──┤├────────────────────┤
 *               from here on, each code point is a token
 *
 * The words are the same as in the result of `segment`, but as written in the text, not simplified. Where `segment`
 * returns overlapping pairs of code points, this returns single code points. Everything between words is also returned.
 */
export function tokenize(
  whole: string,
  options: SegmentOptions,
  dictionaries: SegmentDictionaries,
): string[] {
  const units = toUnits(whole);
  const runs = withSymbols(units, findRuns(units, dictionaries.traditional));
  const chinese = options.hmm ? cutRunsByJieba(units, runs, options, dictionaries) : null;
  const tokens: string[] = [];
  let next = 0;
  let end = 0;
  for (let run = 0; run < runs.length; run += 3) {
    const start = runs[run + 1]!;
    for (const token of whole.slice(end, start)) tokens.push(token);
    end = runs[run + 2]!;
    const text = whole.slice(start, end);
    if ((runs[run]! & ~changeable) === han) {
      const words = chinese ? lineAt(chinese, next) : cutRun(text, options, dictionaries);
      next += words.length + 1;
      for (const token of inPlace(text, words)) tokens.push(token);
    } else if (runs[run] === syllabic) for (const token of text) tokens.push(token);
    else tokens.push(text);
  }
  for (const token of whole.slice(end)) tokens.push(token);
  return tokens;
}

function lineAt(words: readonly string[], start: number): string[] {
  const end = words.indexOf('\n', start);
  return words.slice(start, end < 0 ? undefined : end);
}

/** Cuts the run at the ends of its words, or into code points if simplifying has changed its length. */
function inPlace(run: string, words: readonly string[]): Iterable<string> {
  if (words.reduce((length, word) => length + word.length, 0) !== run.length) return run;
  let end = 0;
  return words.map((word) => {
    const start = end;
    end += word.length;
    return run.slice(start, end);
  });
}
