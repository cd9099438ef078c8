import type { FileFormat } from './rows.js';

const mediaTypes: Readonly<Record<FileFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv;charset=utf-8',
};

/** Offers a file that was made here for download. */
export function save(name: string, format: FileFormat, pieces: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...pieces], { type: mediaTypes[format] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
