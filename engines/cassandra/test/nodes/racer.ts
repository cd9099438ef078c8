import { setTimeout as sleep } from 'node:timers/promises';
import { hangMs } from '../../../../harness/hang.js';
import type { CollectionKey } from '../../../../src/store/contract/collections.js';
import type { Store } from '../../../../src/store/contract/store.js';
import { checking } from '../../../../test/store/samples.js';
import { skewClock } from './clocks.js';
import { racingSignature, unknown } from './histories.js';
import { type Cluster, openStore } from './open-store.js';

/** A process that sends its share of operations to the cluster and reports the time of each answer. */
export interface Plan {
  readonly cluster: Cluster;
  readonly collection: CollectionKey;
  /** Offset of its clock from the clock of the machine. */
  readonly clockSkewMs: number;
  readonly operations: readonly PlannedOperation[];
}

export interface PlannedOperation {
  readonly kind: 'check' | 'delete';
  readonly family: number;
  readonly id: string;
  /** Number of the content within the family; all contents of a family match each other. */
  readonly content: number;
  /** Option of a check; the default is false. */
  readonly keepFormer?: boolean;
}

process.once('message', async (plan: Plan) => {
  skewClock(plan.clockSkewMs);
  const store = await openPatiently(plan.cluster);
  process.send!('ready');
  process.once('message', async () => {
    for (const operation of plan.operations) {
      const calledAt = process.hrtime.bigint().toString();
      const outcome = await perform(operation).catch((error) =>
        error.code === 'not_ready' ? unknown : `failed: ${error}`,
      );
      const answeredAt = process.hrtime.bigint().toString();
      process.send!({ ...operation, calledAt, answeredAt, outcome });
    }
    await store.close();
    // A disconnection drops what the channel has not taken yet.
    process.send!('over', () => process.disconnect());
  });

  async function perform(operation: PlannedOperation): Promise<string> {
    const { kind, family, id, content, keepFormer = false } = operation;
    const { collection } = plan;
    if (kind === 'delete') {
      const { deleted } = await store.delete({ collection, ids: [id], now: 1 });
      return deleted.length > 0 ? 'deleted' : 'missing';
    }
    const signature = racingSignature(family, content);
    const onChange = keepFormer ? 'keep' : 'store';
    return (await store.check(checking(collection, id, { signature, onChange }))).decision;
  }
});

/** Nodes may be temporarily down. */
async function openPatiently(cluster: Cluster): Promise<Store> {
  for (const start = performance.now(); ; await sleep(200)) {
    try {
      return await openStore(cluster);
    } catch (error) {
      if (performance.now() - start > hangMs) throw error;
    }
  }
}

process.once('disconnect', () => process.exit());
