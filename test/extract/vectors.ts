import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Extracted } from '../../src/extract/extract.js';

/** Versioned part of the extraction: the text, the other lines, the method, and the title. */
export type VersionedText = Omit<Extracted, 'page' | 'isBlocks' | 'lines'> &
  Pick<Extracted['page'], 'title'>;

/** Text of a page at the creation of the extractor version. */
export interface ExtractVector {
  readonly name: string;
  readonly bytesBase64: string;
  /** The charset of the HTTP header. */
  readonly header: string | null;
  readonly extracted: VersionedText;
}

export function versioned({
  page: { title },
  isBlocks: _,
  lines: _lines,
  ...extracted
}: Extracted): VersionedText {
  return { title, ...extracted };
}

export const vectorFile = join(import.meta.dirname, '..', 'vectors', 'extract', 'html-4.json');

export function loadExtractVectors(): readonly ExtractVector[] {
  return JSON.parse(readFileSync(vectorFile, 'utf8'));
}
