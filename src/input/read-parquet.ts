import type { DecodedArray, SchemaTree } from 'hyparquet';
import { assembleLists, assembleNested } from 'hyparquet/src/assemble.js';
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import type { ColumnDecoder } from 'hyparquet/src/types.js';
import type { DataLine } from './data-line.js';
import { jsonText } from './json-text.js';
import { type ColumnRows, openParquet, type ParquetFile } from './parquet-pages.js';

/** Maximum size, and maximum number, of the rows that are in memory at the same time. */
const batchBytes = 2 ** 22;
const batchRowsMax = 2 ** 14;

export interface ParquetOptions {
  readonly lineBytesMax: number;
  /**
   * Columns to read (`all`), if the file has at least one column in `needed`. Otherwise, all columns of the file are
   * read.
   */
  readonly columns?: { readonly all: ReadonlySet<string>; readonly needed: ReadonlySet<string> };
  /** Called with the number of bytes of the file processed since the last call. */
  readonly onBytes: (count: number) => void;
  /** Called with notes for the user about the columns. */
  readonly onNote: (note: string) => void;
}

/**
 * Reads the rows of a Parquet file as lines of JSON.
 * @throws Error if the file cannot be read
 */
export async function* readParquet(
  name: string,
  { lineBytesMax, columns, onBytes, onNote }: ParquetOptions,
): AsyncGenerator<DataLine> {
  const file = await openParquet(name);
  const { children } = file.schema;
  const isRead = ({ element }: SchemaTree) => columns?.all.has(element.name);
  const isNeeded = ({ element }: SchemaTree) => columns?.needed.has(element.name);
  const chosen = children.some(isNeeded) ? children.filter(isRead) : children;
  const names = children.map(({ element }) => element.name);
  for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at))) {
    onNote(`several columns are named "${name}"; the last of them is read`);
  }
  const rows = Number(file.metadata.num_rows);
  let [number, told] = [0, 0];
  try {
    for (const [group, { num_rows }] of file.metadata.row_groups.entries()) {
      const batches = readRows(file, group, chosen, Number(num_rows));
      for await (const batch of batches) {
        for (const row of batch) {
          number += 1;
          const bytes = Buffer.from(jsonText(row));
          const isShort = bytes.length <= lineBytesMax;
          yield { number, bytes: isShort ? bytes : null, written: `${number}` };
        }
        const read = Math.floor((file.size * number) / rows);
        onBytes(read - told);
        told = read;
      }
    }
  } finally {
    await file.close();
  }
}

/** Returns the number of rows of a group that are read together. */
export function batchRows({ metadata }: ParquetFile, group: number): number {
  const { total_byte_size, num_rows } = metadata.row_groups[group]!;
  const rowBytes = Math.max(1, Number(total_byte_size) / Math.max(1, Number(num_rows)));
  return Math.max(1, Math.min(batchRowsMax, Math.floor(batchBytes / rowBytes)));
}

/**
 * Reads one row of a Parquet file as an object of its columns.
 * @param number row number from 1
 * @throws Error if there is no such row, or the file cannot be read
 */
export async function readParquetRow(
  name: string,
  number: number,
  columns: ReadonlySet<string>,
): Promise<Row> {
  const file = await openParquet(name);
  try {
    let row = number - 1;
    let group = 0;
    for (const { num_rows } of file.metadata.row_groups) {
      if (row < Number(num_rows)) break;
      row -= Number(num_rows);
      group += 1;
    }
    const chosen = file.schema.children.filter(({ element }) => columns.has(element.name));
    const readers = createReaders(file, group, chosen);
    for (const { leaves } of readers) for (const { reader } of leaves) await reader.skip(row);
    return (await nextRows(readers, 1))[0]!;
  } finally {
    await file.close();
  }
}

type Row = Readonly<Record<string, unknown>>;

async function* readRows(
  file: ParquetFile,
  group: number,
  columns: readonly SchemaTree[],
  rows: number,
): AsyncGenerator<Row[]> {
  const readers = createReaders(file, group, columns);
  const together = batchRows(file, group);
  for (let start = 0; start < rows; start += together) {
    yield await nextRows(readers, Math.min(together, rows - start));
  }
}

/** Returns, for each column, its leaf columns, each with a reader. */
function createReaders(file: ParquetFile, group: number, columns: readonly SchemaTree[]) {
  return columns.map((column) => ({
    column,
    leaves: file.leaves.flatMap((path, leaf) =>
      path[1] === column ? [{ path, reader: file.column(group, leaf) }] : [],
    ),
  }));
}

async function nextRows(readers: ReturnType<typeof createReaders>, count: number): Promise<Row[]> {
  const rows = Array.from({ length: count }, (): Record<string, unknown> => ({}));
  for (const { column, leaves } of readers) {
    const parts = new Map<string, DecodedArray>();
    for (const { path, reader } of leaves) {
      parts.set(path.at(-1)!.path.join('.'), assembled(await reader.take(count), path));
    }
    if (column.children.length > 0) assembleNested(parts, column, DEFAULT_PARSERS);
    const { name } = column.element;
    const values = parts.get(name)!;
    for (const [at, row] of rows.entries()) row[name] = values[at];
  }
  return rows;
}

/** Assembles the values of rows. A row of a repeated column has a list of values. */
function assembled(
  { definition, repetition, values }: ColumnRows,
  path: readonly SchemaTree[],
): DecodedArray {
  const schemaPath = [...path];
  const { element } = path.at(-1)!;
  const decoder = { element, schemaPath, parsers: DEFAULT_PARSERS } as unknown as ColumnDecoder;
  const converted = convert(values as DecodedArray, decoder);
  return assembleLists([], definition, repetition, converted, schemaPath);
}
