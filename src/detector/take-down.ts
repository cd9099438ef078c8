import { NeardupError } from '../errors.js';
import type { Client } from '../shares/client.js';
import type { StoreOperations } from '../store/contract/store.js';
import type { Collections } from './collections.js';
import type { Job, Jobs, JobUseCases } from './jobs.js';

export interface TakeDownOptions {
  readonly store: StoreOperations;
  readonly collections: Collections;
  readonly jobs: Jobs;
  readonly clock: () => number;
}

/** Documents that go in one step: few, so that other operations hardly wait for it. */
const stepLength = 32;

/** Deletes all documents whose id begins with a prefix, such as those of a site. */
export function createTakeDown(options: TakeDownOptions): JobUseCases['takeDown'] {
  const { store, collections, jobs, clock } = options;

  return async function takeDown(name: string, idPrefix: string, client?: Client): Promise<Job> {
    await collections.find(name);
    return jobs.start({ kind: 'delete', collection: name }, null, async (report, signal) => {
      let done = 0;
      for (let after: string | null = null; ; ) {
        if (signal.aborted) {
          throw new NeardupError('shutting_down', 'The service is stopping');
        }
        const { ids, deleted } = await deleteSome(name, idPrefix, after, client);
        const last = ids.at(-1);
        if (last === undefined) return;
        done += deleted;
        report(done);
        after = last;
      }
    });
  };

  function deleteSome(
    name: string,
    idPrefix: string,
    after: string | null,
    client: Client | undefined,
  ) {
    return collections.reach(name, async (collection) => {
      const now = clock();
      const page = { collection, idPrefix, after, limit: stepLength, now };
      const ids = (await store.list(page, client)).map(({ id }) => id);
      if (ids.length === 0) return { ids, deleted: 0 };
      const { deleted } = await store.delete({ collection, ids, now }, client);
      return { ids, deleted: deleted.length };
    });
  }
}
