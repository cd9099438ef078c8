import {
  analyse,
  type Config,
  documentId,
  mediaTypeByName,
  openInlineSigner,
  packFacts,
  pageOfFile,
  pageText,
  parsed,
  type TermStore,
} from 'neardup/engine';
import type { BatchCollection } from './batch-collection.js';
import { refuseForeignRecipe } from './refuse-foreign-recipe.js';
import { lineBytesMax } from './run-stage.js';
import { refusable } from './sign-stage.js';
import { signedColumn } from './signed-row.js';
import { type Emit, inOrder } from './stage.js';
import { columnWithoutTerms, termColumn, termRecipe, textTerms } from './term-row.js';
import { type TypedRecord, typedRecords } from './typed-bytes.js';

/**
 * Turns names and contents of files into lines: name, position in the input, term vector. The extension determines the
 * format of a file, as in `neardup import`; other files are read as plain text.
 * @param first position of the first file
 * @param store receives the vectors, which the lines then omit; a line is written only after its terms are stored
 */
export function createTermStage(
  given: BatchCollection,
  config: Config,
  first: number,
  store?: TermStore,
) {
  const { signer, dictionaries } = openInlineSigner(config);
  refuseForeignRecipe(given, dictionaries.checksums);
  const collection = store === undefined ? given : termRecipe(given);
  const { recipe, recipeId } = collection;
  const { add, end } = inOrder();
  let place = first;

  async function formatColumn(row: Parameters<typeof termColumn>[0]): Promise<string> {
    if (store === undefined) return termColumn(row, collection);
    const stored = await refusable(row.id, async () => {
      await store.write(recipeId, textTerms(row.id, row.analysis));
      return row;
    });
    if ('error' in stored) return signedColumn(stored, collection);
    return columnWithoutTerms(stored, collection);
  }

  async function analysed(name: string, content: Uint8Array) {
    const page = pageOfFile(mediaTypeByName(name) ?? 'text/plain', content);
    const { extractor, page: facts, ...extracted } = await signer.extract(page);
    const text = { kind: 'text', ...pageText({ ...extracted, page: facts }, undefined) } as const;
    const analysis = analyse(text, recipe, dictionaries);
    return { analysis, extractor, page: packFacts({ id: name, facts }) };
  }

  return {
    async line([key, value]: TypedRecord, emit: Emit): Promise<void> {
      const id = parsed(documentId, Buffer.from(key).toString('utf8'), 'the name of a file');
      const found = await refusable(id, () => analysed(id, value));
      const before = `${id}\t${place}\t`;
      place += 1;
      const column =
        'error' in found
          ? Promise.resolve(signedColumn(found, collection))
          : formatColumn({ id, metadata: null, ...found });
      await add(
        column.then((text) => before + text),
        emit,
      );
    },
    end,
  };
}

export function toRecords(source: AsyncIterable<Uint8Array>): AsyncIterable<TypedRecord> {
  return typedRecords(source, lineBytesMax);
}
