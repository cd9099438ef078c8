import { closeSync, fsyncSync, openSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { compress } from '@bokuweb/zstd-wasm';
import type { CompressionCodec, ConvertedType, SchemaElement, SchemaTree } from 'hyparquet';
import { getMaxDefinitionLevel } from 'hyparquet/src/schema.js';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { writeColumn } from 'hyparquet-writer/src/column.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import { type ColumnRows, openParquet, type ParquetFile } from '../../input/parquet-pages.js';
import { batchRows } from '../../input/read-parquet.js';
import { loadZstd } from '../../input/unzstd.js';
import { writeFailure } from '../spill-file.js';

/** Compression level for Brotli, whose default level takes minutes. */
const brotliQuality = 5;

const compressors = {
  SNAPPY: snappyCompress,
  GZIP: (bytes: Uint8Array) => gzipSync(bytes),
  ZSTD: (bytes: Uint8Array) => compress(bytes),
  BROTLI: (bytes: Uint8Array) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  UNCOMPRESSED: (bytes: Uint8Array) => bytes,
} as const;

/** Rows of a Parquet file that are kept: their row numbers, from 1, in ascending order. */
interface KeptRows {
  readonly file: string;
  readonly rows: Iterator<number>;
}

/** Returns the schema of a Parquet file as a key. Files with different keys cannot be merged into one. */
export async function schemaOfRows(name: string): Promise<string> {
  const file = await openParquet(name);
  await file.close();
  return JSON.stringify(file.metadata.schema);
}

/**
 * Writes the kept rows of Parquet files with the same schema into a new file, with all columns and the metadata of the
 * first file.
 * Levels and physical values are copied unchanged, so no type or digit is lost.
 * @throws NeardupError `disk_full`
 */
export async function writeKeptRows(into: string, inputs: readonly KeptRows[]): Promise<void> {
  await loadZstd();
  let output: Output | undefined;
  for (const { file: name, rows } of inputs) {
    const file = await openParquet(name);
    try {
      output ??= createOutput(into, file);
      await copyRows(file, rows, output);
    } finally {
      await file.close();
    }
  }
  output?.finish();
}

async function copyRows(file: ParquetFile, rows: Iterator<number>, output: Output): Promise<void> {
  let next = rows.next();
  let before = 0;
  for (const [group, { num_rows }] of file.metadata.row_groups.entries()) {
    const count = Number(num_rows);
    const readers = file.leaves.map((_, leaf) => file.column(group, leaf));
    const together = batchRows(file, group);
    for (let start = 0; start < count; start += together) {
      const taken = Math.min(together, count - start);
      const isKept = new Uint8Array(taken);
      const first = before + start + 1;
      let some = 0;
      for (; !next.done && next.value < first + taken; next = rows.next(), some++) {
        isKept[next.value - first] = 1;
      }
      for (const [leaf, reader] of readers.entries()) {
        output.add(leaf, await reader.take(taken), isKept);
      }
      output.endBatch(some);
    }
    before += count;
  }
}

/** Numbers of rows and bytes at which a row group is complete and is written. */
const groupRowsMax = 2 ** 17;
const groupBytesMax = 2 ** 26;

type Output = ReturnType<typeof createOutput>;

/** Input of the writer for a column: a value for each entry, or undefined if there is none. */
interface Entries {
  values: unknown[];
  definition: number[];
  repetition: number[];
}

function createOutput(into: string, { metadata, leaves }: ParquetFile) {
  const columns = leaves.map((path, leaf) =>
    describeColumn(path, metadata.row_groups[0]?.columns[leaf]?.meta_data?.codec ?? 'UNCOMPRESSED'),
  );
  const writer = guarded(() => fileWriter(into));
  const parquet = new ParquetWriter({
    writer,
    schema: metadata.schema.map(withConvertedInteger),
    createdBy: 'neardup',
    ...(metadata.key_value_metadata && { kvMetadata: metadata.key_value_metadata }),
  });
  let group = emptyGroup();
  let [rows, bytes] = [0, 0];

  function emptyGroup(): Entries[] {
    return columns.map(() => ({ values: [], definition: [], repetition: [] }));
  }

  function guarded<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw writeFailure(into, error);
    }
  }

  function writeGroup(): void {
    if (rows === 0) return;
    const start = writer.offset;
    const written = columns.map((column, leaf) => {
      const { values, definition, repetition } = group[leaf]!;
      const pageData = {
        values,
        definitionLevels: definition,
        repetitionLevels: repetition,
        maxDefinitionLevel: column.maxDefinition,
      };
      const { chunk } = writeColumn({ writer, column, pageData });
      return { ...chunk, meta_data: { ...chunk.meta_data!, type: column.type } };
    });
    parquet.row_groups.push({
      columns: written,
      total_byte_size: written.reduce(
        (sum, { meta_data }) => sum + meta_data.total_uncompressed_size,
        0n,
      ),
      num_rows: BigInt(rows),
      total_compressed_size: BigInt(writer.offset - start),
    });
    parquet.num_rows += BigInt(rows);
    [group, rows, bytes] = [emptyGroup(), 0, 0];
  }

  return {
    add(leaf: number, column: ColumnRows, isKept: Uint8Array): void {
      bytes += addKept(group[leaf]!, column, isKept, columns[leaf]!);
    },
    endBatch(added: number): void {
      rows += added;
      if (rows >= groupRowsMax || bytes >= groupBytesMax) guarded(writeGroup);
    },
    finish: () =>
      guarded(() => {
        writeGroup();
        parquet.finish();
        const written = openSync(into, 'r+');
        fsyncSync(written);
        closeSync(written);
      }),
  };
}

