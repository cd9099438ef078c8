import type { Label, LabelOperation, ListLabels, Unlabel } from '../../contract/labels.js';
import { cannotLabel } from '../../rules/labels.js';
import { read, write } from './operation.js';

/**
 * Stores a label, instead of an earlier one of this pair; with `separate`, the two are declared
 * separate in the same step.
 * @throws `document_not_found`; `validation_failed` if the document or the collection has too many
 */
export const label = write<LabelOperation>({
  run({ documents, seating, labels: table, separations, separating }, operation) {
    const { lineage, collection } = seating.complete(operation.collection);
    const { generation, name } = collection;
    for (const id of [operation.a, operation.b]) {
      if (!documents.isPresent(generation, id, operation.now)) throw cannotLabel(id, name);
    }
    table.refuseFull(lineage, operation.a, operation.b);
    if (operation.separate) separations.refuseFull(lineage, operation.a, operation.b);
    table.put(lineage, operation);
    if (operation.separate) separating.separate({ lineage, generation }, operation);
  },
});

/** Forgets a label. @returns true if there was one */
export const unlabel = write<Unlabel, boolean>({
  run: ({ seating, labels: table }, { collection, a, b }) =>
    table.remove(seating.complete(collection).lineage, a, b),
});

/** Labels in the order of the UTF-8 bytes of `a`, then of `b`, from after `after` on. */
export const labels = read<ListLabels, Label[]>({
  cost: ({ limit }) => 0.02 + 0.003 * limit,
  run({ documents, seating, labels: table }, { now, ...page }) {
    const { lineage, collection } = seating.complete(page.collection);
    const { generation } = collection;
    return table.page(lineage, page, (id) => documents.isPresent(generation, id, now));
  },
});
