import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import type { Reply } from '../../../../src/store/sqlite/requests.js';
import { repetitions } from '../../../repetitions.js';
import { addition, newCollection, rule, signature } from '../../samples.js';
import { expectIntegrity } from '../integrity.js';

/*
 * Few documents of few contents in any history: `shared` of each document and the documents of each content agree with
 * a model.
 */

const pages = { name: 'pages', generation: 1 };
const contents = [0, 1, 2];
/** Far from each other. */
const contentOf = (content: number) =>
  signature(Array.from({ length: 10 }, (_, bit) => 20 * content + bit));

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const content = fc.constantFrom(...contents);
const ttl = fc.option(fc.integer({ min: 1, max: 6 }), { freq: 2 });
const put = fc.record({ id, content, ttl });

const step = fc.oneof(
  { weight: 8, arbitrary: put.map((given) => ({ kind: 'add', ...given }) as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('restore' as const),
      documents: fc.array(put, { maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      ids: fc.uniqueArray(id, { maxLength: 3 }),
      /** Fails for other revisions; the operations of its group are then executed twice. */
      ifRevision: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined, freq: 2 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Operations of one transaction, then a passage of time, and sometimes another event. */
const group = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  tick: fc.nat({ max: 2 }),
  after: fc.constantFrom('nothing', 'nothing', 'nothing', 'nothing', 'a sweep', 'an opening'),
});

interface Held {
  readonly content: number;
  readonly storedAt: number;
  readonly expiresAt: number | null;
  shared: 0 | 1;
}

it('distinguishes documents alone with their content from those that share it', () => {
  fc.assert(
    fc.property(fc.array(group, { maxLength: 25, size: 'max' }), (groups) => {
      const db = openDatabase(':memory:');
      let { runBatch } = createEngine(db);
      runBatch([{ kind: 'createCollection', input: newCollection('pages') }]);
      const stored = new Map<string, Held>();
      let now = 100;
      let revision = 1;
      const sweep = () => {
        const request: Request = { kind: 'sweep', input: { now } };
        while ((runBatch([request])[0] as { readonly output: boolean }).output);
        for (const [key, held] of stored) if (!isLive(held, now)) stored.delete(key);
      };
      for (const { steps, tick, after } of groups) {
        const batch = steps.map((each) => requestOf(each, now, ++revision));
        const replies = runBatch(batch) as Reply[];
        for (const [i, each] of steps.entries()) if (replies[i]!.ok) play(each, stored, now);
        now += tick;
        if (after === 'an opening') ({ runBatch } = createEngine(db));
        if (after === 'a sweep') sweep();
        expect(sharedIn(db)).toEqual(
          new Map([...stored].map(([key, { shared }]) => [key, shared])),
        );
        for (const each of contents) {
          expect(found(runBatch([query(each, now)])[0] as Reply)).toEqual(
            present(stored, each, now),
          );
        }
      }
      sweep();
      expectIntegrity(db);
      db.close();
    }),
    { numRuns: repetitions(200) },
  );
});

function requestOf(step: Step, now: number, revision: number): Request {
  const expiry = (ttl: number | null) => ttl && now + ttl;
  switch (step.kind) {
    case 'add': {
      // Different metadata each time, so that no document is only seen again.
      const given = { metadata: `${revision}`, expiresAt: expiry(step.ttl), now };
      const changes = { ...given, signature: contentOf(step.content) };
      return { kind: 'add', input: addition(pages, step.id, changes) };
    }
    case 'restore': {
      const times = { storedAt: now, updatedAt: now, lastSeenAt: now };
      const others = {
        ...times,
        metadata: null,
        page: null,
        extractor: null,
        text: null,
        seenCount: 1,
      };
      const documents = step.documents.map(({ id, content, ttl }) => ({
        ...{ ...others, id, revision, signature: contentOf(content) },
        ...{ expiresAt: expiry(ttl), lifetimeMs: ttl },
      }));
      return { kind: 'restore', input: { collection: pages, documents } };
    }
    case 'delete': {
      const { ids, ifRevision } = step;
      return { kind: 'delete', input: { collection: pages, ids, ifRevision, now } };
    }
  }
}

function play(step: Step, stored: Map<string, Held>, now: number): void {
  if (step.kind === 'delete') {
    for (const key of step.ids) {
      const held = stored.get(key);
      if (held !== undefined && isLive(held, now)) stored.delete(key);
    }
  } else {
    for (const { id, content, ttl } of step.kind === 'add' ? [step] : step.documents) {
      const held = stored.get(id);
      // An addition deletes an expired document with its id first; a restoration has no time, and replaces it.
      if (step.kind === 'add' && held !== undefined && !isLive(held, now)) stored.delete(id);
      const former = stored.get(id);
      const having = [...stored].filter(([, held]) => held.content === content);
      // A content of which only expired documents are left ends with them, and begins again.
      const isAlive = having.some(([, held]) => isLive(held, now));
      if (!isAlive) for (const [key] of having) if (key !== id) stored.delete(key);
      const others = isAlive ? having.filter(([key]) => key !== id) : [];
      const isSame = isAlive && former?.content === content;
      const isShared = isSame ? former.shared === 1 : others.length > 0;
      if (isShared) for (const [, other] of others) other.shared = 1;
      const isKept = step.kind === 'add' && former !== undefined;
      const storedAt = isKept ? former.storedAt : now;
      stored.set(id, { content, storedAt, expiresAt: ttl && now + ttl, shared: isShared ? 1 : 0 });
    }
  }
}

const isLive = ({ expiresAt }: Held, now: number) => expiresAt === null || expiresAt > now;

function sharedIn(db: Database): Map<string, number> {
  return new Map(db.prepare<[], [string, number]>('SELECT id, shared FROM documents').raw().all());
}

const query = (content: number, now: number): Request => ({
  kind: 'query',
  input: { collection: pages, probe: { signature: contentOf(content) }, rule, limit: 10, now },
});

function found(reply: Reply): string[] {
  const { output } = reply as unknown as { output: { matches: readonly { id: string }[] } };
  return output.matches.map(({ id }) => id);
}

/** Returns the documents of a content, oldest first. */
function present(stored: ReadonlyMap<string, Held>, content: number, now: number): string[] {
  return [...stored]
    .filter(([, held]) => held.content === content && isLive(held, now))
    .sort(([a, { storedAt }], [b, other]) => storedAt - other.storedAt || (a < b ? -1 : 1))
    .map(([key]) => key);
}
