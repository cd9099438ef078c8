import type { Closeness } from '../../matching/match.js';
import type { CollectionKey } from './collections.js';

/** Labels that a person may give to a pair of documents. */
export const labelNames = ['same', 'version', 'different'] as const;
export type LabelName = (typeof labelNames)[number];

/**
 * Maximum number of labels of a document. All of them are deleted with the document in one step, which must not take
 * long.
 */
export const labelsOfDocumentMax = 1000;
/** Maximum number of labels in a collection. */
export const labelsMax = 10_000;

/**
 * A person's verdict on a pair of stored documents. It does not affect decisions. A label is deleted when either
 * document is deleted, expires or changes its content.
 */
export interface Label {
  /** Ids of the two documents, `a` before `b` in the order of their UTF-8 bytes. */
  readonly a: string;
  readonly b: string;
  readonly label: LabelName;
  readonly createdAt: number;
}

export interface LabelOperation {
  readonly collection: CollectionKey;
  readonly a: string;
  readonly b: string;
  readonly label: LabelName;
  readonly separate: boolean;
  readonly now: number;
}

export type Unlabel = Pick<LabelOperation, 'collection' | 'a' | 'b'>;

export interface ListLabels {
  readonly collection: CollectionKey;
  readonly after: Pick<Label, 'a' | 'b'> | null;
  readonly limit: number;
  /** Current time. Labels of a document that is absent at this time are left out. */
  readonly now: number;
}

export interface MeasurePairs {
  readonly collection: CollectionKey;
  readonly pairs: readonly Pick<Label, 'a' | 'b'>[];
  readonly now: number;
}

/** Measures of how close two stored documents are. */
export interface MeasuredPair extends Closeness {
  /** True if either text is short. */
  readonly shortText: boolean;
}
