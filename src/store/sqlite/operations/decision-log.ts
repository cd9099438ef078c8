import type {
  DecisionsPart,
  ForgetDecisions,
  ForgottenDecisions,
  ListDecisions,
} from '../../contract/decision-log.js';
import { read, write } from './operation.js';

/**
 * Part of the log of decisions: as much as can be read in some milliseconds. The caller continues below the part, and
 * merges parts in the order of certainty.
 */
export const decisions = read<ListDecisions, DecisionsPart>({
  cost: ({ limit }) => 0.5 + 0.003 * limit,
  run: ({ catalog, decisionLog }, { collection, ...page }) =>
    decisionLog.list(catalog.complete(collection).lineage, page),
});

/**
 * Deletes some records of the log whose id begins with a prefix, and removes matches with this prefix from others. The
 * caller continues after the last one that was examined.
 */
export const forgetDecisions = write<ForgetDecisions, ForgottenDecisions>({
  cost: () => 2,
  run: ({ catalog, decisionLog }, { collection, idPrefix, after }) =>
    decisionLog.forgetPrefix(catalog.complete(collection).lineage, idPrefix, after),
});
