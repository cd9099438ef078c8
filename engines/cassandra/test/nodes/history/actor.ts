import { perform, type Step, type Told } from '../../history/steps.js';
import { skewClock } from '../clocks.js';
import { type Cluster, openStore } from '../open-store.js';

/** A process with a separate clock that executes the steps of a history in order. */
export interface Role {
  readonly cluster: Cluster;
  readonly clockSkewMs: number;
}

process.once('message', async ({ cluster, clockSkewMs }: Role) => {
  skewClock(clockSkewMs);
  const store = await openStore(cluster);
  process.on('message', async (step: Step) => {
    process.send!((await perform(store, step)) satisfies Told);
  });
  process.send!('ready');
});
process.once('disconnect', () => process.exit());
