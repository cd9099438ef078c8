import { open } from 'node:fs/promises';
import { type Line, splitLines } from '../api/split-lines.js';
import { unreadable } from './find-inputs.js';
import { readParquet } from './read-parquet.js';
import { readTable } from './read-table.js';
import { type BrokenRecord, readWarc, type WarcRecord } from './read-warc.js';
import { splitArray } from './split-array.js';
import { unpackedBytes, withHead } from './unpack.js';

/** No longer line is read. */
const lineBytesMax = 16 * 1024 * 1024;

/** What a file of many documents contains. */
export type Data =
  | { readonly kind: 'lines'; readonly lines: AsyncGenerator<Line> }
  | { readonly kind: 'warc'; readonly records: AsyncGenerator<WarcRecord | BrokenRecord> };

/** Enough to tell what it is: one line, since whoever writes into a pipe may wait for our results. */
const isEnough = (head: Buffer) => head.includes('\n') || head.length >= 64 * 1024;

/**
 * Opens a file by what its first bytes say, not by its name: lines of JSON, a JSON array, a table with
 * headings (CSV, TSV) or WARC, each also packed by gzip, zstd or bzip2, or Parquet. The name `-` is the
 * standard input.
 * @param onBytes told how many more bytes were read from the disk
 * @throws NeardupError `extraction_failed` if it cannot be read, or is none of these; reading on throws it, too
 */
export async function openData(name: string, onBytes: (count: number) => void): Promise<Data> {
  try {
    if (name !== '-' && (await startsWith(name, 'PAR1'))) {
      return linesOf(name, readParquet(name, lineBytesMax, onBytes));
    }
    const { head, whole } = await withHead(unpackedBytes(name, onBytes), isEnough);
    const text = head.toString('utf8').replace(/^\ufeff/, '');
    if (/^WARC\/\d/.test(text)) return { kind: 'warc', records: readWarc(name, whole) };
    const first = text.trimStart()[0];
    if (first === '[') return linesOf(name, splitArray(whole, lineBytesMax));
    const delimiter = first === '{' ? null : delimiterOf(text);
    if (delimiter !== null) return linesOf(name, readTable(whole, delimiter, lineBytesMax));
    const other = otherKindOf(head);
    if (other !== null) throw new Error(`it is ${other}`);
    return linesOf(name, splitLines(whole, lineBytesMax));
  } catch (error) {
    throw unreadable(name, error as Error);
  }
}

function linesOf(name: string, lines: AsyncGenerator<Line>): Data {
  return { kind: 'lines', lines: named(name, lines) };
}

async function* named(name: string, lines: AsyncGenerator<Line>): AsyncGenerator<Line> {
  try {
    yield* lines;
  } catch (error) {
    throw unreadable(name, error as Error);
  }
}

async function startsWith(name: string, magic: string): Promise<boolean> {
  const file = await open(name);
  try {
    if (!(await file.stat()).isFile()) return false;
    const bytes = Buffer.alloc(magic.length);
    await file.read(bytes, 0, bytes.length, 0);
    return bytes.toString('latin1') === magic;
  } finally {
    await file.close();
  }
}

/** Of a first line with two headings or more; null: it is no table. */
function delimiterOf(text: string): ',' | '\t' | null {
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
