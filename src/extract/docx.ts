import type mammoth from 'mammoth';
import { NeardupError } from '../errors.js';
import type { ExtractLimits } from './extract-limits.js';
import { docxExtractor } from './extractor-names.js';
import { optionalPackage } from './optional-package.js';
import { tidy } from './tidy.js';
import { openZip, type ZipFiles } from './zip.js';

/**
 * Returns the paragraphs of a DOCX, one per line. The parser gets the files of the archive only through `openZip`,
 * which limits their size.
 */
export async function docxText(bytes: Uint8Array, { inflatedBytesMax }: ExtractLimits) {
  const { default: mammoth } = await optionalPackage('mammoth', () => import('mammoth'));
  const files = await openZip(bytes, inflatedBytesMax);
  const title = files.has(core) ? readTitle(await files.read(core)) : null;
  try {
    const { value } = await mammoth.extractRawText(mammothInput(files));
    return { title, text: tidy(value), isBlocks: true, extractor: docxExtractor };
  } catch (cause) {
    if (cause instanceof NeardupError) throw cause;
    throw new NeardupError('extraction_failed', `Cannot read the DOCX: ${String(cause)}`, {
      cause,
    });
  }
}

/**
 * Creates the archive object that mammoth would otherwise create from the bytes. The types of mammoth do not declare
 * this input; a version that does not accept it finds no file and fails. (mammoth 1.13, lib/unzip.js, lib/zipfile.js)
 */
function mammothInput(files: ZipFiles): Parameters<typeof mammoth.extractRawText>[0] {
  const file = {
    exists: files.has,
    read: async (name: string, encoding?: string) => {
      const bytes = await files.read(name);
      return encoding === undefined ? bytes : withBreaks(new TextDecoder(encoding).decode(bytes));
    },
  };
  return { file } as object as Parameters<typeof mammoth.extractRawText>[0];
}

/**
 * Replaces the breaks within a paragraph by spaces, because mammoth drops them, although they separate words.
 * (ECMA-376, 17.3.3.1 and 17.3.3.4)
 */
function withBreaks(xml: string): string {
  return xml.replaceAll(/<w:(?:br|cr)(?:\s[^<>]*)?\/>/g, '<w:t xml:space="preserve"> </w:t>');
}

const core = 'docProps/core.xml';
const references = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };

function readTitle(core: Uint8Array): string | null {
  const xml = Buffer.from(core).toString('utf8');
  const title = /<dc:title>([^<]{1,1000})<\/dc:title>/.exec(xml)?.[1] ?? '';
  const plain = title.replaceAll(
    /&(?:lt|gt|quot|apos|amp);/g,
    (reference) => references[reference as keyof typeof references],
  );
  return plain.trim() || null;
}
