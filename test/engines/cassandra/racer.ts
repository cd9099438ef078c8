import type { CollectionKey } from '../../../src/store/contract/collections.js';
import { checking } from '../../store/samples.js';
import { familySignature } from './histories.js';
import { openStore } from './open-store.js';

/** A process that takes its share of operations to the cluster and tells when each was answered. */
export interface Plan {
  readonly hosts: readonly string[];
  readonly keyspace: string;
  readonly collection: CollectionKey;
  readonly operations: readonly PlannedOperation[];
}

export interface PlannedOperation {
  readonly kind: 'check' | 'delete';
  readonly family: number;
  readonly id: string;
  /** Which of the contents of the family; they are all near each other. */
  readonly content: number;
}

process.once('message', async (plan: Plan) => {
  const store = await openStore(plan);
  process.send!('ready');
  process.once('message', async () => {
    for (const operation of plan.operations) {
      const calledAt = process.hrtime.bigint().toString();
      const outcome = await perform(operation).catch((error) => `failed: ${error}`);
      const answeredAt = process.hrtime.bigint().toString();
      process.send!({ ...operation, calledAt, answeredAt, outcome });
    }
    await store.close();
    process.disconnect();
  });

  async function perform({ kind, family, id, content }: PlannedOperation): Promise<string> {
    const { collection } = plan;
    if (kind === 'delete') {
      const { deleted } = await store.delete({ collection, ids: [id], now: 1 });
      return deleted.length > 0 ? 'deleted' : 'missing';
    }
    const signature = familySignature(family, content);
    return (await store.check(checking(collection, id, { signature }))).decision;
  }
});
process.once('disconnect', () => process.exit());
