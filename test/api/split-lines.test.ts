import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, splitLines } from '../../src/api/split-lines.js';

async function* chunksOf(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let start = 0;
  for (const end of [...ends, bytes.length]) {
    yield bytes.subarray(start, end);
    start = end;
  }
}

async function linesOf(source: AsyncIterable<Buffer>, lineBytesMax: number): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of splitLines(source, lineBytesMax)) lines.push(line);
  return lines;
}

describe('splitLines', () => {
  it('splits lines wherever the chunks end, and skips empty and overlong lines', async () => {
    const line = fc.stringMatching(/^[ab页]{0,12}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.array(fc.nat(200), { maxLength: 8 }),
        fc.nat(20),
        async (lines, cuts, lineBytesMax) => {
          const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
          const found = await linesOf(chunksOf(bytes, cuts), lineBytesMax);
          const wanted = lines
            .map((text, index) => ({
              number: index + 1,
              bytes: Buffer.byteLength(text) <= lineBytesMax ? Buffer.from(text) : null,
            }))
            .filter((_, index) => lines[index] !== '');
          expect(found).toEqual(wanted);
        },
      ),
    );
  });

  it('accepts a last line without a line feed', async () => {
    const found = await linesOf(chunksOf(Buffer.from('a\nb'), []), 10);
    expect(found.map(({ bytes }) => bytes?.toString())).toEqual(['a', 'b']);
  });
});
