/** A line of a byte stream. */
export interface Line {
  /** Line number, from 1. */
  readonly number: number;
  /** Bytes without the line feed, often a view of the buffer; null if the line was too long and was skipped. */
  readonly bytes: Buffer | null;
}

/**
 * Splits a stream into lines. Empty lines are counted but not returned, at almost no cost. A line longer than
 * `lineBytesMax` is never held in memory.
 */
export async function* splitLines(
  source: AsyncIterable<Buffer>,
  lineBytesMax: number,
): AsyncGenerator<Line> {
  const lines = collectLines(lineBytesMax);
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      if (end > start) lines.take(chunk.subarray(start, end));
      if (lines.isEmpty()) lines.skip();
      else yield lines.finish();
      start = end + 1;
    }
    if (start < chunk.length) lines.take(chunk.subarray(start));
  }
  if (!lines.isEmpty()) yield lines.finish();
}

/** Creates a collector that joins the parts of each line and discards a line that is too long. */
export function collectLines(lineBytesMax: number) {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  return {
    take(part: Buffer): void {
      length += part.length;
      if (length <= lineBytesMax) parts.push(part);
      else parts = [];
    },
    isEmpty: () => length === 0,
    /** Counts an empty line. */
    skip(): void {
      number += 1;
    },
    finish(): Line {
      const line = { number, bytes: length <= lineBytesMax ? joined(parts) : null };
      number += 1;
      parts = [];
      length = 0;
      return line;
    },
  };
}

/** Joins the parts of a line. Most lines consist of one part, which is not copied. */
const joined = (parts: readonly Buffer[]) =>
  parts.length === 1 ? parts[0]! : Buffer.concat(parts);
