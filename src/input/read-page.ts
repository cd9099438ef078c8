import { readFile } from 'node:fs/promises';
import { toPageIfReadable } from '../api/page-media-types.js';
import type { MediaType } from '../extract/media-types.js';
import type { FetchedPage } from './fetched-page.js';
import { type PageFile, unreadable } from './find-inputs.js';

/**
 * Reads a page from a file.
 * @param onBytes receives the number of bytes read
 * @throws NeardupError `extraction_failed` if the file cannot be read
 */
export async function readPage(
  { name, mediaType }: PageFile,
  onBytes: (count: number) => void,
): Promise<FetchedPage> {
  const content = await readFile(name).catch((error: Error) => {
    throw unreadable(name, error);
  });
  onBytes(content.length);
  return pageOfFile(mediaType, new Uint8Array(content));
}

/**
 * Creates a page from the bytes of a file.
 * @param mediaType media type that the name of the file indicates; used unless the bytes contradict it
 */
export function pageOfFile(mediaType: MediaType, content: Uint8Array): FetchedPage {
  const page = toPageIfReadable(mediaType, content);
  if (page === null) throw new Error(`${mediaType} is not the type of a page`);
  return page;
}
