/**
 * Features that a store may have beyond the operations of every store (store.ts). A caller asks a store for the feature that
 * it needs, not for the store's name.
 */
const storeFeatures = [
  /** `backup`. */
  'backups',
  /** Documents that are claimed until they are confirmed. */
  'claims',
  /** Clusters and separations. */
  'clusters',
  /** A log of decisions, with the refused pages that a collection keeps. */
  'decisionLog',
  /** Decisions by hour and host. */
  'history',
  /** Jobs that build a successor of a collection or find duplicates in it, and records of jobs. */
  'jobs',
  /** Judgements of pairs. */
  'labels',
  /** Lists of all documents within a distance. */
  'near',
  /** A list of the newest documents. */
  'newest',
  /** Recipes with words of their own. */
  'ownTexts',
  /** Recipes with parts. */
  'parts',
  /** Lines that the pages of a site repeat. */
  'siteLines',
] as const;

export type StoreFeature = (typeof storeFeatures)[number];
export type StoreFeatures = ReadonlySet<StoreFeature>;

export const everyFeature: StoreFeatures = new Set(storeFeatures);
