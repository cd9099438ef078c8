import { Readable } from 'node:stream';
import type { DataForm, DataLine } from './data-line.js';
import { jsonText } from './json-text.js';

export type Delimiter = ',' | '\t';

/** A table of text, row by row. */
export interface Table {
  /** The line of headings, without its end. */
  readonly headings: string;
  /** Each row as a line of JSON with strings, an empty cell as null. */
  readonly rows: AsyncGenerator<DataLine>;
}

/**
 * Reads a table of text (RFC 4180) with headings; a quote within a cell that has none around it is a character.
 * @throws Error where the table cannot be read, such as at a quote that does not end; so do the rows
 */
export async function readTable(
  source: AsyncIterable<Buffer>,
  delimiter: Delimiter,
  lineBytesMax: number,
): Promise<Table> {
  const { parse } = await import('csv-parse');
  const rows = parse({
    bom: true,
    columns: false,
    delimiter,
    max_record_size: lineBytesMax,
    raw: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  Readable.from(source)
    .on('error', (error) => rows.destroy(error))
    .pipe(rows);
  const records: AsyncIterator<RawRecord> = rows[Symbol.asyncIterator]();
  const first = await records.next();
  const names: readonly string[] = first.done ? [] : first.value.record;
  return {
    headings: first.done ? '' : lineOf(first.value),
    rows: rowsOf(records, names),
  };
}

/** A row of a table, as it was `written`, with the names of its headings. */
export async function readRow(
  { format, headings }: DataForm,
  written: string,
): Promise<Record<string, string>> {
  const { parse } = await import('csv-parse/sync');
  const delimiter = format === 'csv' ? ',' : '\t';
  const options = { delimiter, relax_column_count: true, relax_quotes: true };
  const [names, row] = parse(`${headings}\n${written}`, options) as string[][];
  return Object.fromEntries(names!.map((name, at) => [name, row?.[at] ?? '']));
}

interface RawRecord {
  readonly raw: string;
  readonly record: readonly string[];
}

async function* rowsOf(
  records: AsyncIterator<RawRecord>,
  names: readonly string[],
): AsyncGenerator<DataLine> {
  let number = 0;
  for (let next = await records.next(); !next.done; next = await records.next()) {
    number += 1;
    const { record } = next.value;
    const row = Object.fromEntries(names.map((name, at) => [name, record[at] || null]));
    yield { number, bytes: Buffer.from(jsonText(row)), written: lineOf(next.value) };
  }
}

/** The parser leaves ends of lines at both ends of what it read. */
function lineOf({ raw }: RawRecord): string {
  return raw.replace(/^\ufeff?[\r\n]*|[\r\n]+$/g, '');
}
