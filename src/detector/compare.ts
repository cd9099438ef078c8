import type { TaskContext } from '../quota/task-context.js';
import type { Signer } from '../workers/signer.js';
import type { Collections } from './collections.js';
import { type ComparedDocuments, type createSides, judge, type Probe } from './sides.js';
import type { SiteMarks } from './site-marks.js';

/** Use case that compares two inputs: posted texts, features, fingerprints or pages, or stored documents. */
export interface CompareUseCases {
  /**
   * Compares two inputs, stored or not, and returns the evidence for their similarity.
   * @param withDiff true to add a word diff, which can take half a second
   * @throws `collection_not_found`, `recipe_mismatch`, `document_not_found`, `text_empty`, `extraction_failed`,
   *   `overloaded`
   */
  compare(
    a: Probe,
    b: Probe,
    collectionName: string,
    withDiff: boolean,
    context?: TaskContext,
  ): Promise<ComparedDocuments>;
}

export interface CompareOptions {
  readonly signer: Signer;
  readonly collections: Collections;
  readonly sideOf: ReturnType<typeof createSides>;
  readonly siteMarks: SiteMarks;
}

export function createCompare(options: CompareOptions): CompareUseCases['compare'] {
  const { signer, collections, sideOf, siteMarks } = options;

  return function compare(
    a: Probe,
    b: Probe,
    collectionName: string,
    withDiff: boolean,
    context?: TaskContext,
  ): Promise<ComparedDocuments> {
    return collections.use(collectionName, async (collection) => {
      const [one, other] = await Promise.all([
        sideOf(a, collection, context),
        sideOf(b, collection, context),
      ]);
      const compared = await signer.compare(
        one.comparable,
        other.comparable,
        collection.recipe,
        withDiff,
        context,
      );
      const newPassages = await siteMarks.marksFor(a, collection, context)(compared.newPassages);
      const readSites = () => siteMarks.readSites(a, b, collection, context);
      const found = { ...compared, newPassages };
      return judge(found, one, other, { collection, signer, readSites }, context);
    });
  };
}
