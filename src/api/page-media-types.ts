import type { MediaType, Page } from '../extract/extract.js';

/** Media types of bodies besides JSON. */
export const pageMediaTypes = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const satisfies readonly MediaType[];

export interface BodyLimits {
  /** Of JSON and of plain text. */
  readonly bodyBytesMax: number;
  readonly htmlBytesMax: number;
  /** Of PDF and DOCX. */
  readonly fileBytesMax: number;
}

/** How long a body of a type may be, and which setting says so. */
export function bodyLimitOf(contentType: string | undefined, limits: BodyLimits) {
  switch (pageOfContentType(contentType)?.mediaType ?? 'text/plain') {
    case 'text/plain':
      return { bytes: limits.bodyBytesMax, setting: 'NEARDUP_BODY_BYTES_MAX' };
    case 'text/html':
    case 'application/xhtml+xml':
      return { bytes: limits.htmlBytesMax, setting: 'NEARDUP_HTML_BYTES_MAX' };
    default:
      return { bytes: limits.fileBytesMax, setting: 'NEARDUP_FILE_BYTES_MAX' };
  }
}

/** The media type and charset of a page; null if the type cannot be read. */
export function pageOfContentType(contentType: string | undefined): Omit<Page, 'content'> | null {
  const [essence = ''] = (contentType ?? '').toLowerCase().split(';');
  const mediaType = pageMediaTypes.find((each) => each === essence.trim());
  return mediaType === undefined ? null : { mediaType, charset: charsetOf(contentType) };
}

/** RFC 9110, section 8.3.2; null where the header names none. */
export function charsetOf(contentType: string | undefined): string | null {
  const [, quoted, plain] =
    /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType ?? '') ?? [];
  return (quoted ?? plain)?.trim() || null;
}
