import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { unzstdBody } from './unzstd.js';

/** An HTTP/1 response as stored in an archive. */
export interface HttpResponse {
  /** Status code; NaN if there is no valid status line. */
  readonly status: number;
  /** Header fields by lower-case name. Values of the same name are joined by commas. (RFC 9110, 5.2) */
  readonly headers: ReadonlyMap<string, string>;
  /** Message body, still with its transfer and content encodings. */
  readonly body: Buffer;
}

/** Parses a response. Lines may end in LF alone, and the body may be missing. (RFC 9112, 2.2) */
export function parseResponse(block: Buffer): HttpResponse {
  const end = /\r?\n\r?\n/.exec(block.subarray(0, headerBytesMax).toString('latin1'));
  const head = block.subarray(0, end?.index ?? block.length).toString('latin1');
  const [statusLine = '', ...lines] = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  const status = Number(/^HTTP\/[\d.]+\s+(\d{3})\b/i.exec(statusLine)?.[1] ?? Number.NaN);
  const body = end === null ? Buffer.alloc(0) : block.subarray(end.index + end[0].length);
  return { status, headers, body };
}

const headerBytesMax = 2 ** 20;

/**
 * Returns the content of a response without its encodings. Archives often store decoded bodies under the original
 * headers, and servers send meaningless names such as `utf-8`; such bodies are returned unchanged.
 * @throws Error if the body is damaged, longer than `bytesMax`, or has an unsupported encoding
 */
export async function readContent(
  { headers, body }: HttpResponse,
  bytesMax: number,
): Promise<Buffer> {
  const splitNames = (header: string) =>
    (headers.get(header) ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim());
  let content: Buffer = body;
  for (const name of splitNames('transfer-encoding').reverse()) {
    content = name === 'chunked' ? unchunked(content) : await decoded(content, name, bytesMax);
  }
  for (const name of splitNames('content-encoding').reverse()) {
    content = await decoded(content, name, bytesMax);
  }
  return content;
}

const unsupported = new Set([
  'compress',
  'x-compress',
  'dcb',
  'dcz',
  'sdch',
  'exi',
  'pack200-gzip',
  'aes128gcm',
]);
const [gunzipped, inflated, inflatedRaw, brotli] = [
  gunzip,
  inflate,
  inflateRaw,
  brotliDecompress,
].map((unpack) => promisify<Uint8Array, { maxOutputLength: number }, Buffer>(unpack)) as [
  Unpack,
  Unpack,
  Unpack,
  Unpack,
];
type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

async function decoded(bytes: Buffer, name: string, bytesMax: number): Promise<Buffer> {
  const options = { maxOutputLength: bytesMax };
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipped(bytes, options) : bytes;
    case 'deflate':
      return isText(bytes) ? bytes : inflatedEither(bytes, options).catch(unlessMarkup(bytes));
    case 'br':
      return isText(bytes) ? bytes : brotli(bytes, options).catch(unlessMarkup(bytes));
    case 'zstd':
      return isZstd(bytes) ? unzstdBody(bytes, bytesMax) : bytes;
    default:
      if (unsupported.has(name)) throw new Error(`Content-Encoding "${name}" is not supported`);
      return bytes;
  }
}

/**
 * Tests if a body is text in UTF-8, which means that it was stored without its encoding. Decoding such a body does not
 * always fail: a text that begins with N is also an empty Brotli stream. Very short bodies never count as text, because
 * encoded bodies of this length may look like text.
 */
function isText(bytes: Buffer): boolean {
  if (bytes.length < textBytesMin) return false;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return !/[^\P{Cc}\t\n\f\r]/u.test(decoder.decode(bytes.subarray(0, 256), { stream: true }));
  } catch {
    return false;
  }
}

const textBytesMin = 32;

/**
 * Returns a function that handles a decoding error. If the body begins with a tag, with or without a byte order mark
 * before it, it was stored without its encoding and is returned unchanged.
 */
function unlessMarkup(bytes: Buffer): (error: Error) => Buffer {
  return (error) => {
    const head = bytes.subarray(0, 256).toString('latin1');
    if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<\0?[!?a-z]/i.test(head)) return bytes;
    throw error;
  };
}

/** Inflates a `deflate` body. Some servers omit its zlib header. (RFC 9110, 8.4.1.2) */
function inflatedEither(bytes: Uint8Array, options: { maxOutputLength: number }): Promise<Buffer> {
  return bytes[0] === 0x78 ? inflated(bytes, options) : inflatedRaw(bytes, options);
}

function isZstd(bytes: Uint8Array): boolean {
  return bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;
}

/** Joins the chunks of a body; returns a body without chunks unchanged. (RFC 9112, 7.1) */
function unchunked(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = /^([\da-f]{1,8})[ \t]*(?:;[^\n]*)?\r?\n/i.exec(
      body.subarray(at, at + chunkLineBytesMax).toString('latin1'),
    );
    if (line === null) return chunks.length === 0 ? body : Buffer.concat(chunks);
    const start = at + line[0].length;
    const size = Number.parseInt(line[1]!, 16);
    if (size === 0) return Buffer.concat(chunks);
    if (start + size > body.length && chunks.length === 0) return body; // text that begins with a number
    chunks.push(body.subarray(start, start + size));
    at = start + size;
    if (body[at] === 0x0d) at += 1;
    if (body[at] === 0x0a) at += 1;
  }
}

const chunkLineBytesMax = 4096;
