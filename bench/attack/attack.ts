import type { HonestKind } from './honest-clients.js';
import type { Means } from './means.js';
import type { Operator } from './operator.js';

/** What somebody may do to a service, beside honest clients. */
export interface Attack {
  readonly name: string;
  /** As a row of docs/security.md says it. */
  readonly does: string;
  /** Of the key that the attacker has, where the service has keys; null: it needs none. */
  readonly scope: 'read' | 'write' | null;
  /** What honest clients do meanwhile, besides checks. */
  readonly beside?: readonly HonestKind[];
  /** Whether it fills the threads that read pages, where honest requests may take longer. */
  readonly fillsPages?: boolean;
  /** Fills the service as far as the attack needs it, and makes what will be sent. */
  readonly prepare: (operator: Operator) => Promise<(means: Means) => void>;
}
