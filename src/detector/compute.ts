import { NeardupError } from '../errors.js';
import type { Page } from '../extract/extract.js';
import { fingerprintSignature } from '../fingerprint/sign.js';
import type { Fingerprint, Signable, Signature } from '../fingerprint/signature.js';
import type { Collection } from '../store/collection.js';
import type { SignerOperations } from '../workers/signer.js';

/** What a client posts that has a text, or something like it. */
export type Readable = Signable | { readonly kind: 'page'; readonly page: Page };

/** What a client posts as the content of a document. */
export type Content =
  | Readable
  | {
      readonly kind: 'fingerprint';
      readonly fingerprint: Fingerprint;
      /** Id of the recipe that it was made with, if the client wants that checked. */
      readonly recipeId?: string | undefined;
      /** What took the text that it was made of from a page. */
      readonly extractor?: string | undefined;
    };

/** What became of a document, with what was computed of it. */
export interface Computed {
  readonly signature: Signature;
  /** What took the text from a page; null for what came as text. */
  readonly extractor: string | null;
}

export function computedOf({ signature, extractor }: Computed): Computed {
  return { signature, extractor };
}

/** What is stored of a content is computed here, before the store is asked. */
export function createCompute(signer: SignerOperations) {
  /** @param keepText whether the text is to be kept, if there is one */
  return async function compute(
    content: Content,
    collection: Collection,
    keepText: boolean,
  ): Promise<Computed & { readonly text: Uint8Array | null }> {
    const { recipe } = collection;
    switch (content.kind) {
      case 'page':
        return signer.signPage(content.page, recipe, keepText);
      case 'text': {
        const [signature, text] = await Promise.all([
          signer.sign(content, recipe),
          keepText ? signer.packText(content.text) : null,
        ]);
        return { signature, text, extractor: null };
      }
      case 'features':
        refuseWithoutText(content.kind, collection);
        return { signature: await signer.sign(content, recipe), text: null, extractor: null };
      case 'fingerprint': {
        refuseWithoutText('a fingerprint', collection);
        refuseOtherRecipe(content.recipeId, collection);
        const { fingerprint, extractor = null } = content;
        return { signature: fingerprintSignature(fingerprint), text: null, extractor };
      }
    }
  };
}

function refuseWithoutText(what: string, { name, recipe }: Collection): void {
  if (recipe.method !== 'minhash') return;
  throw new NeardupError(
    'validation_failed',
    `Cannot compare ${what} in collection "${name}": method "minhash" needs the text`,
  );
}

function refuseOtherRecipe(posted: string | undefined, { name, recipeId }: Collection): void {
  if (posted === undefined || posted === recipeId) return;
  throw new NeardupError(
    'recipe_mismatch',
    `Cannot use a fingerprint of recipe "${posted}": collection "${name}" has recipe "${recipeId}"`,
  );
}
