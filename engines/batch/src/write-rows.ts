import { createWriteStream, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileWriter, parquetWrite } from 'hyparquet-writer';
import { NeardupError, writeFailure } from 'neardup/engine';
import { sequenceFile } from './sequence-file.js';

export type Row = Readonly<Record<string, string | number | null>>;

/**
 * Creates an empty file, so that a name that cannot be written is rejected before hours of work.
 * @throws NeardupError `validation_failed`
 */
export function claimFile(file: string): void {
  try {
    writeFileSync(file, '');
  } catch (error) {
    throw new NeardupError(
      'validation_failed',
      `Cannot write "${file}": its directory is missing or not writable`,
      { cause: error },
    );
  }
}

/**
 * Writes rows with the same fields in the format of the file's extension: `.parquet`; `.seq`, a Hadoop SequenceFile of
 * the first field → the row as JSON; otherwise NDJSON.
 * @throws NeardupError `disk_full`
 */
export async function writeRows(file: string, rows: readonly Row[]): Promise<void> {
  try {
    if (file.endsWith('.parquet')) writeParquet(file, rows);
    else if (file.endsWith('.seq')) {
      await pipeline(Readable.from(sequenceFile(records(rows))), createWriteStream(file));
    } else writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  } catch (error) {
    throw writeFailure(file, error);
  }
}

function writeParquet(file: string, rows: readonly Row[]): void {
  const columnData = Object.keys(rows[0] ?? {}).map((name) => {
    const data = rows.map((row) => row[name]);
    const type = data.some((value) => typeof value === 'number') ? 'DOUBLE' : 'STRING';
    return { name, data, type, nullable: true } as const;
  });
  parquetWrite({ writer: fileWriter(file), columnData });
}

async function* records(rows: readonly Row[]) {
  for (const row of rows) {
    const [key] = Object.values(row);
    yield [String(key), Buffer.from(JSON.stringify(row))] as const;
  }
}
