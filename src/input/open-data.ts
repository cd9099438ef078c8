import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import type { BodyLimits } from '../api/page-media-types.js';
import { splitLines } from '../api/split-lines.js';
import type { DataForm, DataLine, Delimiter } from './data-line.js';
import { unreadable } from './find-inputs.js';
import {
  acrossGaps,
  type Fault,
  faultAtEnd,
  Gap,
  type Pieces,
  readSection,
  withHead,
} from './pieces.js';
import type { ParquetOptions } from './read-parquet.js';
import { readTable } from './read-table.js';
import { readWarc, type WarcRecord } from './read-warc.js';
import { splitArray } from './split-array.js';
import { bytesOfFile, unpack } from './unpack.js';

/** Length in bytes up to which lines are always accepted. */
const lineBytesMin = 16 * 1024 * 1024;

/** Returns the maximum length of a line in bytes: at least the service's limit for the body of a request. */
function lineBytesLimit({ bodyBytesMax }: BodyLimits): number {
  return Math.max(lineBytesMin, bodyBytesMax);
}

/** Data of a file with many documents. */
export type Data =
  | {
      readonly kind: 'lines';
      readonly form: DataForm;
      readonly lines: AsyncGenerator<DataLine>;
    }
  | { readonly kind: 'warc'; readonly records: AsyncGenerator<WarcRecord | Fault> };

export interface OpenDataOptions {
  /** Called with the number of bytes read from disk since the last call. */
  readonly onBytes: (count: number) => void;
  readonly limits: BodyLimits;
  /** Called with notes for the user on how a file is read. */
  readonly onNote: (note: string) => void;
  /** Parquet columns to read. */
  readonly columns?: ParquetOptions['columns'];
  /**
   * Directory for a copy of Parquet data from a pipe. Parquet has its index at the end, so data from a pipe must first
   * be copied to a file. If this option is not set, a temporary directory is used, and deleted after reading.
   */
  readonly spoolDirectory?: string;
}

/**
 * Tests if the bytes read so far are enough to determine the format. One line is enough, because a program that writes
 * to a pipe may wait for results before it sends more.
 */
const isEnough = (head: Buffer) =>
  head.includes('\n') || head.length >= 64 * 1024 || startsAsParquet(head);

/**
 * Opens a file and detects its format from the first bytes instead of its name: JSON lines, a JSON array, a table with
 * headings (CSV, TSV) or WARC, each optionally compressed with gzip, zstd or bzip2; Parquet or WACZ. Text is UTF-8 or
 * UTF-16; rows of tables may have other charsets. The name `-` is standard input.
 *
 * An unreadable part becomes a fault among the records, and reading continues after it if the format allows.
 * @throws NeardupError `extraction_failed` if the file cannot be opened, or its format is not supported
 */
export async function openData(name: string, options: OpenDataOptions): Promise<Data> {
  try {
    const { bodyBytesMax, htmlBytesMax, fileBytesMax } = options.limits;
    const pageBytesMax = Math.max(bodyBytesMax, htmlBytesMax, fileBytesMax);
    const start = name === '-' ? Buffer.alloc(0) : await readStart(name);
    if (startsAsParquet(start)) return await openParquet(name, options);
    if (startsAsZip(start)) {
      const { readWacz } = await import('./read-wacz.js');
      return openWarc(faultAtEnd(readWacz(name, pageBytesMax, options.onBytes)), options);
    }
    const { packing, bytes } = await unpack(bytesOfFile(name), options.onBytes);
    const { head, whole } = await withHead(bytes, isEnough);
    if (packing === null && startsAsParquet(head)) return await spooledParquet(whole, options);
    if (/^WARC\/\d/.test(head.toString('latin1'))) {
      return openWarc(
        acrossGaps(whole, (section) => readWarc(section, pageBytesMax)),
        options,
      );
    }
    const charset = detectUtf16(head);
    if (charset === null) return await openText(head, whole, packing, options);
    const text = await withHead(asUtf8(whole, charset), isEnough);
    return await openText(text.head, text.whole, packing, options);
  } catch (error) {
    throw unreadable(name, error as Error);
  }
}

function openWarc(
  records: AsyncGenerator<WarcRecord | Fault>,
  { onNote }: OpenDataOptions,
): Extract<Data, { kind: 'warc' }> {
  async function* withNote() {
    let revisits = 0;
    for await (const record of records) {
      if ('isRevisit' in record && record.isRevisit) revisits += 1;
      yield record;
    }
    if (revisits > 0) {
      const those = `${revisits} revisit record${revisits === 1 ? '' : 's'}`;
      onNote(`${those} skipped: the content of such a page is in another record`);
    }
  }
  return { kind: 'warc', records: withNote() };
}

/** Opens text in UTF-8. */
async function openText(
  head: Buffer,
  whole: Pieces,
  packing: DataForm['packing'],
  { limits, onNote }: OpenDataOptions,
): Promise<Data> {
  const lineBytesMax = lineBytesLimit(limits);
  const text = head.toString(isUtf8(head) ? 'utf8' : 'latin1').replace(/^(?:\ufeff|ï»¿)/, '');
  const first = text.trimStart()[0];
  if (first === '[') {
    const { bytes, gap } = readSection(whole);
    const elements = faultAtEnd(splitArray(bytes, lineBytesMax), gap);
    return openLines({ format: 'json', packing }, elements, whole);
  }
  const delimiter = first === '{' ? null : detectDelimiter(text);
  if (delimiter !== null) {
    const rowEnds = text.includes('\n') || !text.includes('\r') ? ['\r\n', '\n'] : ['\r'];
    const { bytes, gap } = readSection(whole);
    const options = { delimiter, rowEnds, lineBytesMax, onNote };
    const { headings, rows } = await readTable(bytes, options);
    const format = delimiter === '\t' ? 'tsv' : 'csv';
    return openLines({ format, packing, headings, delimiter }, faultAtEnd(rows, gap), whole);
  }
  const other = recogniseUnsupported(head);
  if (other !== null) throw new Error(`it is ${other}`);
  const lines = acrossGaps(whole, (section) => splitLines(section, lineBytesMax));
  return openLines({ format: 'ndjson', packing }, lines);
}

