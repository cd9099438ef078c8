import { NeardupError } from '../../errors.js';
import type { EmbeddedOperations, EmbeddedStore } from '../contract/embedded-store.js';
import type { StoreFeature } from '../contract/features.js';
import type { Store, StoreOperations } from '../contract/store.js';

type EmbeddedOnly = Exclude<keyof EmbeddedOperations, keyof StoreOperations> | 'backup';

/** Feature to which each operation belongs that not every store has. */
const featureOf: Readonly<Record<EmbeddedOnly, StoreFeature>> = {
  confirm: 'claims',
  siteLines: 'siteLines',
  near: 'near',
  newest: 'newest',
  clusters: 'clusters',
  clustersById: 'clusters',
  cluster: 'clusters',
  memberOf: 'clusters',
  represent: 'clusters',
  restoreMembers: 'clusters',
  separate: 'clusters',
  unseparate: 'clusters',
  separations: 'clusters',
  label: 'labels',
  unlabel: 'labels',
  labels: 'labels',
  measurePairs: 'labels',
  decisions: 'decisionLog',
  lastDecisions: 'decisionLog',
  forgetDecisions: 'decisionLog',
  markGone: 'decisionLog',
  refusedPage: 'decisionLog',
  storeRefused: 'decisionLog',
  removeRefused: 'decisionLog',
  judgeDecision: 'decisionLog',
  signatures: 'jobs',
  seatFound: 'jobs',
  beginSuccessor: 'jobs',
  takeChanges: 'jobs',
  completeSuccessor: 'jobs',
  abandonSuccessor: 'jobs',
  keepJob: 'jobs',
  jobs: 'jobs',
  history: 'history',
  hosts: 'history',
  backup: 'backups',
};

/** Completes a store: operations of features that it lacks are rejected with `store_unsupported`. */
export function withRejections(store: Store): EmbeddedStore {
  const reject = async () => {
    throw unsupported(store, 'this operation');
  };
  const rejections = Object.fromEntries(
    Object.entries(featureOf).flatMap(([name, feature]) =>
      store.features.has(feature) ? [] : [[name, reject]],
    ),
  ) as unknown as Pick<EmbeddedStore, EmbeddedOnly>;
  return {
    ...rejections,
    ...store,
    withBackpressure: { ...rejections, ...store.withBackpressure },
  };
}

/** Returns the error of a request that a store cannot fulfil. @param what subject of the message, such as `claims` */
export function unsupported({ engine }: Pick<Store, 'engine'>, what: string): NeardupError {
  const name = engine.slice(0, 1).toUpperCase() + engine.slice(1);
  return new NeardupError('store_unsupported', `The ${name} store does not support ${what}`);
}
