import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BodyLimits } from '../api/page-media-types.js';
import { splitLines } from '../api/split-lines.js';
import type { DataForm, DataLine } from './data-line.js';
import { unreadable } from './find-inputs.js';
import type { ParquetOptions } from './read-parquet.js';
import { type Delimiter, readTable } from './read-table.js';
import { type BrokenRecord, readWarc, type WarcRecord } from './read-warc.js';
import { splitArray } from './split-array.js';
import { unpack, withHead } from './unpack.js';

/** Lines up to this length are read in any case, in bytes. */
const lineBytesMin = 16 * 1024 * 1024;

/** Longest line that is read, in bytes: at least one that the service takes as a body. */
function lineBytesMaxOf({ bodyBytesMax }: Pick<BodyLimits, 'bodyBytesMax'>): number {
  return Math.max(lineBytesMin, bodyBytesMax);
}

/** What a file of many documents contains. */
export type Data =
  | {
      readonly kind: 'lines';
      readonly form: DataForm;
      readonly lines: AsyncGenerator<DataLine>;
    }
  | { readonly kind: 'warc'; readonly records: AsyncGenerator<WarcRecord | BrokenRecord> };

export interface OpenDataOptions {
  /** Called with the number of bytes read from disk since the last call. */
  readonly onBytes: (count: number) => void;
  readonly limits: Pick<BodyLimits, 'bodyBytesMax'>;
  /** The columns that are read of Parquet. */
  readonly columns?: ParquetOptions['columns'];
  /** Where Parquet from a pipe is kept, since it is read from its end; without it as long as it is read. */
  readonly spoolDirectory?: string;
}

/** Enough to tell what it is: one line, since whoever writes into a pipe may wait for our results. */
const isEnough = (head: Buffer) =>
  head.includes('\n') || head.length >= 64 * 1024 || startsAsParquet(head);

/**
 * Opens a file by what its first bytes say, not by its name: lines of JSON, a JSON array, a table with
 * headings (CSV, TSV) or WARC, each also packed by gzip, zstd or bzip2, or Parquet. The name `-` is the
 * standard input.
 * @throws NeardupError `extraction_failed` if it cannot be read, or is none of these; reading on throws it, too
 */
export async function openData(name: string, options: OpenDataOptions): Promise<Data> {
  const lineBytesMax = lineBytesMaxOf(options.limits);
  try {
    if (name !== '-' && (await isParquetFile(name))) return parquetOf(name, name, options);
    const { packing, bytes } = await unpack(name, options.onBytes);
    const { head, whole } = await withHead(bytes, isEnough);
    if (packing === null && startsAsParquet(head))
      return await spooledParquet(name, whole, options);
    const text = head.toString('utf8').replace(/^\ufeff/, '');
    if (/^WARC\/\d/.test(text)) return { kind: 'warc', records: readWarc(name, whole) };
    const first = text.trimStart()[0];
    if (first === '[') {
      return linesOf(name, { format: 'json', packing }, splitArray(whole, lineBytesMax));
    }
    const delimiter = first === '{' ? null : delimiterOf(text);
    if (delimiter !== null) {
      const { headings, rows } = await readTable(whole, delimiter, lineBytesMax);
      const format = delimiter === ',' ? 'csv' : 'tsv';
      return linesOf(name, { format, packing, headings }, rows);
    }
    const other = otherKindOf(head);
    if (other !== null) throw new Error(`it is ${other}`);
    return linesOf(name, { format: 'ndjson', packing }, splitLines(whole, lineBytesMax));
  } catch (error) {
    throw unreadable(name, error as Error);
  }
}

function linesOf(name: string, form: DataForm, lines: AsyncGenerator<DataLine>): Data {
  return { kind: 'lines', form, lines: named(name, lines) };
}

async function* named(name: string, lines: AsyncGenerator<DataLine>): AsyncGenerator<DataLine> {
  try {
    yield* lines;
  } catch (error) {
    throw unreadable(name, error as Error);
  }
}

const startsAsParquet = (head: Buffer) => head.subarray(0, 4).toString('latin1') === 'PAR1';

async function isParquetFile(name: string): Promise<boolean> {
  const file = await open(name);
  try {
    if (!(await file.stat()).isFile()) return false;
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return startsAsParquet(buffer);
  } finally {
    await file.close();
  }
}

async function parquetOf(
  name: string,
  file: string,
  { onBytes, columns, limits }: OpenDataOptions,
): Promise<Data> {
  const { readParquet } = await import('./read-parquet.js');
  const lineBytesMax = lineBytesMaxOf(limits);
  const rows = readParquet(file, { lineBytesMax, onBytes, ...(columns && { columns }) });
  return linesOf(name, { format: 'parquet', packing: null, file }, rows);
}

async function spooledParquet(
  name: string,
  whole: AsyncGenerator<Buffer>,
  options: OpenDataOptions,
): Promise<Data> {
  const directory = options.spoolDirectory ?? mkdtempSync(join(tmpdir(), 'neardup-'));
  const file = join(directory, `${randomUUID()}.parquet`);
  const remove = () => {
    if (options.spoolDirectory === undefined) rmSync(directory, { recursive: true, force: true });
  };
  async function* rows(lines: AsyncGenerator<DataLine>): AsyncGenerator<DataLine> {
    try {
      yield* lines;
    } finally {
      remove();
    }
  }
  try {
    await pipeline(whole, createWriteStream(file));
    const data = await parquetOf(name, file, { ...options, onBytes: () => {} });
    return data.kind === 'lines' ? { ...data, lines: rows(data.lines) } : data;
  } catch (error) {
    remove();
    throw error;
  }
}

/** Of a first line with two headings or more; null: it is no table. */
function delimiterOf(text: string): Delimiter | null {
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line.includes('\0') || line.includes('\ufffd')) return null;
  if (line.includes('\t')) return '\t';
  return /^[^\s<{,][^<{]*,[^<{]*$/.test(line) ? ',' : null;
}

/** What cannot be read here, by its first bytes, and what to do. */
function otherKindOf(head: Buffer): string | null {
  const start = head.subarray(0, 8).toString('latin1');
  if (start.startsWith('PAR1')) return 'a Parquet file inside another; give the file itself';
  if (start.startsWith('ARROW1')) return 'an Arrow file; write it as Parquet';
  if (start.startsWith('%PDF')) return 'a PDF file; give it a name that ends with .pdf';
  if (start.startsWith('PK\u0003\u0004')) return 'a ZIP archive; unpack it, or name it .docx';
  if (start.startsWith('\u00fd7zXZ'))
    return 'packed by xz; unpack it, as in: xz -dc FILE | neardup … -';
  if (start.startsWith('<')) return 'a page; give it a name that ends with .html';
  if (head.includes(0)) return 'neither text nor a known format';
  const hasObject = /^\s*\{/m.test(head.toString('utf8').replace(/^\ufeff/, ''));
  return hasObject || head.length === 0 ? null : 'neither lines of JSON nor a table with headings';
}
