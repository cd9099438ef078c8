import { expect, it } from 'vitest';
import { NeardupError } from '../../../src/errors.js';
import type { CheckOperation } from '../../../src/store/contract/documents.js';
import { checking, newCollection } from '../../../test/store/samples.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import { type Fault, makeCluster } from './made/connection.js';

/** More statements than a check with a key has. */
const statementsMax = 40;
const faults: readonly Fault[] = ['refused', 'lost', 'ghost'];
const idempotency = {
  ...{ key: 'key', request: 'request', owner: 'o', note: 'note' },
  ...{ guaranteedUntil: 1e9, expiresAt: 1e9 },
};

// An attempt may find an earlier attempt of its own under the new id, and must not take it for another document.
it.concurrent.each(faults)(
  'finds nothing but itself, whichever statements are %s',
  async (fault) => {
    const runs = Array.from({ length: statementsMax }, (_, at) =>
      [1, 2, 3].map((count) => run({ fault, at, count }, {})),
    );
    const failed = (await Promise.all(runs.flat())).filter((tries) => tries > 1);
    expect(failed.length).toBeGreaterThan(5);
  },
);

it.concurrent.each(faults)(
  'takes effect once with a key, whichever statements are %s',
  async (fault) => {
    const runs = Array.from({ length: statementsMax }, (_, at) =>
      [1, 6].map((count) => run({ fault, at, count }, { idempotency })),
    );
    const failed = (await Promise.all(runs.flat())).filter((tries) => tries > 1);
    expect(failed.length).toBeGreaterThan(5);
  },
);

interface Failing {
  readonly fault: Fault;
  /** Number of the first failing statement. */
  readonly at: number;
  readonly count: number;
}

/** Returns the number of tries. Each call uses a new id, as the service does. */
async function run({ fault, at, count }: Failing, given: Partial<CheckOperation>): Promise<number> {
  const cluster = makeCluster();
  const { connection, fail } = cluster.connect();
  const options = { replication: 1, geometry: '4x16', queueMax: 10 } as const;
  const store = await createCassandraStore(connection, options);
  const pages = await store.createCollection(newCollection('pages'));
  fail(({ number }) => (number >= at && number < at + count ? fault : undefined));
  for (let tries = 1; ; tries++) {
    const newId = `new ${tries}`;
    const outcome = await store.check(checking(pages, null, { ...given, newId })).catch(notReady);
    if (outcome === undefined) continue;
    fail(() => undefined);
    cluster.haunt();
    const page = { collection: pages, idPrefix: null, after: null, limit: 10, now: 9_000 };
    const documents = await store.list(page);
    expect(documents).toMatchObject([{ revision: 1, seenCount: 1 }]);
    const { id } = documents[0]!;
    if (tries === 1 || given.idempotency !== undefined || id === newId) {
      expect(outcome).toMatchObject({ decision: 'new', stored: true, created: true, id });
    } else {
      expect(outcome).toMatchObject({ decision: 'duplicate', stored: false, duplicateOf: id });
    }
    await store.close();
    return tries;
  }
}

function notReady(error: unknown): undefined {
  if (!(error instanceof NeardupError) || error.code !== 'not_ready') throw error;
}
