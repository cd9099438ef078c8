import type { DocumentWithCluster } from '../contract/clusters.js';
import type { CollectionKey } from '../contract/collections.js';
import type { ArchiveDocument } from '../contract/successors.js';
import { isLive } from '../rules/versions.js';
import type { createIndexRows } from './tables/index-rows.js';
import type { createRegisters } from './tables/registers.js';
import type { createSightings } from './tables/sightings.js';

/** Documents by their ids, as they are seen at a moment; undefined: there is none that is present. */
export function createDocumentReads(
  registers: ReturnType<typeof createRegisters>,
  rows: ReturnType<typeof createIndexRows>,
  sightings: ReturnType<typeof createSightings>,
) {
  async function documentOf(
    { generation }: CollectionKey,
    id: string,
    now: number,
  ): Promise<DocumentWithCluster | undefined> {
    const { document, register } = await registers.read(generation, id);
    if (document === null || !isLive(document, now)) return undefined;
    const seen = await sightings.of(generation, document, register.current!);
    return { ...seen, cluster: null, claim: null };
  }

  /** Where there is no text, the document is looked at again: its content may have gone meanwhile. */
  async function archiveOf(
    collection: CollectionKey,
    id: string,
    now: number,
  ): Promise<ArchiveDocument | undefined> {
    for (let before: string | null = null; ; ) {
      const found = await documentOf(collection, id, now);
      if (found === undefined) return undefined;
      const { cluster, claim, ...document } = found;
      const { exactHash } = document.signature;
      const text = await rows.textOf(collection.generation, exactHash);
      if (text !== null || before === exactHash) return { ...document, text };
      before = exactHash;
    }
  }

  async function textOf(collection: CollectionKey, id: string, now: number) {
    const document = await documentOf(collection, id, now);
    if (document === undefined) return null;
    return rows.textOf(collection.generation, document.signature.exactHash);
  }

  return { documentOf, archiveOf, textOf };
}
