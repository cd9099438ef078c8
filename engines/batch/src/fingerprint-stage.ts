import {
  type Config,
  fingerprintOfCounts,
  NeardupError,
  openInlineSigner,
  type TermStore,
} from 'neardup/engine';
import type { BatchCollection } from './batch-collection.js';
import { refuseForeignRecipe } from './refuse-foreign-recipe.js';
import { type SignedRow, signedColumn, signedRow } from './signed-row.js';
import { broken, inOrder, lastColumn, type Stage } from './stage.js';
import { signedByTerms, termRecipe } from './term-row.js';

/**
 * Turns the term vector in the last column of each line into a signed document. The preceding columns stay unchanged.
 */
export function createFingerprintStage(collection: BatchCollection): Stage {
  return {
    line(line, emit) {
      const [before, column] = lastColumn(line);
      emit(before + signedColumn(signedByTerms(column, collection), collection));
    },
  };
}

/**
 * Signs documents by their terms, which are read from a store. The weights follow the recipe of `collection`, whose
 * weighting and idf may differ from those of the recipe with which the terms were written.
 * @throws NeardupError `recipe_mismatch` for TextRank, which needs the order of the words
 */
export function createStoredTermStage(
  collection: BatchCollection,
  config: Config,
  store: TermStore,
): Stage {
  const { recipe } = collection;
  const { dictionaries } = openInlineSigner(config);
  refuseForeignRecipe(collection, dictionaries.checksums);
  if (recipe.weighting === 'textRank') {
    const message = 'Cannot weigh stored terms by "textRank": it needs the order of the words';
    throw new NeardupError('recipe_mismatch', message);
  }
  const counting = termRecipe(collection);
  const { add, end } = inOrder();

  async function signed(row: SignedRow): Promise<SignedRow> {
    if ('error' in row) return row;
    const { signature, id } = row;
    const found = await store.read(counting.recipeId, id, signature.exactHash);
    if (found === null) {
      throw broken(`the store has no terms of "${id}"; run \`neardup batch terms\` again`);
    }
    const computed = fingerprintOfCounts(found.terms, found.counts, recipe, dictionaries);
    const shortText =
      recipe.shingle === null ? computed.featureCount < recipe.shortTextBelow : signature.shortText;
    return { ...row, signature: { ...signature, ...computed, shortText } };
  }

  return {
    async line(line, emit) {
      const [before, column] = lastColumn(line);
      const row = signedRow(column, counting);
      await add(
        signed(row).then((each) => before + signedColumn(each, collection)),
        emit,
      );
    },
    end,
  };
}
