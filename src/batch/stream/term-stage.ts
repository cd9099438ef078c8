import { documentId } from '../../api/fields.js';
import { parsed } from '../../api/validation.js';
import type { Config } from '../../config.js';
import { packFacts } from '../../detector/kept-facts.js';
import { analyse } from '../../fingerprint/analyse.js';
import { mediaTypeOf } from '../../input/find-inputs.js';
import { pageOfFile } from '../../input/read-page.js';
import { openInlineSigner } from '../../open-detector.js';
import type { BatchCollection } from './batch-collection.js';
import { refuseForeignRecipe } from './refuse-foreign-recipe.js';
import { lineBytesMax } from './run-stage.js';
import { refusable } from './sign-stage.js';
import { signedColumn } from './signed-row.js';
import type { Emit } from './stage.js';
import { termColumn } from './term-row.js';
import { type TypedRecord, typedRecords } from './typed-bytes.js';

/**
 * Names and contents of files become lines: the name, the place in the input, a vector of terms. What a
 * file holds is told by its name, as `neardup import` does it; others are taken for plain text.
 * @param first the place of the first
 */
export function createTermStage(collection: BatchCollection, config: Config, first: number) {
  const { signer, dictionaries } = openInlineSigner(config);
  refuseForeignRecipe(collection, dictionaries.checksums);
  const { recipe } = collection;
  let place = first;

  async function analysed(name: string, content: Uint8Array) {
    const page = pageOfFile(mediaTypeOf(name) ?? 'text/plain', content);
    const { text, extractor, page: facts } = await signer.extract(page);
    const analysis = analyse({ kind: 'text', text }, recipe, dictionaries);
    return { analysis, extractor, page: packFacts({ id: name, facts }) };
  }

  return {
    async line([key, value]: TypedRecord, emit: Emit): Promise<void> {
      const id = parsed(documentId, Buffer.from(key).toString('utf8'), 'the name of a file');
      const found = await refusable(id, () => analysed(id, value));
      const column =
        'error' in found
          ? signedColumn(found, collection)
          : termColumn({ id, metadata: null, ...found }, collection);
      emit(`${id}\t${place}\t${column}`);
      place += 1;
    },
  };
}

export function recordsOf(source: AsyncIterable<Uint8Array>): AsyncIterable<TypedRecord> {
  return typedRecords(source, lineBytesMax);
}
