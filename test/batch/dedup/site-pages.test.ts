import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { decide, planInOrder } from '../../../src/batch/dedup/decide.js';
import type { ReplayRules } from '../../../src/batch/replay.js';
import { repetitions } from '../../repetitions.js';
import { pageWithLines, recipeOf, rule } from '../../store/samples.js';
import { checkedOneByOne, refusal, type SampleDocument } from '../samples.js';
import { collapsedOf, connectedIn, decisionsOf, keptOf, listed, taskFile } from './decided.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-site-pages-'));
afterAll(() => rmSync(directory, { recursive: true }));

/*
 * Pages of two sites and of none, which share few main texts and few lines outside them, so that sites learn lines and
 * forget them, and decisions of one component depend on those of others.
 */
const page = fc.record({
  site: fc.constantFrom(
    ...['https://s.test', 'https://s.test', 'http://www.s.test:80'],
    ...['https://t.test', 'ftp://s.test', 's.test'],
  ),
  path: fc.nat({ max: 30 }),
  // In some pages the main text depends on the path, so that versions differ in other lines only.
  main: fc.oneof(fc.constantFrom(null, null, 0, 0, 1, 2), fc.nat({ max: 40 })),
  version: fc.constantFrom(0, 0, 0, 1),
  common: fc.constantFrom([1, 2], [1, 2], [1, 2], [1], [2], []),
  own: fc.constantFrom([], [], [], [], [3], [5, 6]),
});
type Page = typeof page extends fc.Arbitrary<infer Value> ? Value : never;
const pages = fc.array(page, { minLength: 20, maxLength: 120 });

const toDocuments = (pages: readonly Page[]): SampleDocument[] =>
  pages.map(({ site, path, main, version, common, own }, ord) => ({
    ...{ id: `${site}/${path}`, ord },
    signature: pageWithLines(main ?? 50 + path, version, [...common, ...own]),
  }));

const recipe = recipeOf('hybrid');

async function prepare(documents: readonly SampleDocument[], given: ReplayRules) {
  const collapsed = collapsedOf(documents, directory);
  return { collapsed, connected: await connectedIn(collapsed, given, false) };
}

it('decides in the way of checks in order, which leave out the lines of sites', async () => {
  const seen = { lines: 0, unchanged: 0, otherwise: 0, passes: 0 };
  await fc.assert(
    fc.asyncProperty(pages, refusal, async (pages, duplicateIf) => {
      const documents = toDocuments(pages);
      const given: ReplayRules = { recipe, rule, duplicateIf };
      const { collapsed, connected } = await prepare(documents, given);
      const plan = planInOrder(collapsed, connected, given, null, null, true);
      const decided = await decisionsOf(plan);
      const expected = await checkedOneByOne(documents, recipe, rule, duplicateIf);
      expect(listed(documents, decided)).toEqual(expected.map(({ ord, ...rest }) => rest));
      const stored = new Map<string, number>();
      for (const { id, ord, decision } of expected) {
        if (decision !== 'duplicate' && decision !== 'unchanged') stored.set(id, ord);
      }
      expect(keptOf(decided)).toEqual([...stored.values()].sort((a, b) => a - b));

      const withAllLines = await decisionsOf(planInOrder(collapsed, connected, given));
      const differ = (name: string) =>
        expected.some(({ ord, decision }) => {
          const other = listed(documents, withAllLines)[ord]!.decision;
          return decision === name && other !== name;
        });
      if (expected.some(({ adds }) => adds?.siteLines)) seen.lines++;
      if (differ('duplicate')) seen.otherwise++;
      if (differ('unchanged')) seen.unchanged++;
      if (plan.sites!.changedIn.some((pass) => pass > 0)) seen.passes++;
    }),
    { numRuns: repetitions(500) },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});

it('learns the lines of sites in the order of preference', async () => {
  const preferred = fc.array(fc.record({ page, preference: fc.nat({ max: 3 }) }), {
    ...{ minLength: 20, maxLength: 90 },
  });
  await fc.assert(
    fc.asyncProperty(preferred, refusal, async (given, duplicateIf) => {
      const documents = toDocuments(given.map(({ page }) => page));
      const preferences = Float64Array.from(given, ({ preference }) => preference);
      const rules: ReplayRules = { recipe, rule, duplicateIf };
      const { collapsed, connected } = await prepare(documents, rules);
      const decided = await decisionsOf(
        planInOrder(collapsed, connected, rules, preferences, null, true),
      );
      const turns = documents.toSorted(
        (a, b) => preferences[b.ord]! - preferences[a.ord]! || a.ord - b.ord,
      );
      const first = turns.filter(({ id }, at) => turns.findIndex((each) => each.id === id) === at);
      const inTurn = first.map((document, ord) => ({ ...document, ord }));
      const expected = await checkedOneByOne(inTurn, recipe, rule, duplicateIf);
      const found = listed(documents, decided);
      expect(first.map(({ ord }) => found[ord])).toEqual(expected.map(({ ord, ...rest }) => rest));
    }),
    { numRuns: repetitions(60) },
  );
});

it('learns the lines of sites on several threads', async () => {
  const documents = toDocuments(fc.sample(page, { numRuns: 2_000, seed: 5 }));
  const given: ReplayRules = { recipe, rule, duplicateIf: 'page' };
  const { collapsed, connected } = await prepare(documents, given);
  const plan = () => planInOrder(collapsed, connected, given, null, null, true);
  const onThreads = { threads: 2, taskFile, onProgress: () => {}, documentsForThreadsMin: 0 };
  const alone = listed(documents, await decisionsOf(plan()));
  expect(listed(documents, await decide(plan(), onThreads))).toEqual(alone);
  expect(alone.filter(({ adds }) => adds?.siteLines).length).toBeGreaterThan(20);
});
