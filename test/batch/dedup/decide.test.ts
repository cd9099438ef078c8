import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { randomNumbers } from '../../../harness/pages.js';
import { buildClusters, clusterSizes } from '../../../src/batch/dedup/clusters.js';
import { decide, planByComponents, planInOrder } from '../../../src/batch/dedup/decide.js';
import { createUnionFind } from '../../../src/batch/pairs/union-find.js';
import { type Decision, type ReplayRules, replay } from '../../../src/batch/replay.js';
import { sketchLength } from '../../../src/fingerprint/minhash.js';
import { type Method, methods } from '../../../src/fingerprint/recipe.js';
import type { Signature } from '../../../src/fingerprint/signature.js';
import type { MatchRule } from '../../../src/matching/match.js';
import { refuses } from '../../../src/matching/match-rule.js';
import { hostOrCommon } from '../../../src/store/rules/host.js';
import { repetitions } from '../../repetitions.js';
import { parted, recipeOf, signatureOf, sketched, withParts } from '../../store/samples.js';
import {
  byId,
  checkedOneByOne,
  documentsOf as documentsWithout,
  refusal,
  rules as rulesWithout,
  rulesWithParts,
  type SampleDocument,
} from '../samples.js';
import { collapsedOf, connectedIn, decisionsOf, keptOf, listed, taskFile } from './decided.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-decide-'));
afterAll(() => rmSync(directory, { recursive: true }));

const settings = methods.flatMap((method) =>
  [false, true].map((hasParts) => ({ method, hasParts })),
);

describe.each(settings)('documents of a file, $method, with parts: $hasParts', (of) => {
  const { method, hasParts } = of;
  const plain = recipeOf(method);
  const recipe = hasParts ? withParts(plain) : plain;
  const rules = hasParts ? rulesWithParts : rulesWithout;
  const documentsOf = (method: Method) =>
    documentsWithout(method).map((documents) =>
      hasParts ? documents.map(withOwnParts) : documents,
    );

  it('get the same decisions as from checks in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        documentsOf(method),
        rules,
        refusal,
        async (documents, rule, duplicateIf) => {
          const collapsed = collapsedOf(documents, directory);
          const given: ReplayRules = { recipe, rule, duplicateIf };
          const connected = await connectedIn(collapsed, given, false);
          const decided = await decisionsOf(planInOrder(collapsed, connected, given));
          const expected = await checkedOneByOne(documents, recipe, rule, duplicateIf);
          expect(listed(documents, decided)).toEqual(expected.map(({ ord, ...rest }) => rest));
          const stored = new Map<string, number>();
          for (const { id, ord, decision } of expected) {
            if (decision !== 'duplicate' && decision !== 'unchanged') stored.set(id, ord);
          }
          expect(keptOf(decided)).toEqual([...stored.values()].sort((a, b) => a - b));
        },
      ),
      { numRuns: repetitions(80) },
    );
  });

  it('are joined by refusals, and documents that are only similar are kept', async () => {
    await fc.assert(
      fc.asyncProperty(
        documentsOf(method),
        rules,
        refusal,
        async (documents, rule, duplicateIf) => {
          const given: ReplayRules = { recipe, rule, duplicateIf };
          const collapsed = collapsedOf(documents, directory);
          const connected = await connectedIn(collapsed, given, true);
          const decided = await decisionsOf(planByComponents(collapsed, connected, given));
          const firsts = firstsOfComponents(documents, given);
          const kept = documents.filter(({ ord }) => firsts[ord] === ord);
          expect(keptOf(decided)).toEqual(kept.map(({ ord }) => ord));
          const found = listed(documents, decided);
          for (const [ord, { id, signature }] of documents.entries()) {
            const first = documents[firsts[ord]!]!;
            if (first.ord === ord) continue;
            const isEqual = signature.exactHash === first.signature.exactHash;
            if (isEqual && id === first.id) expect(found[ord]!.decision).toBe('unchanged');
            else {
              const exact = isEqual && signature.featureCount !== null;
              const expected = {
                decision: 'duplicate',
                duplicateOf: first.id,
                similarTo: null,
                exact,
              };
              expect(found[ord]).toMatchObject(expected);
            }
          }
          const apart = kept.map((document) => ({ ...document, id: document.ord }));
          const idOf = (ord: number | null) => (ord === null ? null : documents[ord]!.id);
          for (const { id, ord, ...decision } of replay(apart, given, {
            hostOf: (ord) => hostOrCommon(documents[ord]!.id),
          })) {
            const { duplicateOf, similarTo } = decision;
            const named = { duplicateOf: idOf(duplicateOf), similarTo: idOf(similarTo) };
            expect(found[ord]).toEqual({ id: idOf(id), ...decision, ...named });
          }
        },
      ),
      { numRuns: repetitions(80) },
    );
  });

  it('get the same decisions on several threads', async () => {
    const lists = fc.sample(fc.tuple(documentsOf(method), rules, refusal), 30);
    const [documents, rule, duplicateIf] = lists.sort((a, b) => b[0].length - a[0].length)[0]!;
    const collapsed = collapsedOf(documents, directory);
    const given: ReplayRules = { recipe, rule, duplicateIf };
    for (const byComponents of [false, true]) {
      const connected = await connectedIn(collapsed, given, byComponents);
      const plan = byComponents ? planByComponents : planInOrder;
      const alone = await decisionsOf(plan(collapsed, connected, given));
      const onThreads = { threads: 2, taskFile, onProgress: () => {}, documentsForThreadsMin: 0 };
      expect(await decide(plan(collapsed, connected, given), onThreads)).toEqual(alone);
    }
  });

  it('form clusters that distinguish duplicates from similar documents', async () => {
    await fc.assert(
      fc.asyncProperty(documentsOf(method), rules, async (documents, rule) => {
        const given: ReplayRules = { recipe, rule, duplicateIf: 'page' };
        const collapsed = collapsedOf(documents, directory);
        const connected = await connectedIn(collapsed, given, false);
        const decided = await decisionsOf(planInOrder(collapsed, connected, given));
        const clusters = buildClusters(collapsed, decided);
        const { representatives, members, starts } = clusters;
        const names = (from: number, to: number) =>
          Array.from(members.subarray(from, to), (number) => documents[number]!.id);
        const found = Array.from(representatives, (representative, cluster) => {
          const [from, between, to] = starts.subarray(2 * cluster, 2 * cluster + 3);
          return {
            id: documents[representative]!.id,
            same: names(from!, between!),
            similar: names(between!, to!),
          };
        });
        const decisions = listed(documents, decided);
        const ids = [...new Set(documents.map(({ id }) => id))];
        const matching = (id: string, field: 'duplicateOf' | 'similarTo') => [
          ...new Set(decisions.filter((each) => each[field] === id).map((each) => each.id)),
        ];
        const expected = ids.map((id) => ({
          ...{ id, same: matching(id, 'duplicateOf'), similar: matching(id, 'similarTo') },
        }));
        expect(found).toEqual(
          expected.filter(({ same, similar }) => same.length + similar.length > 0),
        );
        expect([...clusterSizes(clusters)]).toEqual(found.map(({ same }) => same.length + 1));
      }),
      { numRuns: repetitions(80) },
    );
  });
});

