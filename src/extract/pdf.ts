import { NeardupError } from '../errors.js';
import type { ExtractLimits } from './extract.js';
import { optionalPackage } from './optional-package.js';

export async function pdfText(bytes: Uint8Array, _limits: ExtractLimits) {
  const { extractText, getDocumentProxy, getMeta } = await optionalPackage(
    'unpdf',
    () => import('unpdf'),
  );
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const { text } = await extractText(pdf, { mergePages: true });
    const { info } = await getMeta(pdf);
    const title = typeof info.Title === 'string' && info.Title !== '' ? info.Title : null;
    return { title, text, extractor: 'pdf/1' };
  } catch (cause) {
    throw new NeardupError('extraction_failed', `Cannot read the PDF: ${String(cause)}`, { cause });
  }
}
