import type {
  Idempotency,
  IdempotencyRecord,
  IdempotencyRecords,
} from '../../src/store/contract/idempotency.js';
import { isLive } from '../../src/store/rules/versions.js';

/**
 * Outcomes of operations that are done at most once, by their keys; their number is not limited.
 */
export function createIdempotencyRecords(): IdempotencyRecords & { forget(now: number): void } {
  const kept = new Map<string, IdempotencyRecord & Pick<Idempotency, 'expiresAt'>>();
  return {
    find(key: string, now: number): IdempotencyRecord | undefined {
      const found = kept.get(key);
      return found !== undefined && isLive(found, now) ? found : undefined;
    },
    makeRoom() {},
    keep({ key, ...once }: Idempotency, outcome: Uint8Array): void {
      kept.set(key, { ...once, outcome });
    },
    forget(now: number): void {
      for (const [key, idempotency] of kept) if (!isLive(idempotency, now)) kept.delete(key);
    },
  };
}
