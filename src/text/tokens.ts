import { han, syllabic } from './code-points.js';
import {
  cutRunsOfHan,
  findRuns,
  type SegmentDictionaries,
  type SegmentOptions,
} from './segment.js';

/**
 * A normalised text in pieces for showing differences: put together they are the text again.
 *
 *   在Java中使用、「プログラムを書く」
 *   ├┤├──┤├┤├──┤├──┤├ one code point a piece
 *
 * Words are those of `segment`, but as they stand in the text: not simplified, not overlapping (so
 * code points where `segment` takes pairs of them), and with everything in between.
 */
export function tokensOf(
  normalized: string,
  options: SegmentOptions,
  dictionaries: SegmentDictionaries,
): string[] {
  const runs = findRuns(normalized);
  const chinese = cutRunsOfHan(normalized, runs, options, dictionaries);
  const tokens: string[] = [];
  let next = 0;
  let end = 0;
  for (let run = 0; run < runs.length; run += 3) {
    const start = runs[run + 1]!;
    for (const token of normalized.slice(end, start)) tokens.push(token);
    end = runs[run + 2]!;
    const text = normalized.slice(start, end);
    if (runs[run] === han) {
      const after = chinese.indexOf('\n', next);
      const words = chinese.slice(next, after < 0 ? undefined : after);
      next += words.length + 1;
      for (const token of inPlace(text, words)) tokens.push(token);
    } else if (runs[run] === syllabic) for (const token of text) tokens.push(token);
    else tokens.push(text);
  }
  for (const token of normalized.slice(end)) tokens.push(token);
  return tokens;
}

/** The run cut where its words end; by code point if simplifying has changed its length. */
function inPlace(run: string, words: readonly string[]): Iterable<string> {
  if (words.reduce((length, word) => length + word.length, 0) !== run.length) return run;
  let end = 0;
  return words.map((word) => {
    const start = end;
    end += word.length;
    return run.slice(start, end);
  });
}
