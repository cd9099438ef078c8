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

export function pageBytesMax(mediaType: MediaType, limits: BodyLimits): number {
  switch (mediaType) {
    case 'text/plain':
      return limits.bodyBytesMax;
    case 'text/html':
    case 'application/xhtml+xml':
      return limits.htmlBytesMax;
    default:
      return limits.fileBytesMax;
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
