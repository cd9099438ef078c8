import { useEffect, useRef, useState } from 'preact/hooks';
import { asFailure, type RequestFailure } from '../api/failure.js';
import { type FileFormat, formatHead, type Row, textOfRows } from './rows.js';

/** A page of rows, with the cursor of the next page. */
export interface RowPage {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
}

export interface ExportSource {
  /** File name without its extension. */
  readonly name: string;
  readonly columns: readonly string[];
  page(cursor: string | undefined, signal: AbortSignal): Promise<RowPage>;
}

export interface Exporting {
  /** Number of rows so far; null if no export is running. */
  readonly rows: number | null;
  /** Number of rows of the last complete export. */
  readonly saved: number | null;
  readonly failure: RequestFailure | undefined;
  start(format: FileFormat): void;
  stop(): void;
}

/** Exports a list to a file, page by page. An incomplete file is never saved. */
export function useExport({ name, columns, page }: ExportSource): Exporting {
  const [rows, setRows] = useState<number | null>(null);
  const [saved, setSaved] = useState<number | null>(null);
  const [failure, setFailure] = useState<RequestFailure | undefined>(undefined);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  async function write(format: FileFormat, signal: AbortSignal): Promise<number> {
    const pieces = [formatHead(format, columns)];
    let count = 0;
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const read: RowPage = await page(cursor, signal);
      pieces.push(textOfRows(format, columns, read.rows));
      count += read.rows.length;
      setRows(count);
      cursor = read.cursor;
    }
    save(name, format, pieces);
    return count;
  }

  return {
    rows,
    saved,
    failure,
    start(format) {
      const mine = new AbortController();
      abort.current?.abort();
      abort.current = mine;
      setRows(0);
      setSaved(null);
      setFailure(undefined);
      write(format, mine.signal)
        .then(setSaved, (error: unknown) => {
          if (!mine.signal.aborted) setFailure(asFailure(error));
        })
        .finally(() => {
          if (abort.current === mine) setRows(null);
        });
    },
    stop() {
      abort.current?.abort();
      setRows(null);
    },
  };
}

/** Returns a name valid on every file system. */
export function fileName(...parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-').slice(0, 60)).join('_');
}

const mediaTypes: Readonly<Record<FileFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv;charset=utf-8',
};

/** Offers a generated file for download. */
export function save(name: string, format: FileFormat, pieces: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...pieces], { type: mediaTypes[format] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
