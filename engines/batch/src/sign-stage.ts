import {
  type Config,
  createCompute,
  type Document,
  documentRequest,
  NeardupError,
  openInlineSigner,
  packFacts,
  parsed,
  parseJson,
  toDocument,
} from 'neardup/engine';
import type { BatchCollection } from './batch-collection.js';
import { refuseForeignRecipe } from './refuse-foreign-recipe.js';
import { type SignedRow, signedColumn } from './signed-row.js';
import { broken, lastColumn, type Stage } from './stage.js';

/**
 * Signs documents in the format of POST /documents, from the last column of each line. The preceding columns stay
 * unchanged. A document that has no comparable text, whose text cannot be extracted or that is too large is listed with
 * its error. A line that is not a document ends the run.
 */
export function createSignStage(collection: BatchCollection, config: Config): Stage {
  const { signer, dictionaries } = openInlineSigner(config);
  refuseForeignRecipe(collection, dictionaries.checksums);
  const compute = createCompute(signer);
  const request = documentRequest(config);

  async function signed(document: Document): Promise<SignedRow> {
    const { id, content, metadata, title } = document;
    const computed = await refusable(id!, () => compute(content, collection, false, { title }));
    if ('error' in computed) return computed;
    const { signature, extractor, facts } = computed;
    return { id: id!, signature, metadata, page: packFacts({ ...document, facts }), extractor };
  }

  return {
    async line(line, emit) {
      const [before, last] = lastColumn(line);
      const document = toDocument(parsed(request.json, parseColumn(last), ''));
      if (document.id === undefined) throw broken('a document of a batch needs an id');
      if (document.ttlSeconds !== undefined) {
        throw broken('a batch knows no time, so it takes no ttlSeconds');
      }
      emit(before + signedColumn(await signed(document), collection));
    },
  };
}

/** Errors that concern a single document rather than the batch. */
const faultsOfDocuments = ['text_empty', 'extraction_failed', 'payload_too_large'];

/** Returns the result of `compute`, or the error code with which the service would reject the document. */
export async function refusable<T extends object>(
  id: string,
  compute: () => Promise<T>,
): Promise<T | { readonly id: string; readonly error: string }> {
  try {
    return await compute();
  } catch (error) {
    if (!(error instanceof NeardupError) || !faultsOfDocuments.includes(error.code)) throw error;
    return { id, error: error.code };
  }
}

export function parseColumn(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw broken((error as Error).message);
  }
}
