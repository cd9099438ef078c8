import { allCapabilities } from '../../src/store/contract/capabilities.js';
import type { Store } from '../../src/store/contract/store.js';
import { describeCapabilities } from './contract/capabilities.js';
import { describeClaims } from './contract/claims.js';
import { describeClusters } from './contract/clusters.js';
import { describeCollections } from './contract/collections.js';
import { describeDecisions } from './contract/decisions.js';
import { describeDocuments } from './contract/documents.js';
import { describeExpiry } from './contract/expiry.js';
import { describeFamilies } from './contract/families.js';
import { describeOnce } from './contract/idempotency.js';
import { describeLabels } from './contract/labels.js';
import { describeMatches } from './contract/matches.js';
import { describeNewest } from './contract/newest.js';
import { describeParts } from './contract/parts.js';
import { describeClusterBytes, describeReplyBytes } from './contract/reply-bytes.js';
import { describeRestoredClusters } from './contract/restored-clusters.js';
import { describeScans } from './contract/scans.js';
import { describeSketches } from './contract/sketches.js';
import { describeSuccessors } from './contract/successors.js';

/**
 * What every store must do, whatever it is made of, as far as it has the capabilities.
 * @param openBare the store without what a test adds to it, such as counts
 */
export function describeStore(
  name: string,
  open: () => Promise<Store>,
  capabilities = allCapabilities,
  openBare = open,
): void {
  describeCapabilities(name, openBare, capabilities);
  describeCollections(name, open, capabilities);
  describeDocuments(name, open);
  describeDecisions(name, open, capabilities);
  describeMatches(name, open);
  describeSketches(name, open);
  describeFamilies(name, open, capabilities);
  if (capabilities.parts) describeParts(name, open);
  if (capabilities.reindexing) describeSuccessors(name, open);
  describeExpiry(name, open, capabilities);
  if (capabilities.clusters) {
    describeClusters(name, open);
    describeRestoredClusters(name, open);
    describeClusterBytes(name, open);
  }
  if (capabilities.claims) describeClaims(name, open);
  if (capabilities.labels) describeLabels(name, open);
  if (capabilities.newestFirst) describeNewest(name, open);
  if (capabilities.scanning) describeScans(name, open);
  describeOnce(name, open);
  describeReplyBytes(name, open);
}
