import { NeardupError } from '../errors.js';
import { limits } from '../quota/limits.js';
import { createShares } from '../quota/shares.js';
import { type Client, serviceClient } from '../quota/task-context.js';
import { createTaskSlots } from '../quota/task-slots.js';
import type { EmbeddedOperations } from '../store/contract/embedded-store.js';
import type { StoreFeatures } from '../store/contract/features.js';
import type { Collections } from './collections.js';
import type { Job, JobContext, Jobs, JobUseCases } from './jobs.js';

export interface TakeDownOptions {
  readonly store: EmbeddedOperations;
  readonly features: StoreFeatures;
  readonly collections: Collections;
  readonly jobs: Jobs;
  readonly clock: () => number;
  /** Marks some decisions whose match is gone. Returns true if there may be more. */
  readonly markGone: () => Promise<boolean>;
}

/** Number of documents deleted per step. It is small, so that other operations hardly wait. */
const stepLength = 32;

/**
 * Deletes all documents whose id begins with a prefix, such as the address of a site, and their records in the
 * decision log.
 */
export function createTakeDown(options: TakeDownOptions): JobUseCases['takeDown'] {
  const { store, features, collections, jobs, clock, markGone } = options;
  const unfinished = createShares(limits.deletions);
  // Further jobs of an owner wait, because jobs for the same ids would delay each other.
  const slots = createTaskSlots({
    count: limits.runningDeletions,
    slots: Number.POSITIVE_INFINITY,
  });
  let asked = 0;

  return async function takeDown(name: string, idPrefix: string, client?: Client): Promise<Job> {
    await collections.find(name);
    const owner = client?.owner ?? serviceClient.owner;
    // Jobs outlive connections, so each job counts as a separate connection.
    const place: Client = { owner, connection: `${++asked}` };
    if (!unfinished.take(place)) throw tooMany(unfinished.takenBy(owner));
    return jobs.start(
      { kind: 'delete', collection: name, parameters: {} },
      null,
      (report, signal) =>
        slots
          .runWithBackpressure(() => deleteAll(name, idPrefix, report, { client, signal }), {
            client: place,
            signal,
          })
          .finally(() => unfinished.release(place))
          .then(() => undefined),
    );
  };

  async function deleteAll(
    name: string,
    idPrefix: string,
    report: (done: number) => void,
    context: JobContext,
  ): Promise<void> {
    let done = 0;
    for (let after: string | null = null; ; ) {
      const { ids, deleted } = await deleteSome(name, idPrefix, after, context);
      const last = ids.at(-1);
      if (last === undefined) break;
      done += deleted;
      report(done);
      after = last;
    }
    // Before the decisions lose the ids of the deleted documents, which were their matches.
    while (await markGone());
    await forgetDecisions(name, idPrefix, context);
  }

  /** Deletes the log records of deleted documents and of refused pages, which are not documents. */
  async function forgetDecisions(
    name: string,
    idPrefix: string,
    context: JobContext,
  ): Promise<void> {
    if (!features.has('decisionLog')) return;
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      const forgotten = await collections.reach(name, (collection) =>
        store.forgetDecisions({ collection, idPrefix, after: from }, context),
      );
      after = forgotten.after;
    }
  }

  function deleteSome(name: string, idPrefix: string, after: string | null, context: JobContext) {
    return collections.reach(name, async (collection) => {
      const now = clock();
      const page = { collection, idPrefix, after, limit: stepLength, now };
      const ids = (await store.list(page, context)).map(({ id }) => id);
      if (ids.length === 0) return { ids, deleted: 0 };
      const { deleted } = await store.delete({ collection, ids, now }, context);
      return { ids, deleted: deleted.length };
    });
  }
}

function tooMany(own: number): NeardupError {
  return new NeardupError(
    'overloaded',
    `Cannot start the job: ${own} jobs of this client that delete by "idPrefix" have not ended`,
    { retryAfterSeconds: 1 },
  );
}
