import type { HonestKind } from './honest-clients.js';
import type { Means } from './means.js';
import type { Operator } from './operator.js';

/** An attack on a service that honest clients use at the same time. */
export interface Attack {
  readonly name: string;
  /** The description in docs/security.md. */
  readonly does: string;
  /** The scope of the attacker's key, if the service has keys; null: the attacker needs no key. */
  readonly scope: 'read' | 'write' | null;
  /** Requests of honest clients during the attack, besides checks. */
  readonly beside?: readonly HonestKind[];
  /** True if it fills the processes that read pages, where honest requests may take longer. */
  readonly fillsPages?: boolean;
  /** Fills the service as the attack needs it, and prepares its requests. */
  readonly prepare: (operator: Operator) => Promise<(means: Means) => void>;
}
