import { Readable } from 'node:stream';
import type { Line } from '../api/split-lines.js';
import { jsonText } from './json-text.js';

/**
 * Reads a table of text (RFC 4180) with headings: each row as a line of JSON with strings, an empty cell as null.
 * @param delimiter between cells
 * @throws Error where the table cannot be read, such as at a quote that does not end
 */
export async function* readTable(
  source: AsyncIterable<Buffer>,
  delimiter: ',' | '\t',
  lineBytesMax: number,
): AsyncGenerator<Line> {
  const { parse } = await import('csv-parse');
  const rows = parse({
    bom: true,
    columns: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: lineBytesMax,
    cast: (value) => (value === '' ? null : value),
  });
  Readable.from(source)
    .on('error', (error) => rows.destroy(error))
    .pipe(rows);
  let number = 0;
  for await (const row of rows) {
    number += 1;
    yield { number, bytes: Buffer.from(jsonText(row)) };
  }
}
