import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { WARCParser, type WARCRecord } from 'warcio';
import { isPageType, pageOf as pageOfBytes } from '../api/page-media-types.js';
import { NeardupError } from '../errors.js';
import type { FetchedPage } from './fetched-page.js';
import { unreadable } from './find-inputs.js';

/** A record of a WARC file: a page with its URL, or null if it is no page that can be read. */
export interface WarcRecord {
  /** From 1. */
  readonly number: number;
  readonly page: { readonly url: string; readonly page: FetchedPage } | null;
}

/** A record whose page cannot be taken from it. */
export interface BrokenRecord {
  readonly number: number;
  readonly error: NeardupError;
}

/** No setting allows a larger page. */
const recordBytesMax = 512 * 1024 * 1024;

/**
 * Reads the records of a WARC file (ISO 28500). Pages are the responses of status 200 whose media type can be
 * read, without their transfer and content encodings, and the texts of WET files (`conversion`).
 * @param bytes of the file, unpacked
 * @throws NeardupError `extraction_failed` if reading fails, or the file is no WARC file
 */
export async function* readWarc(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<WarcRecord | BrokenRecord> {
  let number = 0;
  try {
    const parser = new WARCParser(bytes);
    for await (const record of parser) {
      number += 1;
      if (record.warcType === null || record.warcType === undefined) {
        throw new Error(`record ${number} has no WARC-Type`);
      }
      yield await pageOf(record).then(
        (page) => ({ number, page }),
        (error: unknown) => ({ number, error: asFault(error) }),
      );
    }
  } catch (error) {
    throw unreadable(name, error as Error);
  }
}

async function pageOf(record: WARCRecord): Promise<WarcRecord['page']> {
  const { warcTargetURI: url, httpHeaders } = record;
  const isText = record.warcType === 'conversion';
  if (!url || (!isText && (record.warcType !== 'response' || httpHeaders?.statusCode !== 200))) {
    return null;
  }
  const headers = httpHeaders?.headers ?? new Headers();
  const type = isText ? record.warcContentType : headers.get('Content-Type');
  if (!isPageType(type ?? undefined)) return null;
  if (record.warcContentLength > recordBytesMax) {
    throw new NeardupError(
      'payload_too_large',
      `the record is longer than ${recordBytesMax} bytes`,
    );
  }
  // warcio takes off the transfer encoding; it knows no Brotli and no limit of what it inflates.
  const encoding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? '';
  headers.delete('Content-Encoding');
  const content = decoded(await record.readFully(!isText), encoding);
  const page = pageOfBytes(type ?? undefined, content);
  // WET files are UTF-8 and do not say so.
  return page && { url, page: { ...page, ...(isText && { charset: 'utf-8' }) } };
}

/** Some archives contain decoded bodies under the headers of encoded ones. */
function decoded(bytes: Uint8Array, encoding: string): Uint8Array {
  const options = { maxOutputLength: recordBytesMax };
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, options) : bytes;
    case 'deflate':
      return bytes[0] === 0x78 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
    case 'br':
      return brotliDecompressSync(bytes, options);
    case '':
    case 'identity':
      return bytes;
    default:
      throw new Error(`Content-Encoding "${encoding}" is unknown`);
  }
}

function asFault(error: unknown): NeardupError {
  if (error instanceof NeardupError) return error;
  const { message } = error as Error;
  return new NeardupError('extraction_failed', `the page cannot be decoded: ${message}`, {
    cause: error,
  });
}
