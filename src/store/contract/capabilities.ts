/**
 * What not every store offers. Operations of a capability that a store lacks are refused with
 * `store_unsupported`, and change nothing; docs/scale.md says which store lacks what, and why.
 */
export interface StoreCapabilities {
  /** Collections move to another recipe while they are in use. */
  readonly reindexing: boolean;
  /** Duplicates take seats, and documents can be declared separate. Else every `cluster` is null. */
  readonly clusters: boolean;
  /** Duplicates among what is stored are found afterwards (scans.ts). */
  readonly scanning: boolean;
  /** A check may take the place of documents (`onDuplicate: replace`, `onCovered: replace`). */
  readonly replacing: boolean;
  /** Documents, contents and decisions are counted. */
  readonly statistics: boolean;
  readonly backup: boolean;
  /** Recipes have words of their own. */
  readonly ownTexts: boolean;
  /** Recipes have parts. */
  readonly parts: boolean;
  /** A document that a check stores expires unless it is confirmed. */
  readonly claims: boolean;
  /** People say what pairs of documents are (labels.ts). */
  readonly labels: boolean;
  /** Documents are listed from the newest on. */
  readonly newestFirst: boolean;
  /** Checks count families, and a collection may limit them (`keepPerFamily`). */
  readonly families: boolean;
}

export const allCapabilities: StoreCapabilities = {
  reindexing: true,
  clusters: true,
  scanning: true,
  replacing: true,
  statistics: true,
  backup: true,
  ownTexts: true,
  parts: true,
  claims: true,
  labels: true,
  newestFirst: true,
  families: true,
};
