import { type FileHandle, open } from 'node:fs/promises';
import {
  type ColumnMetaData,
  type FileMetaData,
  type PageHeader,
  parquetMetadataAsync,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js';
import type { ColumnDecoder } from 'hyparquet/src/types.js';
import { compressors as decompressors } from 'hyparquet-compressors';

/*
 * The main entry of the library reads whole columns of a row group unless the file has an index of its pages, which most
 * have not. It limits no page, and returns converted values without levels, from which kept rows could not be written as
 * they were. So this file reads pages by the other modules that the library exports.
 */

/** A Parquet file whose row groups are read page by page, so that no entire column is in memory. */
export interface ParquetFile {
  readonly size: number;
  readonly metadata: FileMetaData;
  readonly schema: SchemaTree;
  /** Path of schema nodes from the root to each leaf column, in file order. */
  readonly leaves: readonly (readonly SchemaTree[])[];
  /**
   * Returns a reader that starts at the first row of a row group.
   * @param group index of the row group
   * @param leaf index of the column in `leaves`
   */
  column(group: number, leaf: number): ColumnReader;
  close(): Promise<void>;
}

export interface ColumnReader {
  /**
   * Returns the next rows of the column.
   * @throws Error if there are fewer rows, or the column cannot be read
   */
  take(rows: number): Promise<ColumnRows>;
  /** Skips rows. A page whose rows are all skipped is not unpacked, unless the column has lists. */
  skip(rows: number): Promise<void>;
}

/** Rows of a leaf column as stored, flattened by levels (Melnik et al., "Dremel", VLDB 2010, section 4). */
export interface ColumnRows {
  /** Definition level of each entry; empty if the column is required, because then every entry has a value. */
  readonly definition: number[];
  /** Repetition level of each entry, 0 at the start of a row; empty if each entry is a row. */
  readonly repetition: number[];
  /** Physical values of the entries that have a value. */
  readonly values: unknown[];
}

/**
 * Opens a Parquet file.
 * @throws Error if the file has another format
 */
export async function openParquet(name: string): Promise<ParquetFile> {
  const file = await open(name);
  try {
    const { size } = await file.stat();
    const metadata = await parquetMetadataAsync({
      byteLength: size,
      slice: async (start, end = size) => {
        const { buffer, byteOffset, length } = await readBytes(file, start, end - start);
        return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
      },
    });
    const schema = parquetSchema(metadata);
    const leaves = listLeaves([schema]);
    return {
      ...{ size, metadata, schema, leaves },
      column: (group, leaf) => {
        const { meta_data: chunk, file_path: elsewhere } =
          metadata.row_groups[group]!.columns[leaf]!;
        if (chunk === undefined || elsewhere) throw new Error('its columns are in other files');
        return columnReader(file, chunk, leaves[leaf]!);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function listLeaves(path: readonly SchemaTree[]): (readonly SchemaTree[])[] {
  const { children } = path.at(-1)!;
  return children.length === 0 ? [path] : children.flatMap((child) => listLeaves([...path, child]));
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, position + at);
    if (bytesRead === 0) throw new Error('it is truncated');
    at += bytesRead;
  }
  return bytes;
}

function columnReader(
  file: FileHandle,
  chunk: ColumnMetaData,
  path: readonly SchemaTree[],
): ColumnReader {
  const schemaPath = [...path];
  const maxDefinition = getMaxDefinitionLevel(schemaPath);
  const isRepeated = getMaxRepetitionLevel(schemaPath) > 0;
  /** Number of rows to skip next. Pages that contain no other rows are not unpacked. */
  const ahead = { rows: 0 };
  const pages = readPages(file, chunk, schemaPath, ahead);
  let rest: ColumnRows = { definition: [], repetition: [], values: [] };

  /** Returns the number of entries in the next rows; undefined if another page must be read to count them. */
  function countEntries(rows: number, ended: boolean): number | undefined {
    const { definition, repetition, values } = rest;
    const all = maxDefinition > 0 ? definition.length : values.length;
    if (!isRepeated) return all >= rows ? rows : undefined;
    let found = 0;
    for (let entry = 0; entry < all; entry++) {
      if (repetition[entry] === 0 && found++ === rows) return entry;
    }
    return ended && found === rows ? all : undefined;
  }

  async function take(rows: number): Promise<ColumnRows> {
    let ended = false;
    let entries = countEntries(rows, ended);
    while (entries === undefined) {
      if (ended) throw new Error('a column has fewer rows than its row group');
      const next = await pages.next();
      if (next.done) ended = true;
      else rest = joined(rest, next.value);
      entries = countEntries(rows, ended);
    }
    const { definition, repetition, values } = rest;
    let present = entries;
    if (maxDefinition > 0) {
      present = 0;
      for (let at = 0; at < entries; at++) if (definition[at] === maxDefinition) present++;
    }
    rest = {
      definition: definition.slice(entries),
      repetition: repetition.slice(entries),
      values: values.slice(present),
    };
    return {
      definition: definition.slice(0, entries),
      repetition: repetition.slice(0, entries),
      values: values.slice(0, present),
    };
  }

  return {
    take,
    async skip(rows) {
      const here = maxDefinition > 0 ? rest.definition.length : rest.values.length;
      if (isRepeated || rows <= here) {
        await take(rows);
        return;
      }
      rest = { definition: [], repetition: [], values: [] };
      ahead.rows = rows - here;
      const next = await pages.next();
      if (!next.done) rest = next.value;
      await take(ahead.rows);
      ahead.rows = 0;
    },
  };
}

function joined(a: ColumnRows, b: ColumnRows): ColumnRows {
  return {
    definition: a.definition.concat(b.definition),
    repetition: a.repetition.concat(b.repetition),
    values: a.values.concat(b.values),
  };
}

/**
 * Decompressors that return an empty array for an expected length of 0. LZ4 compresses empty input (for example the
 * dictionary of a column without values) to one byte, which the library rejects.
 */
const compressors = Object.fromEntries(
  Object.entries(decompressors).map(([codec, unpack]) => [
    codec,
    (packed: Uint8Array, length: number) =>
      length === 0 ? new Uint8Array(0) : unpack(packed, length),
  ]),
);

/**
 * Maximum size of a page in bytes, packed or unpacked. Most pages have about 1 MiB, but pyarrow puts at least 1024
 * values into a page, however long these values are.
 */
const pageBytesMax = 2 ** 28;
const pageValuesMax = 2 ** 24;
/** Number of bytes read first at the start of a page: usually its header, and often the whole page. */
const windowBytes = 2 ** 18;

async function* readPages(
  file: FileHandle,
  chunk: ColumnMetaData,
  schemaPath: SchemaTree[],
  ahead: { rows: number },
): AsyncGenerator<ColumnRows, void> {
  const { element } = schemaPath.at(-1)!;
  const { type, codec } = chunk;
  const decoder = { ...{ type, codec, element, schemaPath, compressors } } as ColumnDecoder;
  const maxDefinition = getMaxDefinitionLevel(schemaPath);
  let position = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const end = position + Number(chunk.total_compressed_size);
  let dictionary: ArrayLike<unknown> | undefined;
  while (position < end) {
    const { header, start, window } = await readHeader(file, position, end);
    const { compressed_page_size: length, uncompressed_page_size: size } = header;
    refuseOutside('bytes packed', length, pageBytesMax);
    refuseOutside('bytes', size, pageBytesMax);
    const [at, isInside] = [position + start, start + length <= window.length];
    const packed = async () =>
      isInside ? window.subarray(start, start + length) : await readBytes(file, at, length);
    position += start + length;
    if (header.type === 'DICTIONARY_PAGE') {
      const page = decompressPage(await packed(), size, codec, compressors);
      const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
      const { num_values: count } = header.dictionary_page_header!;
      refuseOutside('values', count, pageValuesMax);
      dictionary = readPlain({ view, offset: 0 }, type, count, element.type_length);
    } else if (header.type === 'DATA_PAGE' || header.type === 'DATA_PAGE_V2') {
      const { num_values: count } = (header.data_page_header ?? header.data_page_header_v2)!;
      refuseOutside('values', count, pageValuesMax);
      if (count <= ahead.rows) ahead.rows -= count;
      else yield unpackRows(header, await packed());
    }
  }

  function unpackRows(header: PageHeader, packed: Buffer): ColumnRows {
    const first = header.data_page_header;
    const { definitionLevels, repetitionLevels, dataPage } = first
      ? readDataPage(
          decompressPage(packed, header.uncompressed_page_size, codec, compressors),
          ...([first, decoder] as const),
        )
      : readDataPageV2(packed, header, decoder);
    const { encoding } = (first ?? header.data_page_header_v2)!;
    const values =
      dictionary !== undefined && encoding.endsWith('_DICTIONARY')
        ? Array.from(dataPage as ArrayLike<number>, (place) => dictionary![place])
        : Array.from(dataPage as ArrayLike<unknown>);
    // The library omits the definition levels if no entry is null.
    const isFull = maxDefinition > 0 && !definitionLevels?.length;
    const definition = isFull
      ? new Array<number>(values.length).fill(maxDefinition)
      : (definitionLevels ?? []);
    return { definition, repetition: repetitionLevels, values };
  }
}

/** Rejects a page that claims to be larger than the limits, because memory is allocated for the claimed size. */
function refuseOutside(what: string, count: number, max: number): void {
  if (count >= 0 && count <= max) return;
  throw new Error(`a page claims to have ${count} ${what}; at most ${max} are read`);
}

/** Returns the page header at a position, the start of the page data in `window`, and the bytes read. */
async function readHeader(file: FileHandle, position: number, end: number) {
  for (let length = windowBytes; ; length *= 4) {
    const window = await readBytes(file, position, Math.min(length, end - position));
    const view = new DataView(window.buffer, window.byteOffset, window.byteLength);
    const reader = { view, offset: 0 };
    try {
      const header = parquetHeader(reader);
      return { header, start: reader.offset, window };
    } catch (error) {
      // A header with long statistics may exceed the window; a larger window is tried.
      if (!(error instanceof RangeError) || position + length >= end) throw error;
    }
  }
}
