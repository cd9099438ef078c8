import { NeardupError } from '../errors.js';
import { tidy } from './block-text.js';
import type { ExtractLimits } from './extract.js';
import { createInflater } from './inflate-limit.js';
import { optionalPackage } from './optional-package.js';
import { inflateZip } from './zip.js';

export const docxExtractor = 'docx/1';

/** The paragraphs of a DOCX, a line each. All its files are inflated once within the limit first. */
export async function docxText(bytes: Uint8Array, { inflatedBytesMax }: ExtractLimits) {
  const { default: mammoth } = await optionalPackage('mammoth', () => import('mammoth'));
  const files = inflateZip(bytes, inflatedBytesMax, createInflater(inflatedBytesMax));
  const title = titleIn(files.get('docProps/core.xml'));
  try {
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
    return { title, text: tidy(value), extractor: docxExtractor };
  } catch (cause) {
    throw new NeardupError('extraction_failed', `Cannot read the DOCX: ${String(cause)}`, {
      cause,
    });
  }
}

const references = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };

function titleIn(core: Uint8Array | undefined): string | null {
  const xml = Buffer.from(core ?? []).toString('utf8');
  const title = /<dc:title>([^<]{1,1000})<\/dc:title>/.exec(xml)?.[1] ?? '';
  const plain = title.replaceAll(
    /&(?:lt|gt|quot|apos|amp);/g,
    (reference) => references[reference as keyof typeof references],
  );
  return plain.trim() || null;
}
