import { parseLine } from '../../input/document-lines.js';
import { type JsonObject, readValue } from '../../input/fields-of-line.js';
import { openReadFile } from '../read-file.js';
import { readLineEnd, readSources, type Source, spilledFile } from './signed-documents.js';

/** Reads the texts of signed documents, to show them to people. */
export interface TextReader {
  /** Returns null if the document is not a text, or its record was not kept. */
  readText(document: number): Promise<string | null>;
  close(): void;
}

/** Opens the texts of the job's documents. @param fields maps the document's fields to fields of an input record */
export function openTexts(directory: string, fields: ReadonlyMap<string, string>): TextReader {
  const records = openReadFile(spilledFile(directory, 'records'));
  const lines = openReadFile(spilledFile(directory, 'lines'));
  const sources = readSources(directory);
  const path = fields.get('text');

  function readLine(document: number): string {
    const start = readLineEnd(records, document - 1);
    const line = Buffer.alloc(readLineEnd(records, document) - start - 1);
    lines.read(start, line);
    return line.toString('utf8');
  }

  async function readText(document: number): Promise<string | null> {
    const line = readLine(document);
    if (line === '' || path === undefined) return null;
    const { form } = sources.findLast(({ start }) => start <= document)!;
    const text = readValue(await parseRecord(line, form, path), form.isPage ? 'text' : path);
    return typeof text === 'string' ? text : null;
  }

  return {
    readText,
    close() {
      records.close();
      lines.close();
    },
  };
}

async function parseRecord(line: string, form: Source['form'], path: string): Promise<JsonObject> {
  switch (form.format) {
    case 'parquet': {
      const { readParquetRow } = await import('../../input/read-parquet.js');
      return readParquetRow(form.file!, Number(line), new Set([path, path.split('.', 1)[0]!]));
    }
    case 'csv':
    case 'tsv': {
      const { readRow } = await import('../../input/read-table.js');
      return readRow(form, line);
    }
    default:
      return parseLine({ number: 1, bytes: Buffer.from(line) })!;
  }
}
