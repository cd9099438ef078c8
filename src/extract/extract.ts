import { NeardupError } from '../errors.js';
import { type CharsetSource, decode } from './decode.js';
import { docxText } from './docx.js';
import type { ExtractLimits } from './extract-limits.js';
import { contentLines, type ExtractedLine } from './extracted-line.js';
import { plainExtractor } from './extractor-names.js';
import { htmlText } from './html.js';
import { docxType, type MediaType } from './media-types.js';
import { type PageFacts, titleAlone } from './page-facts.js';
import { pdfText } from './pdf.js';
import { xmlText } from './xml.js';

/** A page as fetched. */
export interface Page {
  /** Bytes of the page, or a string if the page is already decoded. */
  readonly content: Uint8Array | string;
  readonly mediaType: MediaType;
  /** Charset named in the Content-Type header; null if there is none. */
  readonly charset: string | null;
  /** Address of the page; ignored if invalid. */
  readonly address?: string | undefined;
  /** Title that the client sent, a line of the page outside its main text. */
  readonly title?: string | undefined;
}

export interface Extracted {
  /** Facts that the page declares about itself. */
  readonly page: PageFacts;
  /** Main text of the page. */
  readonly text: string;
  /** All other lines of the page, in order. */
  readonly rest: string;
  /** True if each line is a block of the page, false if a line break may be a mere wrap. */
  readonly isBlocks: boolean;
  /** All lines of the page in order, each with the reason why it is main text or not. */
  readonly lines: readonly ExtractedLine[];
  /** Charset of the page, as named in the WHATWG Encoding Standard; null if no bytes were decoded. */
  readonly charset: string | null;
  readonly charsetSource: CharsetSource | null;
  /** Name and version of the extractor. Equal versions extract equal text from equal bytes. */
  readonly extractor: string;
}

/**
 * Extracts the text of a page. The result also names the extractor.
 * @throws NeardupError `extraction_failed` if the content does not have the declared media type, or if a package that
 *   reads the format is not installed; `payload_too_large` if a limit is exceeded
 */
export async function extract(page: Page, limits: ExtractLimits): Promise<Extracted> {
  const extracted = await takeText(page, limits);
  if (extracted.text.length > limits.textLengthMax) {
    throw new NeardupError(
      'payload_too_large',
      `Cannot accept a text of ${extracted.text.length} characters: at most ${limits.textLengthMax} are allowed (NEARDUP_EXTRACTED_TEXT_LENGTH_MAX)`,
    );
  }
  return extracted;
}

async function takeText(page: Page, limits: ExtractLimits): Promise<Extracted> {
  const { mediaType } = page;
  switch (mediaType) {
    case 'text/plain': {
      const { text, ...charset } = decoded(page);
      return {
        ...{ page: titleAlone(null), text, rest: '', isBlocks: false, lines: contentLines(text) },
        ...{ ...charset, extractor: plainExtractor },
      };
    }
    case 'text/markdown': {
      const { text, ...charset } = decoded(page);
      const { markdownText } = await import('./markdown.js');
      return { ...titled(markdownText(text)), ...charset };
    }
    case 'text/html':
    case 'application/xhtml+xml': {
      const { text, ...charset } = decoded(page);
      const isXml = mediaType === 'application/xhtml+xml';
      return { ...htmlText(text, { isXml, address: page.address }), ...charset };
    }
    case 'application/xml': {
      const { text, ...charset } = decoded(page);
      return { ...titled(xmlText(text)), ...charset };
    }
    case 'application/pdf':
      return titled(await pdfText(toBytes(page), limits));
    case docxType:
      return titled(await docxText(toBytes(page), limits));
  }
}

type TitledText = Pick<Extracted, 'text' | 'isBlocks' | 'extractor'> & {
  readonly rest?: string;
  readonly title: string | null;
};

function titled({ title, ...text }: TitledText): Extracted {
  const lines = contentLines(text.text);
  return { page: titleAlone(title), rest: '', lines, ...text, ...noCharset };
}

const noCharset = { charset: null, charsetSource: null } as const;

function decoded({ content, charset, mediaType }: Page) {
  if (typeof content === 'string') return { text: content, ...noCharset };
  return decode(content, {
    header: charset,
    markup: !mediaType.startsWith('text/') || mediaType === 'text/html',
  });
}

function toBytes({ content, mediaType }: Page): Uint8Array {
  if (typeof content !== 'string') return content;
  throw new NeardupError(
    'extraction_failed',
    `Cannot read ${mediaType} from a string: send the bytes as they were fetched`,
  );
}
