import type { Lineage } from './collection-state.js';

/** Something was decided about a page, or it was stored: earlier decisions about it do not matter any more. */
export function resolve(lineage: Lineage | null, id: string | null): void {
  for (const entry of lineage?.log.entries ?? []) {
    if (entry.lineage === lineage && entry.record.id === id) {
      entry.record = { ...entry.record, gone: false };
    }
  }
}

/** Notes that a document was deleted, has expired or was changed. */
export function noteGone(lineage: Lineage | null, id: string): void {
  lineage?.log.gone.push({ lineage, id, last: lineage.log.lastNumber });
}
