import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { numberedDetector } from '../../harness/numbered-detector.js';
import { type Decision, replay } from '../../src/batch/replay.js';
import { matchRule } from '../../src/detector/collections.js';
import { geometry } from '../../src/fingerprint/geometry.js';
import { keptSignature } from '../../src/matching/match-rule.js';
import { createCassandraStore } from '../../src/store/cassandra/cassandra-store.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { byId, type SampleDocument } from '../batch/samples.js';
import { batch } from '../batch/stream/stages.js';
import { makeCluster } from '../store/cassandra/made/connection.js';
import { corpus } from './corpus.js';
import {
  type CheckedDocument,
  checkAll,
  checkLines,
  createCollection,
  otherLines,
  type Way,
  ways,
} from './deciding.js';
import { dedupLines } from './dedup-lines.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-decisions-'));
afterAll(() => rmSync(directory, { recursive: true }));

/**
 * `decisions.txt` records what was decided about a fixed corpus. It must not change, unless a commit is
 * meant to change decisions: then `npx vitest run test/decisions -u` writes it again.
 */
it('decides about the corpus as recorded, by every way to the decision', async () => {
  const documents = corpus();
  const store = await openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 });
  const detector = numberedDetector(store, join(directory, 'scan'));
  const overCassandra = numberedDetector(
    await createCassandraStore(makeCluster().connect().connection, {
      ...{ replication: 1, geometry: '4x16', queueMax: 1000 },
    }),
    directory,
  );
  const lines: string[] = [];
  for (const way of ways) {
    await createCollection(detector, way);
    const collection = await detector.getCollection(way.name);
    const rules = {
      recipe: collection.recipe,
      rule: matchRule('check', collection, { ...way.limits, limit: undefined }),
      duplicateIf: collection.duplicateIf,
    };
    const checked = await checkAll(detector, way, documents);
    lines.push(...checkLines(way.name, checked), ...(await otherLines(detector, way)));

    if (isReplayed(way)) {
      const signed = signedDocuments(checked, rules.recipe);
      const replayed = [...replay(signed, rules, byId)];
      expect(replayed).toEqual(checked.filter((each) => each !== null).map(decisionOf));
      if (!rules.recipe.parts) {
        const { recipeId } = collection;
        const plan = { recipeId, geometry: geometry('4x16'), everyPair: false, hotAbove: 20 };
        expect(batch(signed, { ...rules, ...plan }).decisions).toEqual(replayed);
      }
      lines.push(...(await dedupLines(way.name, signed, rules, join(directory, way.name))));
    }

    if (!waysOverCassandra.includes(way.name)) continue;
    await createCollection(overCassandra, way);
    const there = await checkAll(overCassandra, way, few);
    await createCollection(detector, { ...way, name: `${way.name}-few` });
    const here = await checkAll(detector, { ...way, name: `${way.name}-few` }, few);
    expect(there.map(withoutStore)).toEqual(here.map(withoutStore));
  }
  await detector.close();
  await overCassandra.close();
  await expect(lines.join('')).toMatchFileSnapshot('decisions.txt');
});

/** Tests if a replay makes the same decisions: it stores everything that is not a duplicate, and replaces nothing. */
function isReplayed({ limits: { onDuplicate, onChange, onCovered } = {} }: Way): boolean {
  return !(onDuplicate || onChange || onCovered);
}

/** Ways that run over Cassandra in memory, which is slow. */
const waysOverCassandra = ['hybrid', 'simhash-7'];
const few = corpus().filter(({ id }) => /^(en-b|zh-s|fingerprint)/.test(id));

/**
 * Removes the fields that differ between stores: times, clusters, and the size of the family, which not all stores
 * count.
 */
function withoutStore(checked: CheckedDocument | null) {
  if (checked === null) return null;
  const { cluster, family, matches, ...outcome } = checked.outcome;
  return { ...outcome, matches: matches.map(({ storedAt, ...match }) => match) };
}

function signedDocuments(
  checked: readonly (CheckedDocument | null)[],
  recipe: Parameters<typeof keptSignature>[1],
): SampleDocument[] {
  return checked
    .filter((each) => each !== null)
    .map(({ id, computed }, ord) => ({
      ...{ id, ord, signature: keptSignature(computed.signature, recipe) },
    }));
}

/** Returns an outcome in the form of a decision of a replay. */
function decisionOf({ id, outcome }: CheckedDocument, ord: number): Decision {
  const { decision, duplicateOf, similarTo } = outcome;
  // A text that only contains the document's words, or some of them, is reported by a check, and not by a replay.
  const isJoined = duplicateOf !== null || similarTo !== null;
  const best = isJoined ? outcome.best : null;
  const part = isJoined && outcome.matches[0]?.part && { relation: 'containedIn' as const };
  const { distance = null, similarity = null, exact = false } = best ?? {};
  const { level = 'similar', adds = null, covers = null } = best ?? {};
  const measured = { distance, similarity, exact, level, adds, covers };
  return { id, ord, decision, duplicateOf, similarTo, ...measured, ...part };
}
