import { NeardupError } from '../errors.js';
import type { Page } from '../extract/extract.js';
import type { MediaType } from '../extract/media-types.js';
import { recognized, recognizedAlone } from '../extract/recognize.js';

/*
 * The one place where a `Content-Type` becomes the kind of a page: of bodies of requests, of records of archives,
 * and of files.
 */

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** The type of bytes that their server knows nothing of; they are recognized by what they are. */
const anything = 'application/octet-stream';

/** Media types of bodies besides JSON, as the description of the API lists them. */
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

/** For messages. */
const supportedTypes =
  'HTML (text/html, application/xhtml+xml), feeds and XML (application/rss+xml, application/atom+xml, application/xml, text/xml), text/plain, text/markdown, application/pdf, DOCX, or application/octet-stream for any of these';

export interface BodyLimits {
  /** Longest body of JSON, plain text or Markdown. */
  readonly bodyBytesMax: number;
  /** Longest body of HTML or XML. */
  readonly htmlBytesMax: number;
  /** Longest body of PDF or DOCX. */
  readonly fileBytesMax: number;
}

export interface ContentType {
  /** In lower case, without parameters. */
  readonly essence: string;
  readonly charset: string | null;
}

/**
 * Parses a `Content-Type`. One that was sent twice is the last of its values, with the charset of an equal one before
 * it. (Fetch, "extract a MIME type"; RFC 9110, 8.3.2)
 * @returns null if there is none that is well-formed
 */
export function contentTypeOf(header: string | undefined): ContentType | null {
  let found = null as ContentType | null;
  for (const [value] of (header ?? '').matchAll(/(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g)) {
    const essence = value.split(';', 1)[0]!.trim().toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(essence) || essence === '*/*') continue;
    const inherited = found?.essence === essence ? found.charset : null;
    found = { essence, charset: charsetIn(value) ?? inherited };
  }
  return found;
}

/** The first of several. */
function charsetIn(value: string): string | null {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(value) ?? [];
  return (quoted ?? plain)?.trim() || null;
}

/** Length limit of a body of a type, and the setting that sets it. */
export function bodyLimitOf(contentType: string | undefined, limits: BodyLimits) {
  const kind = declaredKind(contentTypeOf(contentType));
  return kind === null ? limitOf('text/plain', limits) : limitOf(kind, limits);
}

/** Bytes of an unknown kind may be a file until they are read. */
function limitOf(kind: MediaType | typeof anything, limits: BodyLimits) {
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

/** True of a type that a page may have. */
export function isPageType(contentType: string | undefined): boolean {
  return declaredKind(contentTypeOf(contentType)) !== null;
}

/** The page that bytes are; null if it is none that can be read. */
export function pageOf<Content extends Uint8Array>(
  contentType: string | undefined,
  content: Content,
): (Page & { readonly content: Content }) | null {
  const type = contentTypeOf(contentType);
  const declared = declaredKind(type);
  if (declared === null) return null;
  const mediaType =
    declared === anything ? recognizedAlone(content) : recognized(declared, content);
  return mediaType && { content, mediaType, charset: type?.charset ?? null };
}

/** The kind that a type says; null if it is no page. */
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

/** @param contentType of a body that is no page */
export function unsupportedPage(contentType: string | undefined): NeardupError {
  const reason = isPageType(contentType)
    ? `this body is none of these; its Content-Type is ${contentType ? `"${contentType}"` : 'absent'}, and JSON needs "application/json"`
    : `not as "${contentType}"`;
  return new NeardupError(
    'unsupported_media_type',
    `Send the body as "Content-Type: application/json", or a page as ${supportedTypes}; ${reason}`,
  );
}
