import { NeardupError } from '../errors.js';
import type { Page } from '../extract/extract.js';
import type { MediaType } from '../extract/media-types.js';
import { recognized, recognizedAlone } from '../extract/recognize.js';

/*
 * Maps a `Content-Type` to a kind of page, for request bodies, archive records and files alike.
 */

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Type that servers send for content of unknown type. The kind of such a page is recognized from its content. */
const anything = 'application/octet-stream';

/** Media types of bodies besides JSON, as listed in the API description. */
export const pageMediaTypes = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/markdown',
  'application/rss+xml',
  'application/atom+xml',
  'application/xml',
  'text/xml',
  'application/pdf',
  docx,
  anything,
] as const;

/** Supported types, for messages. */
const supportedTypes =
  'HTML (text/html, application/xhtml+xml), feeds and XML (application/rss+xml, application/atom+xml, application/xml, text/xml), text/plain, text/markdown, application/pdf, DOCX, or application/octet-stream for any of these (of MHTML, mails and JSON Feed, send the HTML inside)';

export interface BodyLimits {
  /** Maximum size of a body in JSON, plain text or Markdown, in bytes. */
  readonly bodyBytesMax: number;
  /** Maximum size of a body in HTML or XML, in bytes. */
  readonly htmlBytesMax: number;
  /** Maximum size of a body in PDF or DOCX, in bytes. */
  readonly fileBytesMax: number;
}

export interface ContentType {
  /** Type and subtype in lower case, without parameters. */
  readonly essence: string;
  readonly charset: string | null;
}

/**
 * Parses a `Content-Type`. If the header is repeated, the last well-formed value applies. A value without a charset
 * inherits the charset of the preceding value if both have the same type (Fetch, "extract a MIME type"; RFC 9110,
 * 8.3.2).
 * @returns null if no value is well-formed
 */
export function parseContentType(header: string | undefined): ContentType | null {
  let found = null as ContentType | null;
  for (const [value] of (header ?? '').matchAll(/(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g)) {
    const essence = value.split(';', 1)[0]!.trim().toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(essence) || essence === '*/*') continue;
    const inherited = found?.essence === essence ? found.charset : null;
    found = { essence, charset: firstCharset(value) ?? inherited };
  }
  return found;
}

/** Returns the first charset parameter of a media type; null if there is none. */
function firstCharset(value: string): string | null {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(value) ?? [];
  return (quoted ?? plain)?.trim() || null;
}

/** Returns the size limit for bodies of a type, and the name of its setting. */
export function bodyLimit(contentType: string | undefined, limits: BodyLimits) {
  const kind = declaredKind(parseContentType(contentType));
  return kind === null ? limitForKind('text/plain', limits) : limitForKind(kind, limits);
}

/** Returns the size limit for a kind of page. Bytes of a kind that is not yet recognized get the limit for files. */
function limitForKind(kind: MediaType | typeof anything, limits: BodyLimits) {
  switch (kind) {
    case 'text/plain':
    case 'text/markdown':
      return { bytes: limits.bodyBytesMax, setting: 'NEARDUP_BODY_BYTES_MAX' };
    case 'text/html':
    case 'application/xhtml+xml':
    case 'application/xml':
      return { bytes: limits.htmlBytesMax, setting: 'NEARDUP_HTML_BYTES_MAX' };
    default:
      return { bytes: limits.fileBytesMax, setting: 'NEARDUP_FILE_BYTES_MAX' };
  }
}

/** Returns true for the media types that pages may have. */
export function isPageType(contentType: string | undefined): boolean {
  return declaredKind(parseContentType(contentType)) !== null;
}

/** Interprets bytes as a page. Returns null if they are not a readable page. */
export function toPageIfReadable<Content extends Uint8Array>(
  contentType: string | undefined,
  content: Content,
): (Page & { readonly content: Content }) | null {
  const type = parseContentType(contentType);
  const declared = declaredKind(type);
  if (declared === null) return null;
  const mediaType =
    declared === anything ? recognizedAlone(content) : recognized(declared, content);
  return mediaType && { content, mediaType, charset: type?.charset ?? null };
}

/** Returns the kind of page that a type declares; null if pages cannot have this type. */
function declaredKind(type: ContentType | null): MediaType | typeof anything | null {
  if (type === null) return anything;
  const { essence } = type;
  switch (essence) {
    case 'text/html':
    case 'application/xhtml+xml':
    case 'text/plain':
    case 'text/markdown':
    case 'application/pdf':
    case docx:
      return essence;
    case 'text/x-markdown':
      return 'text/markdown';
    case 'text/xml':
    case 'application/xml':
      return 'application/xml';
    case anything:
    case 'binary/octet-stream':
    case 'application/unknown':
    case 'unknown/unknown':
      return anything;
    default:
      return /^(?:application|text)\/[^/]+\+xml$/.test(essence) ? 'application/xml' : null;
  }
}

/** @param contentType type of a body that is not a page */
export function unsupportedPage(contentType: string | undefined): NeardupError {
  const reason = isPageType(contentType)
    ? `this body is none of these; its Content-Type is ${contentType ? `"${contentType}"` : 'absent'}, and JSON needs "application/json"`
    : `not as "${contentType}"`;
  return new NeardupError(
    'unsupported_media_type',
    `Send the body as "Content-Type: application/json", or a page as ${supportedTypes}; ${reason}`,
  );
}
