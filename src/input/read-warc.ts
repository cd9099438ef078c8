import { isPageType, toPageIfReadable as pageOfBytes } from '../api/page-media-types.js';
import { NeardupError } from '../errors.js';
import { type ByteReader, createByteReader } from './byte-reader.js';
import type { FetchedPage } from './fetched-page.js';
import { parseResponse, readContent } from './http-response.js';
import type { Fault } from './pieces.js';

/** A WARC record: a page with its URL, or null if the record has no readable page. */
export interface WarcRecord {
  /** Record number, counted from 1. */
  readonly number: number;
  readonly page: { readonly url: string; readonly page: FetchedPage } | null;
  /** True if the record refers to a page stored in another record. */
  readonly isRevisit?: boolean;
}

const headerBytesMax = 2 ** 20;
const lineBytesMax = 2 ** 16;

/**
 * Reads the records of a WARC file (ISO 28500). Three types of records are pages, if their media type is supported:
 * `response` with status 200, whose transfer and content encodings are removed; `resource`; and `conversion`, the texts
 * of WET files. Header lines may end in LF alone.
 * @param bytes unpacked bytes of the file
 * @param pageBytesMax largest of the page size limits in the settings; it limits both the encoded and the decoded page
 * @throws Error for a truncated record
 */
export async function* readWarc(
  bytes: AsyncGenerator<Buffer>,
  pageBytesMax: number,
): AsyncGenerator<WarcRecord | Fault> {
  const reader = createByteReader(bytes);
  for (let number = 1; await skipBlankLines(reader); number++) {
    const header = await readHeader(reader);
    const kind = header && recordKind(header);
    if (header === null) {
      yield { number, fault: fault('not a WARC record; skipped to the next record') };
      await skipToRecord(reader);
    } else if (kind === null) {
      await reader.skip(header.length);
      yield { number, page: null, isRevisit: recordType(header) === 'revisit' };
    } else if (header.length > pageBytesMax + headerBytesMax) {
      await reader.skip(header.length);
      yield { number, fault: tooLong(pageBytesMax) };
    } else {
      const block = await reader.take(header.length);
      yield await readPage(kind, header, block, pageBytesMax).then(
        (page) => ({ number, page }),
        (error: NodeJS.ErrnoException) => ({
          number,
          fault:
            error.code === 'ERR_BUFFER_TOO_LARGE'
              ? tooLong(pageBytesMax)
              : fault(`the page cannot be decoded: ${error.message}`, error),
        }),
      );
    }
  }
}

/** Header of a record, with lower-case names. */
interface Header {
  readonly fields: ReadonlyMap<string, string>;
  /** Length of the following block in bytes. */
  readonly length: number;
}

/** Skips the blank lines between two records. @returns false at the end of the file */
async function skipBlankLines(reader: ByteReader): Promise<boolean> {
  for (;;) {
    const [first] = await reader.peek(1);
    if (first === undefined) return false;
    if (first !== 0x0d && first !== 0x0a) return true;
    await reader.take(1);
  }
}

/** Reads the header of a record; null if no record begins here. @throws Error for a truncated header */
async function readHeader(reader: ByteReader): Promise<Header | null> {
  if (!isVersion(await reader.peek(versionBytes))) return null;
  const fields = new Map<string, string>();
  let size = 0;
  let name = '';
  for (;;) {
    const line = await reader.line(lineBytesMax);
    size += line.length;
    if (line.length === 0) throw new Error('unexpected end of file');
    if (line.at(-1) !== 0x0a || size > headerBytesMax) return null;
    const text = line.toString('utf8').trimEnd();
    if (text === '') break;
    const colon = text.indexOf(':');
    if (/^[ \t]/.test(text)) fields.set(name, `${fields.get(name) ?? ''} ${text.trim()}`);
    else if (colon > 0) {
      name = text.slice(0, colon).trim().toLowerCase();
      fields.set(name, text.slice(colon + 1).trim());
    }
  }
  const length = fields.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length) || !fields.has('warc-type')) return null;
  return { fields, length: Number(length) };
}

const versionBytes = 6;
const isVersion = (line: Buffer) => /^WARC\/\d/.test(line.toString('latin1'));

/** Skips bytes up to the next line that begins a record, or the end of the file. */
async function skipToRecord(reader: ByteReader): Promise<void> {
  for (;;) {
    const line = await reader.line(lineBytesMax);
    const ended = line.length === 0;
    if (ended || isVersion(await reader.peek(versionBytes))) return;
  }
}

const recordType = ({ fields }: Header) => fields.get('warc-type')!.toLowerCase();

type Kind = 'response' | 'text' | 'resource';

/** Returns the kind of page in a record; null if the record has no page. */
function recordKind(header: Header): Kind | null {
  const { fields } = header;
  if (!fields.get('warc-target-uri')) return null;
  switch (recordType(header)) {
    case 'response':
      return 'response';
    case 'conversion':
      return isPageType(fields.get('content-type')) ? 'text' : null;
    case 'resource':
      return isPageType(fields.get('content-type')) ? 'resource' : null;
    default:
      return null;
  }
}

async function readPage(
  kind: Kind,
  header: Header,
  block: Buffer,
  pageBytesMax: number,
): Promise<WarcRecord['page']> {
  const { fields } = header;
  // wget encloses the address in angle brackets.
  const url = fields.get('warc-target-uri')!.replace(/^<(.*)>$/, '$1');
  if (kind !== 'response') {
    const page = pageOfBytes(fields.get('content-type'), new Uint8Array(block));
    // WET files are UTF-8 without declaring it.
    return page && { url, page: { ...page, ...(kind === 'text' && { charset: 'utf-8' }) } };
  }
  const response = parseResponse(block);
  const type = response.headers.get('content-type');
  if (response.status !== 200 || !isPageType(type)) return null;
  const content = await readContent(response, pageBytesMax);
  const page = pageOfBytes(type, new Uint8Array(content));
  return page && { url, page };
}

function tooLong(bytesMax: number): NeardupError {
  return new NeardupError('payload_too_large', `the page is longer than ${bytesMax} bytes`);
}

function fault(message: string, cause?: Error): NeardupError {
  if (cause instanceof NeardupError) return cause;
  return new NeardupError('extraction_failed', message, { cause });
}
