import Papa from 'papaparse';

/** Formats rows of a table as file text, page by page, so that long tables need no long string. */

export type Row = Readonly<Record<string, unknown>>;
export type FileFormat = 'ndjson' | 'csv';

/** Returns what precedes the rows: a byte order mark and the column names for CSV, nothing for NDJSON. */
export function formatHead(format: FileFormat, columns: readonly string[]): string {
  return format === 'csv' ? `\uFEFF${formatCsv([[...columns]])}` : '';
}

export function textOfRows(
  format: FileFormat,
  columns: readonly string[],
  rows: readonly Row[],
): string {
  if (rows.length === 0) return '';
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return formatCsv(rows.map((row) => columns.map((column) => formatCell(row[column]))));
}

/** An id may begin with `=`; a spreadsheet must not interpret it as a formula. */
function formatCsv(rows: string[][]): string {
  return `${Papa.unparse(rows, { escapeFormulae: true, newline: '\r\n' })}\r\n`;
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
