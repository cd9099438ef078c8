import { expect, it } from 'vitest';
import { keptJobsMax } from '../../../src/store/contract/jobs.js';
import type { Store } from '../../../src/store/contract/store.js';

/** Tests the memory for jobs. */
export function describeJobs(name: string, open: () => Promise<Store>): void {
  it(`${name}: keeps the last jobs with their last records`, async () => {
    const store = await open();
    expect(await store.jobs()).toEqual([]);
    for (let i = 0; i < keptJobsMax + 2; i++) await store.keepJob({ id: `${i}`, record: 'begun' });
    await store.keepJob({ id: '5', record: 'ended' });
    const jobs = await store.jobs();
    expect(jobs).toHaveLength(keptJobsMax);
    expect(jobs[0]).toEqual({ id: '2', record: 'begun' });
    expect(jobs[3]).toEqual({ id: '5', record: 'ended' });
    await store.close();
  });
}
