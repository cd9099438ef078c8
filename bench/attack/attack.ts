import type { HonestKind } from './honest-clients.js';
import type { Means } from './means.js';
import type { Operator } from './operator.js';

/** An attack on a service that also serves honest clients. */
export interface Attack {
  readonly name: string;
  /** Description as in docs/internals/attacks.md. */
  readonly does: string;
  /** Scope of the attacker's key, if the service has keys; null if the attack needs no key. */
  readonly scope: 'read' | 'write' | null;
  /** Requests of honest clients during the attack, in addition to checks. */
  readonly beside?: readonly HonestKind[];
  /** True if the attack occupies the processes that read pages, so that honest requests may take longer. */
  readonly fillsPages?: boolean;
  /** Pattern of the outcomes that are allowed: a status, or the way a connection ends. If absent, all are. */
  readonly outcomes?: RegExp;
  /** Fills the service for the attack, and prepares its requests. */
  readonly prepare: (operator: Operator) => Promise<(means: Means) => void>;
}
