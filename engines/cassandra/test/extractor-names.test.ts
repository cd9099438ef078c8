import { expect, it } from 'vitest';
import { addition, newCollection, signature } from '../../../test/store/samples.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import { makeCluster } from './made/connection.js';

/** More statements than an addition has. */
const statementsMax = 40;

it('lists all extractors, even if the process failed after storing a document', async () => {
  const { connection, fail } = makeCluster().connect();
  const options = { replication: 1, geometry: '4x16', queueMax: 10 } as const;
  const store = await createCassandraStore(connection, options);
  const pages = await store.createCollection(newCollection('pages'));
  let failed = 0;
  for (let at = 0; at < statementsMax; at++) {
    const given = { signature: signature([], 2 * at), extractor: `extractor ${at}` };
    fail(({ number }) => (number === at ? 'refused' : undefined));
    const added = await store.add(addition(pages, `page ${at}`, given)).catch(({ code }) => code);
    fail(() => undefined);
    if (added === 'not_ready') failed += 1;
    const [document] = await store.get({ collection: pages, ids: [`page ${at}`], now: 5_000 });
    const names = await store.extractors();
    if (document !== undefined) expect(names).toContain(given.extractor);
  }
  expect(failed).toBeGreaterThan(5);
});
