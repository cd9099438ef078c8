import type { Line } from '../api/split-lines.js';
import { jsonText } from './json-text.js';

/** Rows that are in memory together, unless a row group has fewer. */
const rowsAtOnce = 4096;

/**
 * Reads the rows of a Parquet file, each as a line of JSON; at most one row group is in memory.
 * @param onBytes told how many more bytes were read from the disk
 * @throws Error where the file cannot be read
 */
export async function* readParquet(
  name: string,
  lineBytesMax: number,
  onBytes: (count: number) => void,
): AsyncGenerator<Line> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import(
    'hyparquet'
  );
  const { compressors } = await import('hyparquet-compressors');
  const file = await asyncBufferFromFile(name);
  const metadata = await parquetMetadataAsync(file);
  let number = 0;
  let [groupStart, told] = [0, 0];
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    for (let rowStart = groupStart; rowStart < groupEnd; rowStart += rowsAtOnce) {
      const rowEnd = Math.min(rowStart + rowsAtOnce, groupEnd);
      const rows = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
      for (const row of rows) {
        number += 1;
        const bytes = Buffer.from(jsonText(row));
        yield { number, bytes: bytes.length <= lineBytesMax ? bytes : null };
      }
    }
    groupStart = groupEnd;
    const read = Math.floor((file.byteLength * groupEnd) / Math.max(1, Number(metadata.num_rows)));
    onBytes(read - told);
    told = read;
  }
}
