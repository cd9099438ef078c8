import { type BodyLimits, bodyLimit } from '../api/page-media-types.js';
import { NeardupError } from '../errors.js';
import type { Page } from '../extract/extract.js';

/** A page as it was fetched from the web, in bytes. */
export interface FetchedPage extends Page {
  readonly content: Uint8Array;
}

/** A page that becomes a document. */
export interface PageDocument {
  readonly id: string;
  readonly collection: string;
  readonly page: FetchedPage;
}

/**
 * Rejects a page that is longer than the service accepts.
 * @throws NeardupError `payload_too_large`
 */
export function refuseLongPage({ mediaType, content }: FetchedPage, limits: BodyLimits): void {
  const { bytes: bytesMax, setting } = bodyLimit(mediaType, limits);
  if (content.length <= bytesMax) return;
  throw new NeardupError(
    'payload_too_large',
    `the page of ${mediaType} is longer than ${bytesMax} bytes (${setting})`,
  );
}
