import { NeardupError } from '../errors.js';
import { type Extracted, extract, type Page } from '../extract/extract.js';
import type { ExtractLimits } from '../extract/extract-limits.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { sign } from '../fingerprint/sign.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { packText } from '../text/kept-text.js';
import { pageText } from './page-text.js';
import type { SignedPage } from './signer.js';

/** Tasks on fetched pages, whose content is untrusted. */
export interface PageTasks {
  signPage(page: Page, recipe: Recipe, keepText: boolean): Promise<SignedPage>;
  extract(page: Page): Promise<Extracted>;
}

export function createPageTasks(dictionaries: Dictionaries, limits: ExtractLimits): PageTasks {
  return {
    signPage: async (page, recipe, keepText) => {
      const { extractor, page: facts, ...extracted } = await takeText(page, limits);
      const text = pageText({ ...extracted, page: facts }, page.title);
      const signature = sign({ kind: 'text', ...text }, recipe, dictionaries);
      return { signature, text: keepText ? packText(text) : null, extractor, page: facts };
    },
    extract: (page) => takeText(page, limits),
  };
}

/** Extracts the text of a page. An unexpected error of a parser is reported as `extraction_failed`. */
async function takeText(page: Page, limits: ExtractLimits): Promise<Extracted> {
  try {
    return await extract(page, limits);
  } catch (error) {
    if (error instanceof NeardupError) throw error;
    const message = `Cannot extract the text of this ${page.mediaType}: ${String(error)}`;
    throw new NeardupError('extraction_failed', message, { cause: error });
  }
}
