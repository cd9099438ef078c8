import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createClusterWalk, walkedMembersMax } from '../../src/detector/cluster-walk.js';
import { createLongWork } from '../../src/quota/long-work.js';
import type { Member } from '../../src/store/contract/clusters.js';
import type { EmbeddedStore } from '../../src/store/contract/embedded-store.js';
import { createInlineRunner } from '../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../../src/store/sqlite/sqlite-store.js';
import { createModelStore } from '../model/model-store.js';
import { addition, newCollection } from '../store/samples.js';

const times = { createdAt: 1, updatedAt: 1 };
const hosts = ['https://a.example/', 'http://b.example:80/', 'article '];

const members = fc.uniqueArray(
  fc.record({
    host: fc.constantFrom(...hosts),
    stored: fc.boolean(),
    seat: fc.integer({ min: 1, max: 40 }),
    similarity: fc.constantFrom(null, 0.5, 0.5, 0.9, 1),
    distance: fc.nat({ max: 3 }),
    at: fc.nat({ max: 3 }),
    hasMatch: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
  }),
  { selector: ({ seat }) => seat, maxLength: 40 },
);

it.each([
  ['memory', () => createModelStore()],
  ['SQLite', () => createGroupedStore(createInlineRunner(openDatabase(':memory:')), 1000)],
])('lists the members of a host, page by page, on %s', async (_, open) => {
  await fc.assert(
    fc.asyncProperty(
      members,
      fc.constantFrom(null, 'a.example'),
      fc.integer({ min: 1, max: 7 }),
      async (given, host, limit) => {
        const store = open();
        const collection = await store.createCollection(newCollection('pages'));
        const seated = given.map(seatedMember);
        for (const { id, stored } of seated) {
          if (stored) await store.add(addition(collection, id));
        }
        const cluster = { id: 'one', ...times };
        await store.restoreMembers({ collection, cluster, members: seated });
        const walk = createClusterWalk(store, createLongWork({ each: 2, all: 4 }), () => 5000);
        const isThere = seated.some(({ stored }) => stored);

        const found: Member[] = [];
        for (let after: Member | null = null; ; ) {
          const page = await walk.membersOfHost(collection, 'one', { host, after, limit });
          expect(page !== undefined).toBe(isThere);
          found.push(...(page?.members ?? []));
          if (!page?.more) break;
          expect(page.members).toHaveLength(limit);
          after = page.members.at(-1)!;
        }
        const wanted = isThere ? seated.filter(({ id }) => isOfHost(id, host)) : [];
        expect(found).toEqual(
          wanted.sort((a, b) => Number(b.stored) - Number(a.stored) || a.seat - b.seat),
        );

        const counted = await walk.countHosts(collection, 'one');
        expect(counted?.hosts.reduce((sum, each) => sum + each.stored + each.refused, 0)).toBe(
          isThere ? seated.length : undefined,
        );
        await store.close();
      },
    ),
    { numRuns: 60 },
  );
});

const seatedMember = (
  given: (typeof members extends fc.Arbitrary<infer T> ? T : never)[number],
) => {
  const { host, stored, seat, hasMatch, ...measured } = given;
  const match = {
    id: 'x',
    seat: 1,
    ...measured,
    exact: false,
    addsNothing: true,
    containment: null,
  };
  return { id: `${host}${seat}`, stored, seat, match: hasMatch ? match : null };
};

const isOfHost = (id: string, host: string | null) =>
  host === null ? !id.includes('://') : id.includes(`//${host}/`);

it('counts members by host, largest first, for at most a hundred hosts', async () => {
  const store = createModelStore();
  const collection = await store.createCollection(newCollection('pages'));
  const ids = Array.from({ length: 130 }, (_, n) => `https://h${n}.example/`);
  const all = [...ids, 'https://h7.example/more', 'article'];
  for (const id of all) await store.add(addition(collection, id));
  const refused = { id: 'other', stored: false, seat: 500, match: null };
  const seated = all.map((id, n) => ({ id, stored: true, seat: n + 1, match: null }));
  await store.restoreMembers({
    ...{ collection, cluster: { id: 'one', ...times } },
    members: [...seated, refused],
  });
  const found = (await createClusterWalk(
    store,
    createLongWork({ each: 2, all: 4 }),
    () => 5000,
  ).countHosts(collection, 'one'))!;
  expect(found.hosts.slice(0, 2)).toEqual([
    { host: null, stored: 1, refused: 1 },
    { host: 'h7.example', stored: 2, refused: 0 },
  ]);
  expect([found.hosts.length, found.others]).toEqual([100, 31]);
});

it('refuses to search clusters that are too large', async () => {
  const large = { size: walkedMembersMax, refused: 1, id: 'one', members: [] };
  const store = { cluster: async () => large } as unknown as EmbeddedStore;
  const walk = createClusterWalk(store, createLongWork({ each: 2, all: 4 }), () => 5000);
  await expect(walk.countHosts({ name: 'pages', generation: 1 }, 'one')).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('which has 50001'),
  });
});
