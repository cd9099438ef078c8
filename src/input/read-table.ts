import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { NeardupError } from '../errors.js';
import { decode, textIn } from '../extract/decode.js';
import type { DataForm, DataLine, Delimiter } from './data-line.js';
import { jsonText, toUtf8 } from './json-text.js';

/** A table of text, row by row. */
export interface Table {
  /** The line of headings, without its end. */
  readonly headings: string;
  /** Each row as a line of JSON with strings, an empty cell as null. */
  readonly rows: AsyncGenerator<DataLine>;
}

export interface TableOptions {
  readonly delimiter: Delimiter;
  /** Row ends: CR alone where the table has no LF, as old spreadsheets write it. */
  readonly rowEnds: readonly string[];
  readonly lineBytesMax: number;
  /** Called with what a person should know about the table. */
  readonly onNote: (note: string) => void;
}

/** More would be no table of documents. */
const columnsMax = 2000;

/**
 * Reads a table of text (RFC 4180) with headings; a quote within a cell that has none around it is a character.
 * A row that is not UTF-8 is read in the charset of such rows, if that can be recognized; else it is a fault.
 * @throws Error where the table cannot be read, such as at a quote that does not end; so do the rows
 */
export async function readTable(
  source: AsyncIterable<Buffer>,
  { delimiter, rowEnds, lineBytesMax, onNote }: TableOptions,
): Promise<Table> {
  const { parse } = await import('csv-parse');
  const parser = parse({
    columns: false,
    delimiter,
    // One character for each byte: every row is decoded by itself.
    encoding: 'latin1',
    max_record_size: lineBytesMax,
    raw: true,
    record_delimiter: [...rowEnds],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  Readable.from(withoutMark(source))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  const records: AsyncIterator<RawRecord> = parser[Symbol.asyncIterator]();
  const rows = decodedRows(records, onNote);
  let first = await rows.next();
  // Excel writes and understands a first line that names what divides the cells.
  if (!first.done && /^sep=.?$/i.test(first.value.written)) first = await rows.next();
  const names = first.done ? [] : first.value.cells;
  if (names === null) throw unknownCharset;
  if (names.length > columnsMax) {
    throw new Error(`it has ${names.length} columns, of which at most ${columnsMax} are read`);
  }
  for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at))) {
    onNote(`several columns are named "${name}"; the last of them is read`);
  }
  return { headings: first.done ? '' : first.value.written, rows: linesOf(rows, names) };
}

/** A row of a table, as it was `written`, with the names of its headings. */
export async function readRow(
  { headings, delimiter }: DataForm,
  written: string,
): Promise<Record<string, string>> {
  const { parse } = await import('csv-parse/sync');
  const options = { delimiter, relax_column_count: true, relax_quotes: true };
  const [names, row] = parse(`${headings}\n${written}`, options) as string[][];
  return Object.fromEntries(names!.map((name, at) => [name, row?.[at] ?? '']));
}

interface RawRecord {
  readonly raw: string;
  readonly record: readonly string[];
}

interface Row {
  /** Null if its bytes have no meaning in any charset that fits. */
  readonly cells: readonly string[] | null;
  readonly written: string;
}

async function* linesOf(
  rows: AsyncGenerator<Row>,
  names: readonly string[],
): AsyncGenerator<DataLine> {
  let number = 0;
  for await (const { cells, written } of rows) {
    number += 1;
    if (cells === null) yield { number, bytes: null, fault: unknownCharset };
    else {
      const row = Object.fromEntries(names.map((name, at) => [name, cells[at] || null]));
      yield { number, bytes: Buffer.from(jsonText(row)), written };
    }
  }
}

const unknownCharset = new NeardupError(
  'validation_failed',
  `the row is not UTF-8, and its charset cannot be recognized: ${toUtf8}`,
);

/** Rows that are looked at together when the charset of a table is recognized, and their bytes. */
const sampleRowsMax = 1000;
const sampleBytesMax = 2 ** 16;

/** Cells and rows from bytes to characters. */
async function* decodedRows(
  records: AsyncIterator<RawRecord>,
  onNote: (note: string) => void,
): AsyncGenerator<Row> {
  const ahead: RawRecord[] = [];
  /** The charset of rows that are not UTF-8; null: unknown. */
  let charset: string | null | undefined;

  async function recognize(first: RawRecord): Promise<string | null> {
    const sample = [bytesOf(first.raw)];
    let size = sample[0]!.length;
    while (ahead.length < sampleRowsMax && size < sampleBytesMax) {
      const next = await records.next().catch(() => ({ done: true, value: undefined }) as const);
      if (next.done) break;
      ahead.push(next.value);
      const bytes = bytesOf(next.value.raw);
      if (isUtf8(bytes)) continue;
      sample.push(bytes);
      size += bytes.length;
    }
    const found = decode(Buffer.concat(sample), { header: null, markup: false });
    if (found.charsetSource !== 'detected') return null;
    onNote(`rows that are not UTF-8 are read as ${found.charset}, and written as UTF-8`);
    return found.charset;
  }

  for (;;) {
    const next = ahead.length > 0 ? { done: false, value: ahead.shift()! } : await records.next();
    if (next.done) return;
    const { raw, record } = next.value as RawRecord;
    const line = lineOf(raw);
    if (!beyondAscii.test(raw)) {
      yield { cells: record, written: line };
    } else if (isUtf8(bytesOf(raw))) {
      const asUtf8 = (text: string) => bytesOf(text).toString('utf8');
      yield { cells: record.map(asUtf8), written: asUtf8(line) };
    } else {
      if (charset === undefined) charset = await recognize(next.value as RawRecord);
      yield charset === null ? { cells: null, written: line } : rowIn(charset, record, line);
    }
  }
}

function rowIn(charset: string, record: readonly string[], line: string): Row {
  const decoded = (text: string) => textIn(bytesOf(text), charset);
  const written = decoded(line);
  return { cells: written.includes('\ufffd') ? null : record.map(decoded), written };
}

const beyondAscii = /[\x80-\xff]/;
const bytesOf = (text: string) => Buffer.from(text, 'latin1');

/** The parser leaves ends of rows at both ends of what it read. */
function lineOf(raw: string): string {
  return raw.replace(/^[\r\n]+|[\r\n]+$/g, '');
}

async function* withoutMark(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of source) {
    const hasMark = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    isFirst = false;
    yield hasMark ? chunk.subarray(3) : chunk;
  }
}
