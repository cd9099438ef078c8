import { expect } from 'vitest';
import { generatedPages, randomNumbers } from '../../../harness/pages.js';
import { completeRecipe, defaultRecipe, type Method } from '../../../src/fingerprint/recipe.js';
import { sign } from '../../../src/fingerprint/sign.js';
import { refusals } from '../../../src/matching/match.js';
import { wordTrieBytes } from '../../../src/package-facts.js';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { CheckOutcome } from '../../../src/store/contract/documents.js';
import type { Store } from '../../../src/store/contract/store.js';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { loadDictionaries } from '../../../src/text/dictionaries.js';
import { addition, checking, newCollection, rule } from '../../store/samples.js';
import { recipeFields } from '../oracle.js';

const dictionaries = loadDictionaries(wordTrieBytes());

/**
 * Takes the same operations, one after the other, to a store and to SQLite: every answer must be
 * the same, matches and their order included. Clusters are what the store does not keep.
 */
export async function compareWithSqlite(store: Store, method: Method, count: number) {
  const sqlite = await openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 });
  const recipe = completeRecipe(recipeFields(method), defaultRecipe(dictionaries.checksums));
  const given = { ...newCollection(`same-${method}`), recipe };
  const [ours, theirs] = [
    await store.createCollection(given),
    await sqlite.createCollection(given),
  ];
  const random = randomNumbers(method.length);
  const pick = (below: number) => Math.floor(random() * below);
  const pages = generatedPages(Math.ceil(count / 5));
  const decisions: Record<string, number> = {};
  let last = { id: '', text: '' };
  for (let index = 0; index < count; index++) {
    if (index === 0 || pick(8) > 0) {
      const text = edited(pages[pick(pages.length)]!, pick(8), pick(500));
      last = { id: `page-${pick(count / 2)}`, text };
    }
    const { id, text } = last;
    const signature = sign({ kind: 'text', text }, recipe, dictionaries);
    const now = 10_000 + index * 10;
    const expiresAt = pick(10) === 0 ? now + 500 : null;
    const metadata = `{"n":${pick(3)}}`;
    const details = { signature, now, expiresAt, metadata, newClusterId: `cluster ${index}` };
    const kind = pick(20);
    const how = { duplicateIf: refusals[(pick(4) + 1) % 3]!, keeps: pick(3) === 0 };
    const operate = async (on: Store, collection: Collection) => {
      if (kind === 0) return on.delete({ collection, ids: [id], now });
      if (kind === 1) return on.add(addition(collection, id, details));
      const { keeps, ...asked } = how;
      const checked = checking(collection, id, {
        ...{ ...details, ...asked, rule, limit: 3, dryRun: kind === 2 },
        ...(kind === 3 ? { onDuplicate: 'store' } : keeps ? { onChange: 'keep' } : {}),
      });
      const outcome: CheckOutcome = await on.check(checked);
      // Only SQLite has clusters and counts families.
      return { ...outcome, cluster: null, family: null };
    };
    const expected = await operate(sqlite, theirs);
    expect(await operate(store, ours), `operation ${index} on ${id}`).toEqual(expected);
    const decision = 'decision' in expected ? expected.decision : 'other';
    decisions[decision] = (decisions[decision] ?? 0) + 1;
  }
  await sqlite.close();
  return decisions;
}

/** A page with another beginning, so more or less like itself. */
function edited(page: string, changes: number, seed: number): string {
  return changes < 3 ? page : `${String(seed).repeat(changes)}。${page.slice(changes * changes)}`;
}
