import { fileURLToPath } from 'node:url';
import type * as Unpdf from 'unpdf';
import { NeardupError } from '../errors.js';
import { compiledFile } from '../package-facts.js';
import { joinBrokenWords } from '../text/broken-words.js';
import { withAllocationsAtMost } from './allocation-limit.js';
import type { ExtractLimits } from './extract-limits.js';
import { pdfExtractor } from './extractor-names.js';
import { optionalPackage } from './optional-package.js';
import { tidy } from './tidy.js';

/** Maximum number of pages read. */
const pagesMax = 2000;
/**
 * Number of bytes allocated per unpacked byte. A buffer for unpacking grows by doubling, so all buffers together have
 * about twice the size of the last one.
 */
const allocatedPerByte = 2;
/**
 * Folder of the predefined CMaps for Chinese, Japanese and Korean (ISO 32000-2, 9.7.5.2), copied from pdfjs-dist by the
 * build. A document only names a CMap; pdf.js opens only CMaps on its own list.
 */
const characterMaps = () => fileURLToPath(compiledFile('data/cmaps/'));
/**
 * Maximum share of characters without a known meaning. Two PDFs with the same readable text and a larger share s of
 * other glyphs may have a similarity of (1 - s) / (1 + s), which is below the default threshold.
 */
const unreadableShareMax = 0.25;

/** Returns the text of a PDF, page by page, in drawing order. */
export async function pdfText(bytes: Uint8Array, limits: ExtractLimits) {
  const unpdf = await optionalPackage('unpdf', () => import('unpdf'));
  await unpdf.getResolvedPDFJS(); // loads pdf.js; a failure here is not the document's fault
  const bytesMax = bytes.length + allocatedPerByte * limits.inflatedBytesMax;
  return withAllocationsAtMost(bytesMax, () => readPdf(unpdf, bytes, limits)).catch((cause) => {
    if (cause instanceof NeardupError) throw cause;
    const fault = hasName(cause, 'PasswordException')
      ? 'it needs a password'
      : 'it is damaged or incomplete';
    throw new NeardupError('extraction_failed', `Cannot read the PDF: ${fault}`, { cause });
  });
}

const hasName = (error: unknown, name: string) => error instanceof Error && error.name === name;

async function readPdf(unpdf: typeof Unpdf, bytes: Uint8Array, limits: ExtractLimits) {
  const { getDocument } = await unpdf.getResolvedPDFJS();
  const pdf = await getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: characterMaps(),
    cMapPacked: true,
    isEvalSupported: false,
    useSystemFonts: true,
    maxImageSize: 0,
    stopAtErrors: false,
    verbosity: 0,
  }).promise;
  try {
    const text = await pagesText(pdf, limits.textLengthMax);
    const { info } = await unpdf.getMeta(pdf);
    const title = typeof info.Title === 'string' ? info.Title.trim() : '';
    return { title: title === '' ? null : title, text, isBlocks: false, extractor: pdfExtractor };
  } finally {
    await pdf.destroy();
  }
}

interface Pages {
  readonly numPages: number;
  getPage(number: number): Promise<{
    getTextContent(): Promise<{ readonly items: readonly object[] }>;
    cleanup(): unknown;
  }>;
}

/** Reads the text of the pages. Stops once the text exceeds the limit; the caller then rejects the text. */
async function pagesText(pdf: Pages, textLengthMax: number): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, pagesMax); number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items as readonly { str?: string; hasEOL?: boolean }[]) {
      parts.push(item.str ?? '', item.hasEOL ? '\n' : '');
      length += item.str?.length ?? 0;
    }
    parts.push('\n');
    page.cleanup();
    if (length > 2 * textLengthMax) break;
  }
  const text = tidy(parts.join(''));
  refuseUnreadable(text);
  return joinBrokenWords(text, { laidOut: true });
}

/**
 * Rejects a text with too many unreadable characters. A font without a Unicode map yields its own codes, which are
 * often control or private-use characters and so not parts of words. If they were ignored, only readable text such as a
 * header would count, and all PDFs with the same header would be equal.
 */
function refuseUnreadable(text: string): void {
  const all = matchedLength(text, /\S/gu);
  const unreadable = matchedLength(text, /(?!\s)[\p{Cc}\p{Co}\p{Cs}\ufffd]/gu);
  if (unreadable <= unreadableShareMax * all) return;
  throw new NeardupError(
    'extraction_failed',
    `Cannot read the PDF: ${unreadable} of its ${all} characters have no meaning outside its fonts; send its text instead`,
  );
}

function matchedLength(text: string, characters: RegExp): number {
  let length = 0;
  for (const _ of text.matchAll(characters)) length++;
  return length;
}
