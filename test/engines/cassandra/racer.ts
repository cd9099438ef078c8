import type { CollectionKey } from '../../../src/store/contract/collections.js';
import { checking } from '../../store/samples.js';
import { racingSignature } from './histories.js';
import { type Cluster, openStore } from './open-store.js';

/** A process that takes its share of operations to the cluster and tells when each was answered. */
export interface Plan {
  readonly cluster: Cluster;
  readonly collection: CollectionKey;
  readonly operations: readonly PlannedOperation[];
}

export interface PlannedOperation {
  readonly kind: 'check' | 'delete';
  readonly family: number;
  readonly id: string;
  /** Which of the contents of the family; they all match each other. */
  readonly content: number;
  /** Of a check; the default is false. */
  readonly keepFormer?: boolean;
}

process.once('message', async (plan: Plan) => {
  const store = await openStore(plan.cluster);
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

  async function perform(operation: PlannedOperation): Promise<string> {
    const { kind, family, id, content, keepFormer = false } = operation;
    const { collection } = plan;
    if (kind === 'delete') {
      const { deleted } = await store.delete({ collection, ids: [id], now: 1 });
      return deleted.length > 0 ? 'deleted' : 'missing';
    }
    const signature = racingSignature(family, content);
    return (await store.check(checking(collection, id, { signature, keepFormer }))).decision;
  }
});
process.once('disconnect', () => process.exit());
