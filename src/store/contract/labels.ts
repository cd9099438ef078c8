import type { CollectionKey } from './collections.js';

/** The labels that a person may give to two documents. */
export const labelNames = ['same', 'version', 'different'] as const;
export type LabelName = (typeof labelNames)[number];

/** Maximum number of labels of a document: they are deleted with it in one step. */
export const labelsOfDocumentMax = 1000;
/** Maximum number of labels in a collection. */
export const labelsMax = 10_000;

/**
 * A person's judgement of a pair of stored documents. It changes no decision. A label is deleted with either
 * document: when that is deleted, expires or gets another content.
 */
export interface Label {
  /** The first of the two ids in the order of their UTF-8 bytes. */
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
  /** Labels of documents that are absent then are left out. */
  readonly now: number;
}
