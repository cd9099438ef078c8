import { NeardupError } from '../../errors.js';
import type { EmbeddedOperations, EmbeddedStore } from '../contract/embedded-store.js';
import type { Store, StoreOperations } from '../contract/store.js';

type EmbeddedOnly = Exclude<keyof EmbeddedOperations, keyof StoreOperations> | 'backup';

/** Everything that only an embedded store offers. */
const embeddedOnly: Readonly<Record<EmbeddedOnly, true>> = {
  confirm: true,
  siteLines: true,
  newest: true,
  clusters: true,
  clustersById: true,
  cluster: true,
  memberOf: true,
  represent: true,
  restoreMembers: true,
  separate: true,
  unseparate: true,
  separations: true,
  label: true,
  unlabel: true,
  labels: true,
  measurePairs: true,
  decisions: true,
  lastDecisions: true,
  forgetDecisions: true,
  markGone: true,
  refusedPage: true,
  storeRefused: true,
  removeRefused: true,
  judgeDecision: true,
  signatures: true,
  seatFound: true,
  beginSuccessor: true,
  takeChanges: true,
  completeSuccessor: true,
  abandonSuccessor: true,
  keepJob: true,
  jobs: true,
  history: true,
  hosts: true,
  backup: true,
};

/** Completes a store that has only the operations of the contract: all others are rejected with `store_unsupported`. */
export function withRejections(store: Store): EmbeddedStore {
  const reject = async () => {
    throw unsupported(store, 'this operation');
  };
  const rejections = Object.fromEntries(
    Object.keys(embeddedOnly).map((name) => [name, reject]),
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
