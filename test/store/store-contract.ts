import type { EmbeddedStore } from '../../src/store/contract/embedded-store.js';
import type { Store } from '../../src/store/contract/store.js';
import { describeClaims } from './contract/claims.js';
import { describeClusters } from './contract/clusters.js';
import { describeCollections } from './contract/collections.js';
import { describeCounts, describeStats } from './contract/counts.js';
import { describeDecisionLog } from './contract/decision-log.js';
import { describeDecisions } from './contract/decisions.js';
import { describeDocuments } from './contract/documents.js';
import { describeExpiry } from './contract/expiry.js';
import { describeFamilies } from './contract/families.js';
import { describeOnce } from './contract/idempotency.js';
import { describeJobs } from './contract/jobs.js';
import { describeLabels } from './contract/labels.js';
import { describeLives, describeSeparatedLives } from './contract/lives.js';
import { describeMatches } from './contract/matches.js';
import { describeNear } from './contract/near.js';
import { describeNewest } from './contract/newest.js';
import { describeParts } from './contract/parts.js';
import { describeClusterBytes, describeReplyBytes } from './contract/reply-bytes.js';
import { describeRestoredClusters } from './contract/restored-clusters.js';
import { describeScans } from './contract/scans.js';
import { describeScopes } from './contract/scopes.js';
import { describeSites } from './contract/sites.js';
import { describeSketches } from './contract/sketches.js';
import { describeSuccessors } from './contract/successors.js';

/** Tests the contract of every store. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describeCollections(name, open);
  describeDocuments(name, open);
  describeDecisions(name, open);
  describeMatches(name, open);
  describeSketches(name, open);
  describeFamilies(name, open);
  describeExpiry(name, open);
  describeScopes(name, open);
  describeLives(name, open);
  describeOnce(name, open);
  describeReplyBytes(name, open);
  describeStats(name, open);
}

/** Tests the contract, and everything that only embedded stores have. */
export function describeEmbedded(name: string, open: () => Promise<EmbeddedStore>): void {
  describeStore(name, open);
  describeCounts(name, open);
  describeParts(name, open);
  describeSites(name, open);
  describeSuccessors(name, open);
  describeClusters(name, open);
  describeRestoredClusters(name, open);
  describeClusterBytes(name, open);
  describeSeparatedLives(name, open);
  describeClaims(name, open);
  describeLabels(name, open);
  describeDecisionLog(name, open);
  describeJobs(name, open);
  describeNear(name, open);
  describeNewest(name, open);
  describeScans(name, open);
}
