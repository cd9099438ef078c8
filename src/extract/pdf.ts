import { NeardupError } from '../errors.js';
import { tidy } from './block-text.js';
import type { ExtractLimits } from './extract.js';
import { createInflater } from './inflate-limit.js';
import { optionalPackage } from './optional-package.js';

export const pdfExtractor = 'pdf/1';

/** Later pages are not read. */
const pagesMax = 2000;
const compressionsMax = 4;
/** How far before its data the dictionary of a stream may begin. */
const dictionaryBytes = 512;

/** The text of a PDF, page by page, in the order in which it is drawn. */
export async function pdfText(bytes: Uint8Array, limits: ExtractLimits) {
  const unpdf = await optionalPackage('unpdf', () => import('unpdf'));
  refuseBombs(bytes, limits.inflatedBytesMax);
  try {
    const pdf = await unpdf.getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      maxImageSize: 0,
      stopAtErrors: false,
      verbosity: 0,
    });
    try {
      const text = await pagesText(pdf, limits.textLengthMax);
      const { info } = await unpdf.getMeta(pdf);
      const title = typeof info.Title === 'string' ? info.Title.trim() : '';
      return { title: title === '' ? null : title, text, extractor: pdfExtractor };
    } finally {
      await pdf.destroy();
    }
  } catch (cause) {
    throw new NeardupError('extraction_failed', `Cannot read the PDF: ${String(cause)}`, { cause });
  }
}

interface Pages {
  readonly numPages: number;
  getPage(number: number): Promise<{
    getTextContent(): Promise<{ readonly items: readonly object[] }>;
    cleanup(): unknown;
  }>;
}

/** Stops where there is more text than is allowed, which the caller refuses. */
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
  return tidy(parts.join(''));
}

/**
 * Inflates every stream of a PDF once within the limit, because the parser has none.
 * @throws NeardupError `payload_too_large`
 */
function refuseBombs(bytes: Uint8Array, inflatedBytesMax: number): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const inflater = createInflater(inflatedBytesMax);
  let position = buffer.indexOf('stream');
  while (position >= 0) {
    const end = buffer.indexOf('endstream', position);
    const dictionary = buffer.toString('latin1', Math.max(0, position - dictionaryBytes), position);
    const filters = dictionary.slice(dictionary.lastIndexOf(' obj')).match(/\/Fl(?:ateDecode)?\b/g);
    const start = position + (buffer[position + 6] === 0x0d ? 8 : 7);
    let data: Uint8Array = buffer.subarray(start, end < 0 ? buffer.length : end);
    for (let i = 0; i < Math.min(filters?.length ?? 0, compressionsMax); i++) {
      data = inflater.inflate(data, false);
    }
    position = end < 0 ? -1 : buffer.indexOf('stream', end + 'endstream'.length);
  }
}
