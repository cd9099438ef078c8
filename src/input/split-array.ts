import { collectLines, type Line } from '../api/split-lines.js';

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const [lineFeed, carriageReturn, space, tab] = [0x0a, 0x0d, 0x20, 0x09];

/**
 * Splits a JSON array into its elements, each as a line with its original bytes, so that no number is rounded. Line
 * feeds within an element become spaces. Elements are not validated. An element longer than `lineBytesMax` is never
 * held in memory; its line has no bytes.
 * @throws SyntaxError if the array does not end, or if anything but white space follows it
 */
export async function* splitArray(
  source: AsyncIterable<Buffer>,
  lineBytesMax: number,
): AsyncGenerator<Line> {
  let [depth, inString, escaped, ended] = [0, false, false, false];
  const lines = collectLines(lineBytesMax);
  /** `isBlank`: only white space has followed the last comma. `isFirst`: the first element has not ended yet. */
  let [isBlank, isFirst] = [true, true];

  for await (const chunk of source) {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inString = false;
        continue;
      }
      if (byte === lineFeed || byte === carriageReturn) chunk[i] = space;
      if (byte === space || byte === tab || byte === lineFeed || byte === carriageReturn) continue;
      if (ended) throw new SyntaxError('something follows the JSON array');
      if (depth === 0) {
        // Start of the array, preceded by at most a byte order mark.
        if (byte === openBracket) {
          depth = 1;
          start = i + 1;
        }
        continue;
      }
      if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) depth += 1;
      else if (byte === closeBrace || byte === closeBracket) depth -= 1;
      const isEnd = depth === 0 || (depth === 1 && byte === comma);
      if (!isEnd) {
        isBlank = false;
        continue;
      }
      ended = depth === 0;
      if (i > start) lines.take(chunk.subarray(start, i));
      start = i + 1;
      const isEmptyArray = ended && isBlank && isFirst;
      if (!isEmptyArray) yield lines.finish();
      [isBlank, isFirst] = [true, false];
    }
    if (depth > 0 && start < chunk.length) lines.take(chunk.subarray(start));
  }
  if (!ended) throw new SyntaxError('the JSON array does not end');
}
