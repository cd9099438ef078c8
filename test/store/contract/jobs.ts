import { expect, it } from 'vitest';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import { keptJobsMax } from '../../../src/store/contract/jobs.js';

/** Tests the memory for jobs. */
export function describeJobs(name: string, open: () => Promise<EmbeddedStore>): void {
  it(`${name}: keeps running jobs and those that ended last, with their last records`, async () => {
    const store = await open();
    expect(await store.jobs()).toEqual([]);
    const begun = { hasEnded: false, record: 'begun' };
    const ended = { hasEnded: true, record: 'ended' };
    for (let i = 0; i < keptJobsMax + 9; i++) await store.keepJob({ id: `${i}`, ...begun });
    expect(await store.jobs()).toHaveLength(keptJobsMax + 9);
    for (let i = keptJobsMax + 8; i > 4; i--) await store.keepJob({ id: `${i}`, ...ended });
    const jobs = await store.jobs();
    expect(jobs).toHaveLength(keptJobsMax + 5);
    expect(jobs.slice(4, 6)).toEqual([
      { id: '4', ...begun },
      { id: `${keptJobsMax + 4}`, ...ended },
    ]);
    await store.close();
  });
}
