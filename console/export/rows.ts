import Papa from 'papaparse';

/** Rows of a table as the text of a file. Each is made of one page, so that long tables need no long string. */

export type Row = Readonly<Record<string, unknown>>;
export type FileFormat = 'ndjson' | 'csv';

const mediaTypes: Readonly<Record<FileFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv;charset=utf-8',
};

/** The text before the first row. */
export function headOf(format: FileFormat, columns: readonly string[]): string {
  return format === 'csv' ? `\uFEFF${csvOf([[...columns]])}` : '';
}

export function textOfRows(
  format: FileFormat,
  columns: readonly string[],
  rows: readonly Row[],
): string {
  if (rows.length === 0) return '';
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return csvOf(rows.map((row) => columns.map((column) => cellOf(row[column]))));
}

/** Offers a file that was made here for download. */
export function save(name: string, format: FileFormat, pieces: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...pieces], { type: mediaTypes[format] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** An id can begin with `=`: a spreadsheet must not take it for a formula. */
function csvOf(rows: string[][]): string {
  return `${Papa.unparse(rows, { escapeFormulae: true, newline: '\r\n' })}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
