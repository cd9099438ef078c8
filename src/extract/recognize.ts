import { docxType, type MediaType } from './media-types.js';
import { readRoot } from './xml-root.js';

/*
 * Determines the type of a document from its declared type and first bytes, following the WHATWG MIME Sniffing
 * standard. A declared type is overridden only if it is certainly wrong:
 *
 *   declared            found                                    read as
 *   ──────────────────  ───────────────────────────────────────  ─────────────────────────
 *   any text type       %PDF-                                    PDF
 *   XML, HTML           root element of RSS or Atom              XML (7.3)
 *   XML                 root element <html>                      XHTML
 *   HTML                head of a message                        nothing: no page
 *   PDF, DOCX           tag, no %PDF- in the first kilobyte      HTML, such as an error page (not in the standard)
 *   nothing, or bytes   tag, XML declaration, %PDF-, DOCX, text  the detected type (7.1)
 *
 * As in browsers, HTML declared as plain text is plain text: the author wants to show the tags.
 */

/**
 * Number of bytes in which the root element is searched for. The number is high, because long comments may precede the
 * element.
 */
const headBytes = 65_536;
/** Number of bytes that are examined to distinguish text from binary data. (MIME Sniffing, 5.2) */
const sniffedBytes = 1445;

/**
 * Returns the type of a document with a declared type: `declared`, unless the bytes contradict it; null for a message
 * that is declared as HTML, such as MHTML.
 */
export function recognized(declared: MediaType, bytes: Uint8Array): MediaType | null {
  const head = asciiHead(bytes);
  if (declared === 'application/pdf' || declared === docxType) {
    return firstTag.test(head) && !head.slice(0, 1024).includes('%PDF-') ? 'text/html' : declared;
  }
  if (head.startsWith('%PDF-')) return 'application/pdf';
  switch (declared) {
    case 'text/html':
      if (isMessage(head)) return null;
      return isFeed(head) ? 'application/xml' : declared;
    case 'application/xhtml+xml':
    case 'application/xml':
      return xmlKind(head) ?? declared;
    default:
      return declared;
  }
}

/**
 * Returns the type of a document without any declaration; null for binary data, and for JSON and messages, which are not
 * pages.
 */
export function recognizedAlone(bytes: Uint8Array): MediaType | null {
  const head = asciiHead(bytes);
  if (head.startsWith('%PDF-')) return 'application/pdf';
  if (head.startsWith('PK\u0003\u0004')) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('word/document.xml')
      ? docxType
      : null;
  }
  if (isBinary(bytes) || isMessage(head)) return null;
  if (/^\s*(?:\{\s*["}]|\[\s*[{["\]])/.test(head)) return null;
  if (/^\s*<\?xml[\s?]/i.test(head)) return xmlKind(head) ?? 'application/xml';
  if (isFeed(head)) return 'application/xml';
  return firstTag.test(head) ? 'text/html' : 'text/plain';
}

/**
 * Tests for a message with several parts, whose text is encoded: MHTML, as browsers save pages, mails, and mailboxes.
 * (RFC 2557, RFC 4155)
 */
function isMessage(head: string): boolean {
  const [headers] = head.split(/\r?\n\r?\n/, 1);
  return (
    /^(?:From |[\w-]+: )/.test(headers!) &&
    /^MIME-Version:/im.test(headers!) &&
    /^Content-(?:Type|Transfer-Encoding):/im.test(headers!)
  );
}

/** Matches the first tag of an HTML document. (MIME Sniffing, 7.1) */
const firstTag =
  /^\s*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|main|article|section|meta|link)[\s>/])/i;

/**
 * Returns the beginning of a document, with one character per byte. If there is a byte order mark, it is removed
 * together with all zero bytes, so that the ASCII characters of UTF-16 are readable.
 */
function asciiHead(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1');
  const mark = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/.exec(head)?.[0] ?? '';
  return mark === '' ? head : head.slice(mark.length).replaceAll('\0', '');
}

/** Tests for binary data (MIME Sniffing, 3 and 7.1). Data with a byte order mark is text. */
function isBinary(bytes: Uint8Array): boolean {
  const [a, b, c] = bytes;
  if ((a === 0xfe && b === 0xff) || (a === 0xff && b === 0xfe)) return false;
  if (a === 0xef && b === 0xbb && c === 0xbf) return false;
  return bytes
    .subarray(0, sniffedBytes)
    .some(
      (byte) => byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1f && byte !== 0x1b),
    );
}

function isFeed(head: string): boolean {
  return xmlKind(head) === 'application/xml';
}

/** Returns the type that the root element indicates; null if it indicates none. */
function xmlKind(head: string): MediaType | null {
  const root = readRoot(head);
  if (root === null) return null;
  if (root.name === 'html') return 'application/xhtml+xml';
  const isFeedRoot =
    root.name === 'rss' ||
    (root.name === 'feed' && /www\.w3\.org\/2005\/Atom|purl\.org\/atom/i.test(root.tag)) ||
    (root.name === 'rdf' && /purl\.org\/rss|netscape\.com\/rdf/i.test(root.tag));
  return isFeedRoot ? 'application/xml' : null;
}
