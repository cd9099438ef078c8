import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { numberedDetector } from '../../../harness/numbered-detector.js';
import { withRejections } from '../../../src/store/rules/rejections.js';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { corpus } from '../../../test/decisions/corpus.js';
import {
  type CheckedDocument,
  checkAll,
  createCollection,
  ways,
} from '../../../test/decisions/deciding.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import { makeCluster } from './made/connection.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-corpus-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Documents of the recorded decisions, some because a cluster in memory is slow. */
const few = corpus().filter(({ id }) => /^(en-b|zh-s|fingerprint)/.test(id));

it.each(['hybrid', 'simhash-7'])(
  'decides about the recorded corpus by %s as SQLite does',
  async (name) => {
    const way = ways.find((each) => each.name === name)!;
    const options = { replication: 1, geometry: '4x16', queueMax: 1000 } as const;
    const { connection } = makeCluster().connect();
    const stores = [
      await openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 }),
      withRejections(await createCassandraStore(connection, options)),
    ];
    const [here, there] = await Promise.all(
      stores.map(async (store) => {
        const detector = numberedDetector(store, join(directory, 'scan'));
        await createCollection(detector, way);
        const checked = await checkAll(detector, way, few);
        await detector.close();
        return checked.map(withoutStore);
      }),
    );
    expect(there).toEqual(here);
  },
);

/**
 * Removes the fields that differ between stores: times, clusters, and the size of the family, which not all stores
 * count.
 */
function withoutStore(checked: CheckedDocument | null) {
  if (checked === null) return null;
  const { cluster, family, matches, ...outcome } = checked.outcome;
  return { ...outcome, matches: matches.map(({ storedAt, ...match }) => match) };
}
