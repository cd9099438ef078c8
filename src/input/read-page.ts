import { readFile } from 'node:fs/promises';
import type { FetchedPage } from './fetched-page.js';
import { type PageFile, unreadable } from './find-inputs.js';

/**
 * Reads a page from a file.
 * @param onBytes told how many bytes were read
 * @throws NeardupError `extraction_failed` if it cannot be read
 */
export async function readPage(
  { name, mediaType }: PageFile,
  onBytes: (count: number) => void,
): Promise<FetchedPage> {
  const content = await readFile(name).catch((error: Error) => {
    throw unreadable(name, error);
  });
  onBytes(content.length);
  return { content: new Uint8Array(content), mediaType, charset: null };
}
