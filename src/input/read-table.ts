import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { NeardupError } from '../errors.js';
import { decode, decodeText } from '../extract/decode.js';
import type { DataForm, DataLine, Delimiter } from './data-line.js';
import { jsonText, toUtf8 } from './json-text.js';

/** A text table, read row by row. */
export interface Table {
  /** Heading line without its line end. */
  readonly headings: string;
  /** Rows as lines of JSON with strings; an empty cell is null. */
  readonly rows: AsyncGenerator<DataLine>;
}

export interface TableOptions {
  readonly delimiter: Delimiter;
  /** Strings that end a row. Only CR if the table has no LF, as in files of old spreadsheets. */
  readonly rowEnds: readonly string[];
  readonly lineBytesMax: number;
  /** Called with notes for the user about the table. */
  readonly onNote: (note: string) => void;
}

/** Maximum number of columns in a table of documents. */
const columnsMax = 2000;

/**
 * Reads a text table (RFC 4180) with headings. A quote inside an unquoted cell is an ordinary character. Rows that are
 * not UTF-8 are decoded in their charset if it can be detected; otherwise, each such row is a fault.
 * @throws Error if the table cannot be read, for example because of an unclosed quote; the iteration over the rows
 * throws such errors as well
 */
export async function readTable(
  source: AsyncIterable<Buffer>,
  { delimiter, rowEnds, lineBytesMax, onNote }: TableOptions,
): Promise<Table> {
  const { parse } = await import('csv-parse');
  const parser = parse({
    columns: false,
    delimiter,
    // One character per byte, because each row is decoded separately.
    encoding: 'latin1',
    max_record_size: lineBytesMax,
    raw: true,
    record_delimiter: [...rowEnds],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  Readable.from(withoutMark(source, lineBytesMax))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  const records: AsyncIterator<RawRecord> = parser[Symbol.asyncIterator]();
  const rows = decodedRows(records, onNote);
  let first = await rows.next();
  // Excel writes and accepts a first line that declares the delimiter.
  if (!first.done && /^sep=.?$/i.test(first.value.written)) first = await rows.next();
  const names = first.done ? [] : first.value.cells;
  if (names === null) throw unknownCharset;
  if (names.length > columnsMax) {
    throw new Error(`it has ${names.length} columns, of which at most ${columnsMax} are read`);
  }
  for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at))) {
    onNote(`several columns are named "${name}"; the last of them is read`);
  }
  return { headings: first.done ? '' : first.value.written, rows: toLines(rows, names) };
}

/** Parses a raw row of a table into an object whose fields have the names of the headings. */
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
  /** Cells of the row; null if the charset of the row is unknown. */
  readonly cells: readonly string[] | null;
  readonly written: string;
}

async function* toLines(
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

/** Maximum number of rows and bytes that are examined to detect the charset of a table. */
const sampleRowsMax = 1000;
const sampleBytesMax = 2 ** 16;

/** Decodes the rows of a table and their cells. */
async function* decodedRows(
  records: AsyncIterator<RawRecord>,
  onNote: (note: string) => void,
): AsyncGenerator<Row> {
  const ahead: RawRecord[] = [];
  /** Charset of rows that are not UTF-8; null if it cannot be detected, undefined before the first such row. */
  let charset: string | null | undefined;

  async function recognize(first: RawRecord): Promise<string | null> {
    const sample = [encodeText(first.raw)];
    let size = sample[0]!.length;
    while (ahead.length < sampleRowsMax && size < sampleBytesMax) {
      const next = await records.next().catch(() => ({ done: true, value: undefined }) as const);
      if (next.done) break;
      ahead.push(next.value);
      const bytes = encodeText(next.value.raw);
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
    const line = trimLine(raw);
    if (!beyondAscii.test(raw)) {
      yield { cells: record, written: line };
    } else if (isUtf8(encodeText(raw))) {
      const asUtf8 = (text: string) => encodeText(text).toString('utf8');
      yield { cells: record.map(asUtf8), written: asUtf8(line) };
    } else {
      if (charset === undefined) charset = await recognize(next.value as RawRecord);
      yield charset === null ? { cells: null, written: line } : createRow(charset, record, line);
    }
  }
}

function createRow(charset: string, record: readonly string[], line: string): Row {
  const decoded = (text: string) => decodeText(encodeText(text), charset);
  const written = decoded(line);
  return { cells: written.includes('\ufffd') ? null : record.map(decoded), written };
}

const beyondAscii = /[\x80-\xff]/;
const encodeText = (text: string) => Buffer.from(text, 'latin1');

/**
 * Removes the line ends that the parser leaves at both ends of a row. Unlike a regular expression, this takes linear
 * time even if a cell has a million line ends.
 */
function trimLine(raw: string): string {
  let [start, end] = [0, raw.length];
  while (start < end && isRowEnd(raw.charCodeAt(start))) start += 1;
  while (end > start && isRowEnd(raw.charCodeAt(end - 1))) end -= 1;
  return raw.slice(start, end);
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];
const isRowEnd = (code: number) => code === lineFeed || code === carriageReturn;

/**
 * Yields the bytes of a table after its byte order mark.
 * @throws Error for more than `bytesMax` bytes without a line end. The limit of the parser does not count delimiters,
 * so a long row of nothing but delimiters would create any number of cells
 */
async function* withoutMark(
  source: AsyncIterable<Buffer>,
  bytesMax: number,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  let length = 0;
  for await (const chunk of source) {
    const end = Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn));
    length = end < 0 ? length + chunk.length : chunk.length - end - 1;
    if (length > bytesMax) throw new Error(`a row is longer than ${bytesMax} bytes`);
    const hasMark = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    isFirst = false;
    yield hasMark ? chunk.subarray(3) : chunk;
  }
}
