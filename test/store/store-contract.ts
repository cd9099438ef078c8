import type { Store } from '../../src/store/contract/store.js';
import { describeClusters } from './contract/clusters.js';
import { describeCollections } from './contract/collections.js';
import { describeDecisions } from './contract/decisions.js';
import { describeDocuments } from './contract/documents.js';
import { describeExpiry } from './contract/expiry.js';
import { describeOnce } from './contract/idempotency.js';
import { describeMatches } from './contract/matches.js';

import { describeReplyBytes } from './contract/reply-bytes.js';
import { describeRestoredClusters } from './contract/restored-clusters.js';
import { describeSketches } from './contract/sketches.js';
import { describeSuccessors } from './contract/successors.js';

/** What every store must do, whatever it is made of. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describeCollections(name, open);
  describeDocuments(name, open);
  describeDecisions(name, open);
  describeMatches(name, open);
  describeSketches(name, open);
  describeSuccessors(name, open);
  describeExpiry(name, open);
  describeClusters(name, open);
  describeRestoredClusters(name, open);
  describeOnce(name, open);
  describeReplyBytes(name, open);
}