/**
 * Describes an integer column by the older, equivalent `converted_type`. In a `logical_type`, the bit width must be an
 * 8-bit integer, but the writer stores every integer with 32 bits.
 */
function withConvertedInteger({ logical_type, ...element }: SchemaElement): SchemaElement {
  if (logical_type?.type !== 'INTEGER')
    return logical_type ? { ...element, logical_type } : element;
  const { isSigned, bitWidth } = logical_type;
  return { ...element, converted_type: `${isSigned ? '' : 'U'}INT_${bitWidth}` as ConvertedType };
}

/** Adds kept rows. @returns approximate number of bytes added */
function addKept(
  into: Entries,
  { definition, repetition, values }: ColumnRows,
  isKept: Uint8Array,
  { type, maxDefinition }: Pick<ReturnType<typeof describeColumn>, 'type' | 'maxDefinition'>,
): number {
  const entries = maxDefinition > 0 ? definition.length : values.length;
  let [row, at, bytes] = [-1, 0, 0];
  for (let entry = 0; entry < entries; entry++) {
    if (repetition.length === 0 || repetition[entry] === 0) row += 1;
    const isThere = maxDefinition === 0 || definition[entry] === maxDefinition;
    const value = isThere ? values[at++] : undefined;
    if (isKept[row] === 0) continue;
    // The value must be copied, because it is a view into its page's memory.
    const copy =
      value instanceof Uint8Array ? value.slice() : type === 'INT96' ? int96(value) : value;
    into.values.push(copy);
    if (maxDefinition > 0) into.definition.push(definition[entry]!);
    if (repetition.length > 0) into.repetition.push(repetition[entry]!);
    bytes += copy instanceof Uint8Array ? copy.length + 16 : 16;
  }
  return bytes;
}

/** Returns the 12 bytes of an INT96 value (an old format for times), which the reader returns as a bigint. */
function int96(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'bigint') return undefined;
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
  bytes.writeInt32LE(Number(BigInt.asIntN(32, value >> 64n)), 8);
  return bytes;
}

/** Describes a leaf column by its physical type alone, so that the writer does not convert its values. */
function describeColumn(path: readonly SchemaTree[], codec: CompressionCodec) {
  const schemaPath = path.map(({ element }) => element);
  const { type, type_length, name } = schemaPath.at(-1)!;
  // The writer does not support INT96, so it is given the 12 bytes of a value.
  const physical =
    type === 'INT96'
      ? ({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12 } as const)
      : { type, type_length };
  const element = { ...physical, name } as SchemaElement;
  return {
    type: type!,
    columnName: path.at(-1)!.path.join('.'),
    element,
    schemaPath,
    // The writer does not support LZ4.
    codec: codec in compressors ? codec : ('SNAPPY' as const),
    compressors,
    stats: false,
    columnIndex: false,
    offsetIndex: false,
    pageSize: 2 ** 20,
    maxDefinition: getMaxDefinitionLevel([...path]),
  };
}