function openLines(form: DataForm, lines: AsyncGenerator<DataLine | Fault>, whole?: Pieces): Data {
  async function* withFaults(): AsyncGenerator<DataLine> {
    for await (const line of lines) yield 'bytes' in line ? line : { ...line, bytes: null };
  }
  return { kind: 'lines', form, lines: closing(withFaults(), whole) };
}

/** Closes the file if the reader stops before the end. */
async function* closing<T>(read: AsyncGenerator<T>, whole: Pieces | undefined): AsyncGenerator<T> {
  try {
    yield* read;
  } finally {
    await whole?.return(undefined);
  }
}

/** Detects UTF-16 by its byte order mark, or by the zero bytes beside ASCII characters; null for any other charset. */
function detectUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head.length < 16) return null;
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const [even, odd] = zeros.map((count) => count / Math.max(1, head.length / 2)) as [
    number,
    number,
  ];
  if (odd > zerosMin && even < zerosMax) return 'utf-16le';
  return even > zerosMin && odd < zerosMax ? 'utf-16be' : null;
}

/**
 * Minimum share of zeros among the high bytes of UTF-16, and maximum share among the low bytes. Some high bytes are
 * zero in every language, because spaces and digits are frequent.
 */
const [zerosMin, zerosMax] = [0.1, 0.01];

async function* asUtf8(pieces: Pieces, charset: string): Pieces {
  const decoder = iconv.getDecoder(charset);
  for await (const piece of pieces) {
    yield piece instanceof Gap ? piece : Buffer.from(decoder.write(piece));
  }
  yield Buffer.from(decoder.end() ?? '');
}

const startsAsParquet = (head: Buffer) => head.subarray(0, 4).toString('latin1') === 'PAR1';

const startsAsZip = (head: Buffer) => head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';

/** Returns the first bytes of a seekable file; empty for a pipe. */
async function readStart(name: string): Promise<Buffer> {
  const file = await open(name);
  try {
    if (!(await file.stat()).isFile()) return Buffer.alloc(0);
    return (await file.read(Buffer.alloc(4), 0, 4, 0)).buffer;
  } finally {
    await file.close();
  }
}

async function openParquet(
  file: string,
  { onBytes, onNote, columns, limits }: OpenDataOptions,
): Promise<Data> {
  const { readParquet } = await import('./read-parquet.js');
  const lineBytesMax = lineBytesLimit(limits);
  const rows = readParquet(file, { lineBytesMax, onBytes, onNote, ...(columns && { columns }) });
  return openLines({ format: 'parquet', packing: null, file }, faultAtEnd(rows));
}

async function spooledParquet(whole: Pieces, options: OpenDataOptions): Promise<Data> {
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
    await pipeline(readSection(whole).bytes, createWriteStream(file));
    const data = await openParquet(file, { ...options, onBytes: () => {} });
    return data.kind === 'lines' ? { ...data, lines: rows(data.lines) } : data;
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Returns the delimiter that the first line of a table declares or uses between headings; null if the text is not a
 * table of at least two columns.
 */
function detectDelimiter(text: string): Delimiter | null {
  const [line = ''] = text.split(/\r\n|\n|\r/, 1);
  const named = /^sep=([,;\t])$/i.exec(line)?.[1];
  if (named !== undefined) return named as Delimiter;
  if (line.includes('\0')) return null;
  if (line.includes('\t')) return '\t';
  if (!/^[^\s<{,;][^<{]*$/.test(line)) return null;
  const headings = line.replace(/"[^"]*"/g, '');
  const countSigns = (sign: string) => headings.split(sign).length - 1;
  const [commas, semicolons] = [countSigns(','), countSigns(';')];
  if (commas + semicolons === 0) return null;
  return semicolons > commas ? ';' : ',';
}

/** Recognises an unsupported format by its first bytes, and returns its name with advice. */
function recogniseUnsupported(head: Buffer): string | null {
  const start = head.subarray(0, 8).toString('latin1');
  if (start.startsWith('PAR1')) return 'a Parquet file inside another; give the file itself';
  if (start.startsWith('ARROW1')) return 'an Arrow file; write it as Parquet';
  if (start.startsWith('%PDF')) return 'a PDF file; give it a name that ends with .pdf';
  if (startsAsZip(head)) return 'a ZIP archive, which is read from a file and not from a pipe';
  if (start.startsWith('\u00fd7zXZ'))
    return 'packed by xz; unpack it, as in: xz -dc FILE | neardup … -';
  if (start.startsWith('<')) return 'a page; give it a name that ends with .html';
  if (head.includes(0)) return 'neither text nor a known format';
  // The pattern for leading white space must not match line ends: a run of blank lines would take quadratic time.
  const hasObject = /^[^\S\r\n\u2028\u2029]*\{/m.test(head.toString('utf8').replace(/^\ufeff/, ''));
  return hasObject || head.length === 0 ? null : 'neither lines of JSON nor a table with headings';
}
