import { closeness } from '../../../matching/match-rule.js';
import type {
  Label,
  LabelOperation,
  ListLabels,
  MeasuredPair,
  MeasurePairs,
  Unlabel,
} from '../../contract/labels.js';
import { cannotLabel } from '../../rules/labels.js';
import { read, write } from './operation.js';

/**
 * Stores the label of a pair of documents, replacing any earlier label of the pair. With `separate`, also declares
 * the two documents separate, in the same transaction.
 * @throws `document_not_found`; `validation_failed` if a document or the collection has too many labels, or a document
 *   has too many separations
 */
export const label = write<LabelOperation>({
  run({ catalog, documents, labels: feature, separations }, operation) {
    const { lineage, collection } = catalog.complete(operation.collection);
    const { generation, name } = collection;
    for (const id of [operation.a, operation.b]) {
      if (!documents.isPresent(generation, id, operation.now)) throw cannotLabel(id, name);
    }
    feature.refuseFull(lineage, operation.a, operation.b);
    if (operation.separate) separations.refuseFull(lineage, operation.a, operation.b);
    feature.put(collection, operation);
    if (operation.separate) separations.separate(collection, operation);
  },
});

/** Deletes a label. @returns true if there was one */
export const unlabel = write<Unlabel, boolean>({
  run: ({ catalog, labels: feature }, { collection, a, b }) =>
    feature.remove(catalog.complete(collection).lineage, a, b),
});

/** Lists labels in the order of the UTF-8 bytes of `a`, then of `b`, starting after `after`. */
export const labels = read<ListLabels, Label[]>({
  cost: ({ limit }) => 0.02 + 0.003 * limit,
  run({ catalog, documents, labels: feature }, { now, ...page }) {
    const { lineage, collection } = catalog.complete(page.collection);
    const { generation } = collection;
    return feature.page(lineage, page, (id) => documents.isPresent(generation, id, now));
  },
});

/**
 * Measures pairs of documents. Returns one result for each pair, in order; a result is null if either document of its
 * pair is absent.
 */
export const measurePairs = read<MeasurePairs, (MeasuredPair | null)[]>({
  cost: ({ pairs }) => 0.02 + 0.024 * pairs.length,
  run({ catalog, documents }, { collection, pairs, now }) {
    const { generation } = catalog.require(collection);
    const readSignature = (id: string) =>
      documents.findLive(generation, id, now)?.document.signature;
    return pairs.map(({ a, b }) => {
      const [one, other] = [readSignature(a), readSignature(b)];
      if (one === undefined || other === undefined) return null;
      return { ...closeness(one, other), shortText: one.shortText || other.shortText };
    });
  },
});
