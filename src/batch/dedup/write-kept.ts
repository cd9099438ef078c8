import { join } from 'node:path';
import type { DataForm } from '../../input/data-line.js';
import { openReadFile, type ReadFile } from '../read-file.js';
import { recordBytes, recordFields } from './document-row.js';
import { openPackedFile } from './packed-file.js';
import { readLineEnd, readSources, type Source, spilledFile } from './signed-documents.js';

interface Files {
  readonly records: ReadFile;
  readonly lines: ReadFile;
}

/** Range of documents from one source. */
interface Range extends Source {
  readonly end: number;
}

/**
 * Writes the kept records, each in its original format. There is one file per format, such as `kept.ndjson`,
 * `kept.csv.gz` or `kept.parquet`; tables share a file only if they have the same columns.
 * @param into directory of the files
 * @param kept 1 for each kept document, by number
 * @throws NeardupError `disk_full`
 */
export async function writeKept(directory: string, into: string, kept: Uint8Array): Promise<void> {
  const sources = readSources(directory);
  const ranges = sources.map((source, at): Range => {
    return { ...source, end: sources[at + 1]?.start ?? kept.length };
  });
  const open = (name: 'records' | 'lines') => openReadFile(spilledFile(directory, name));
  const files: Files = { records: open('records'), lines: open('lines') };
  const names = new Set<string>();
  try {
    for (const [first, ...others] of await byForm(ranges)) {
      const name = join(into, freeName(first!.form, names));
      const all = [first!, ...others];
      if (first!.form.format === 'parquet') await writeRows(name, all, files, kept);
      else await writeLines(name, all, files, kept);
    }
    const nothing: Range = { start: 0, end: 0, form: { format: 'ndjson', packing: null } };
    if (names.size === 0) await writeLines(join(into, 'kept.ndjson'), [nothing], files, kept);
  } finally {
    files.records.close();
    files.lines.close();
  }
}

async function byForm(ranges: readonly Range[]): Promise<Iterable<readonly Range[]>> {
  const groups = new Map<string, Range[]>();
  for (const range of ranges) {
    const { format, packing, headings, file } = range.form;
    const columns = format === 'parquet' ? await readSchema(file!) : headings;
    const key = JSON.stringify([format, packing, columns]);
    groups.set(key, [...(groups.get(key) ?? []), range]);
  }
  return groups.values();
}

async function readSchema(file: string): Promise<string> {
  const { schemaOfRows } = await import('./write-kept-rows.js');
  return schemaOfRows(file);
}

/**
 * Extensions of compressed files. Records from bzip2 files are written uncompressed, because no library compresses to
 * bzip2.
 */
const extensions = { gzip: '.gz', zstd: '.zst', bzip2: '' } as const;

function freeName({ format, packing }: DataForm, taken: Set<string>): string {
  const end = `.${format}${packing === null ? '' : extensions[packing]}`;
  let name = `kept${end}`;
  for (let number = 2; taken.has(name); number++) name = `kept-${number}${end}`;
  taken.add(name);
  return name;
}

async function writeLines(
  name: string,
  ranges: readonly Range[],
  files: Files,
  kept: Uint8Array,
): Promise<void> {
  const { format, packing, headings } = ranges[0]!.form;
  const file = await openPackedFile(name, packing);
  const array = format === 'json' ? createArrayWriter() : null;
  try {
    if (headings !== undefined) await file.append(Buffer.from(`${headings}\n`));
    for (const range of ranges) {
      for (const piece of keptLines(files, kept, range)) {
        await file.append(array === null ? piece : array.next(piece));
      }
    }
    if (array !== null) await file.append(array.end());
  } finally {
    await file.close();
  }
}

async function writeRows(
  name: string,
  ranges: readonly Range[],
  files: Files,
  kept: Uint8Array,
): Promise<void> {
  const { writeKeptRows } = await import('./write-kept-rows.js');
  const inputs = ranges.map((range) => ({
    file: range.form.file!,
    rows: rowNumbers(keptLines(files, kept, range)),
  }));
  await writeKeptRows(name, inputs);
}

function* rowNumbers(pieces: Iterable<Buffer>): Generator<number> {
  let rest = '';
  for (const piece of pieces) {
    const lines = (rest + piece.toString('latin1')).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield Number(line);
  }
}

/** Converts lines of a byte stream into elements of a JSON array. Elements contain no line feed. */
function createArrayWriter() {
  let between = '[\n';
  return {
    next(piece: Buffer): Buffer {
      const text = piece.toString('latin1');
      const endsLine = text.endsWith('\n');
      const elements = (endsLine ? text.slice(0, -1) : text).replaceAll('\n', ',\n');
      const written = Buffer.from(between + elements, 'latin1');
      between = endsLine ? ',\n' : '';
      return written;
    },
    end: () => Buffer.from(between === '[\n' ? '[]\n' : '\n]\n'),
  };
}

const recordsAtOnce = 8192;
const lineBytesAtOnce = 2 ** 18;

/**
 * Yields the lines of kept documents, with their line ends, in pieces of adjacent lines. All pieces share a buffer, so
 * each piece overwrites the previous piece.
 */
function* keptLines({ records, lines }: Files, kept: Uint8Array, range: Range): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(lineBytesAtOnce);
  const block = Buffer.allocUnsafe(recordsAtOnce * recordBytes);
  let start = readLineEnd(records, range.start - 1);
  let [from, to] = [start, start];
  for (let first = range.start; first < range.end; first += recordsAtOnce) {
    const count = Math.min(recordsAtOnce, range.end - first);
    records.read(first * recordBytes, block.subarray(0, count * recordBytes));
    for (let at = 0; at < count; at++) {
      const end = block.readDoubleLE(at * recordBytes + recordFields.line);
      if (kept[first + at] === 1) {
        if (start !== to) {
          yield* piecesOf(from, to);
          from = start;
        }
        to = end;
      }
      start = end;
    }
  }
  yield* piecesOf(from, to);

  function* piecesOf(begin: number, end: number): Generator<Buffer> {
    for (let at = begin; at < end; at += buffer.length) {
      const piece = buffer.subarray(0, Math.min(buffer.length, end - at));
      lines.read(at, piece);
      yield piece;
    }
  }
}
