import { expect, it } from 'vitest';
import { newCollection } from '../../../test/store/samples.js';
import { prepareSchema } from '../src/schema.js';
import { createCatalog } from '../src/tables/catalog.js';
import { type Fault, makeCluster } from './made/connection.js';

/** More statements than a creation has. */
const statementsMax = 6;
const changes = /^(UPDATE|INSERT|DELETE)/;

async function begin() {
  const cluster = makeCluster();
  const made = cluster.connect();
  await prepareSchema(made.connection, { replication: 1, geometry: '4x16' });
  const catalog = createCatalog(made.connection, 0);
  const update = async (maxDistance: number) => {
    const collection = (await catalog.get('pages'))!;
    return catalog.update({ collection, settings: { maxDistance } });
  };
  return { ...made, haunt: cluster.haunt, keyspace: cluster.keyspace, catalog, update };
}

it.each<Fault>(['refused', 'lost', 'ghost'])(
  'a creation with one %s statement reports correctly if the collection exists',
  async (fault) => {
    for (let at = 0; at < statementsMax; at++) {
      const { catalog, fail } = await begin();
      fail(({ number }) => (number === at ? fault : undefined));
      const created = await catalog.create(newCollection('pages')).catch(({ code }) => code);
      fail(() => undefined);
      const listed = await catalog.list();
      if (typeof created === 'string') expect(created).toBe('not_ready');
      else expect(listed).toEqual([created]);
    }
  },
);

it('a creation that takes effect late does not bring a deleted collection back', async () => {
  const { catalog, fail, haunt } = await begin();
  fail(({ kind }) => (kind === 'change' ? 'ghost' : undefined));
  await expect(catalog.create(newCollection('pages'))).rejects.toMatchObject({ code: 'not_ready' });
  fail(() => undefined);
  await catalog.create(newCollection('pages'));
  await catalog.delete('pages');
  expect(haunt()).toBeGreaterThan(0);
  expect(await catalog.list()).toEqual([]);
});

it('a creation deleted at once is not reported as existing before', async () => {
  const { catalog, connection, fail, keyspace } = await begin();
  fail(({ query }) => {
    if (!query.startsWith('SELECT generation FROM k.collections')) return undefined;
    keyspace.change('DELETE FROM k.collections WHERE space = ? AND name = ?', ['all', 'pages']);
    return undefined;
  });
  expect(await catalog.create(newCollection('pages'))).toMatchObject({ name: 'pages' });
  let tries = 0;
  fail(({ kind, query }) => {
    if (kind === 'read' && query.startsWith('SELECT generation'))
      keyspace.change('DELETE FROM k.collections WHERE space = ? AND name = ?', ['all', 'others']);
    return kind === 'change' && tries++ === 0 ? 'lost' : undefined;
  });
  const second = createCatalog(connection, 0).create(newCollection('others'));
  await expect(second).rejects.toMatchObject({ code: 'not_ready' });
});

it('a change that takes effect late does not undo later ones', async () => {
  const { catalog, update, fail, haunt } = await begin();
  await catalog.create(newCollection('pages'));
  let tries = 0;
  fail(({ kind }) => (kind === 'change' && tries++ === 0 ? 'ghost' : undefined));
  await update(5);
  // The definition at the time when the late change was sent.
  await update(3);
  expect(haunt()).toBe(1);
  expect(await catalog.get('pages')).toMatchObject({ maxDistance: 3 });
});

it.each<Fault>(['lost', 'ghost'])(
  'a change succeeds even if one of its tries is %s',
  async (fault) => {
    for (let at = 0; at < statementsMax; at++) {
      const { catalog, update, fail } = await begin();
      await catalog.create(newCollection('pages'));
      fail(({ number, query }) => (number === at && changes.test(query) ? fault : undefined));
      expect(await update(6)).toMatchObject({ maxDistance: 6 });
      expect(await catalog.list()).toMatchObject([{ maxDistance: 6 }]);
    }
  },
);

it('concurrently created collections get different generations', async () => {
  const { connection, catalog } = await begin();
  const others = [createCatalog(connection, 0), createCatalog(connection, 0)];
  const created = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) =>
      [catalog, ...others][index % 3]!.create(newCollection(name)),
    ),
  );
  expect(new Set(created.map(({ generation }) => generation)).size).toBe(6);
  expect((await catalog.list()).map(({ name }) => name).sort()).toEqual([...'abcdef']);
});

it('finds a collection just created by another process', async () => {
  const { connection, catalog } = await begin();
  const other = createCatalog(connection);
  expect(await other.get('pages')).toBeUndefined();
  const created = await catalog.create(newCollection('pages'));
  expect(await other.get('pages')).toEqual(created);
  expect(await other.require(created)).toEqual(created);
  const later = await catalog.create(newCollection('later'));
  expect(await other.list()).toEqual([later, created]);
});
