import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Marks omitted elements in a list of a documented reply. */
export const gap = '…';

const fence = /^```(\w*)\n(.*?)^```$/gms;
/** Returns the code blocks of a document, in order. */
export function blocksOf(markdown: string): { readonly language: string; readonly code: string }[] {
  return [...markdown.matchAll(fence)].map(([, language, code]) => ({
    language: language!,
    code: code!.trim(),
  }));
}

/** Returns the body rows of all tables whose first column has this heading. */
export function tableOf(markdown: string, heading: string): string[][] {
  const found: string[][] = [];
  let inside = false;
  for (const line of markdown.split('\n')) {
    const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : [];
    const [first] = cells;
    if (first === undefined) inside = false;
    else if (first.trim() === heading) inside = true;
    else if (inside && !/^[-:]+$/.test(first)) found.push(cells.map((cell) => cell.trim()));
  }
  return found;
}
