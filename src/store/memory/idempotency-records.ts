import type { KeptOutcome, KeptOutcomes, Once } from '../contract/idempotency.js';
import { isLive } from '../rules/versions.js';

/** Outcomes of operations that are done at most once, by their keys; there is room for all. */
export function createKeptOutcomes(): KeptOutcomes & { forget(now: number): void } {
  const kept = new Map<string, KeptOutcome & Pick<Once, 'expiresAt'>>();
  return {
    find(key: string, now: number): KeptOutcome | undefined {
      const found = kept.get(key);
      return found !== undefined && isLive(found, now) ? found : undefined;
    },
    makeRoom() {},
    keep({ key, ...once }: Once, outcome: Uint8Array): void {
      kept.set(key, { ...once, outcome });
    },
    forget(now: number): void {
      for (const [key, once] of kept) if (!isLive(once, now)) kept.delete(key);
    },
  };
}
