import { NeardupError } from '../errors.js';
import type { ExtractLimits } from './extract.js';
import { optionalPackage } from './optional-package.js';

export async function docxText(bytes: Uint8Array, _limits: ExtractLimits) {
  const { default: mammoth } = await optionalPackage('mammoth', () => import('mammoth'));
  try {
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
    return { title: null, text: value.trim(), extractor: 'docx/1' };
  } catch (cause) {
    throw new NeardupError('extraction_failed', `Cannot read the DOCX: ${String(cause)}`, {
      cause,
    });
  }
}