it.each([12, 40, 80])(
  'of %d that share one band, get the same decisions as in order',
  async (count) => {
    const recipe = recipeOf('hybrid');
    const { rows } = recipe.bands!;
    const rule: MatchRule = { maxDistance: 3, minSimilarity: 0.6, shortMinSimilarity: 0.6 };
    const given: ReplayRules = { recipe, rule, duplicateIf: 'similar' };
    const random = randomNumbers(count);
    const byte = () => Math.floor(256 * random());
    const { sketch, ...plain } = sketched(signatureOf({ high: 0, low: 0 }, 0));
    const texts: Signature[] = [];
    for (let at = 0; at < count; at++) {
      // Every second is like the one before it, but shares only the first band with it.
      const like = at % 2 === 1 ? texts[at - 1]!.sketch! : null;
      const own = sketch!.map((value, index) => {
        if (index < rows || index >= sketchLength) return value;
        return like === null || index % rows === 0 ? byte() : like[index]!;
      });
      texts.push({
        ...plain,
        exactHash: at.toString(16).padStart(32, '0'),
        fingerprint: { high: Math.floor(2 ** 32 * random()), low: Math.floor(2 ** 32 * random()) },
        sketch: own,
      });
    }
    const documents = texts.map((signature, ord) => ({ id: `${ord}`, ord, signature }));
    const collapsed = collapsedOf(documents, directory);
    const connected = await connectedIn(collapsed, given, false);
    const decided = await decisionsOf(planInOrder(collapsed, connected, given));
    const expected = [...replay(documents, given, byId)].map(({ ord, ...rest }) => rest);
    expect(listed(documents, decided)).toEqual(expected);
    // A check finds the 16 oldest stored texts of a band.
    const found = expected.filter(({ decision }) => decision === 'duplicate').length;
    expect(found).toBe(Math.min(count / 2, 16));
  },
);

/** Gives parts to texts; fingerprints have none. */
function withOwnParts(document: SampleDocument): SampleDocument {
  const { signature } = document;
  return signature.featureCount === null ? document : { ...document, signature: parted(signature) };
}

/** Returns the first connected document for each document, by comparing all pairs. */
function firstsOfComponents(documents: readonly SampleDocument[], given: ReplayRules): number[] {
  const sets = createUnionFind(documents.length);
  for (const a of documents) {
    for (const b of documents.slice(0, a.ord)) if (areJoined(a, b, given)) sets.union(a.ord, b.ord);
  }
  return documents.map(({ ord }) => sets.find(ord));
}

function areJoined(a: SampleDocument, b: SampleDocument, given: ReplayRules): boolean {
  if (a.id === b.id && a.signature.exactHash === b.signature.exactHash) return true;
  const pair = [
    { ...b, id: 'b', ord: 0 },
    { ...a, id: 'a', ord: 1 },
  ];
  const [, { distance, ...match }] = [
    ...replay(pair, { ...given, duplicateIf: 'similar' }, byId),
  ] as [Decision, Decision];
  return distance !== null && refuses({ ...match, distance }, given.duplicateIf);
}
