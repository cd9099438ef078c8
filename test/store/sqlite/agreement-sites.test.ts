import fc from 'fast-check';
import { expect, it } from 'vitest';
import { levels } from '../../../src/matching/match.js';
import type { CheckOutcome } from '../../../src/store/contract/documents.js';
import { createInlineRunner } from '../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../../../src/store/sqlite/sqlite-store.js';
import { createModelStore } from '../../model/model-store.js';
import { repetitions } from '../../repetitions.js';
import { pageWithLines, rule } from '../samples.js';
import { play } from './agreement-play.js';
import { few, type Step } from './agreement-steps.js';
import { tinyRuns } from './tiny-runs.js';

/*
 * Random operations on the pages of two sites, which share few main texts and few lines outside them, so that sites
 * learn lines and forget them, and pages differ by these lines alone.
 */
const id = fc.constantFrom(
  ...['https://s.example/1', 'http://s.example/2', 'https://www.s.example/3'],
  ...['https://S.example:443/4', 'http://s.example:80/5', 'https://s.example/6'],
  ...['https://t.example/1', 's.example/2'],
);
/** The main text depends on the id in half of all cases, so that versions of a page often differ in other lines only. */
const page = fc
  .record({
    id,
    main: fc.constantFrom(null, null, null, null, 0, 1),
    version: fc.nat({ max: 2 }),
    common: fc.constantFrom([1, 2], [1, 2], [1, 2], [1], [2], []),
    own: fc.constantFrom([], [], [], [], [3], [5, 6]),
  })
  .map(({ id, main, version, common, own }) => ({
    id,
    signature: pageWithLines(main ?? 0, main === null ? 10 + Number(id.at(-1)) : version, [
      ...common,
      ...own,
    ]),
  }));
const now = fc.integer({ min: 100, max: 103 });
const ttl = fc.constantFrom(null, null, null, null, null, null, 4, 9);
const written = { metadata: null, page: null, text: null, extractor: null, idempotency: null };
const policy = fc.record({
  onDuplicate: fc.constantFrom('skip', 'store', 'store', 'store', 'replace'),
  onChange: fc.constant('store'),
  onCovered: fc.constantFrom('keep', 'keep', 'keep', 'keep', 'replace'),
  duplicateIf: fc.constantFrom('exact', 'page', ...levels),
});
/** Some checks and queries have a scope. @param by a number that they have anyway */
const scopingOf = (by: number | null) => {
  if (by === 4 || by === 101) return { within: 1000, site: 's.example' };
  return by === 9 || by === 102 ? { within: 2, site: null } : null;
};
const claiming = fc.constantFrom(null, null, null, null, null, { claimant: 'one', ttl: 3 });
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ page, ttl, now })
      .map(({ page, ...each }) => ({ ...written, ...page, ...each, kind: 'add' })),
  },
  {
    weight: 10,
    arbitrary: fc
      .record({
        page,
        isNamed: fc.constantFrom(true, true, true, true, false),
        ttl,
        claiming,
        policy,
        now,
      })
      .map(({ page, isNamed, policy, ...each }) => ({
        ...{ ...written, ...page, ...policy, ...each },
        ...{ kind: 'check', id: isNamed ? page.id : null, dryRun: false, rule, limit: 3 },
        scoping: scopingOf(each.ttl),
      })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ id, now }).map(({ id, now }) => ({
      ...{ kind: 'query', probe: { id }, rule, limit: 3, now, scoping: scopingOf(now) },
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ ids: fc.array(id, { maxLength: 2 }), now })
      .map((each) => ({ ...each, kind: 'delete', idempotency: null })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(true, true, false)
      .map((siteLines) => ({ kind: 'update', settings: { siteLines } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ site: fc.constantFrom('s.example', 't.example'), now })
      .map((each) => ({ ...each, kind: 'siteLines' })),
  },
  { weight: 1, arbitrary: now.map((each) => ({ kind: 'sweep', now: each })) },
);
const step = fc.record({
  operation,
  collection: fc.constant(0),
  toSuccessor: fc.constant(false),
  wait: fc.boolean(),
  tick: fc.constantFrom(0, 0, 0, 1),
});

it('leaves out the lines of sites as the model does', async () => {
  const seen = { matches: 0, exact: 0, versions: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), few, async (made, size) => {
      const steps = made as unknown as Step[];
      const db = openDatabase(':memory:');
      const runner = createInlineRunner(db, { buffered: () => size, runs: tinyRuns });
      const store = createGroupedStore(runner, 1000);
      const expected = await play(createModelStore(), steps, false);
      const answered = await play(store, steps, false);
      expect(answered).toEqual(expected);
      await store.close();
      for (const outcome of answered as (Partial<CheckOutcome> | null)[]) {
        const { decision, previous, matches = [] } = outcome ?? {};
        if (matches.some(({ adds }) => adds?.siteLines !== undefined)) seen.matches++;
        if (matches.some(({ exact, level }) => level === 'exact' && !exact)) seen.exact++;
        if (decision === 'unchanged' && previous?.adds?.siteLines !== undefined) seen.versions++;
      }
    }),
    { numRuns: repetitions(200) },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(2);
});
