import { expect } from 'vitest';
import { generatedPages, randomNumbers } from '../../../../harness/pages.js';
import { completeRecipe, defaultRecipe, type Method } from '../../../../src/fingerprint/recipe.js';
import { sign } from '../../../../src/fingerprint/sign.js';
import { familyMax } from '../../../../src/matching/bounds.js';
import { levels } from '../../../../src/matching/match.js';
import { wordTrieBytes } from '../../../../src/package-facts.js';
import type { Collection } from '../../../../src/store/contract/collections.js';
import type { CheckOutcome } from '../../../../src/store/contract/documents.js';
import type { Store } from '../../../../src/store/contract/store.js';
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { loadDictionaries } from '../../../../src/text/dictionaries.js';
import { addition, checking, newCollection, rule } from '../../../../test/store/samples.js';
import { recipeFields } from '../../../batch/test/oracle.js';

const dictionaries = loadDictionaries(wordTrieBytes());

/**
 * Applies the same operations in order to a store and to SQLite. Every answer must be equal, including matches and
 * their order; only SQLite has clusters. A third of the pages share one template, so most of its bands have more
 * contents than are compared.
 */
export async function compareWithSqlite(store: Store, method: Method, count: number) {
  const sqlite = await openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 });
  const recipe = completeRecipe(recipeFields(method), defaultRecipe(dictionaries.checksums));
  const given = {
    ...newCollection(`same-${method}`),
    recipe,
    keepPerFamily: method === 'hybrid' ? 12 : null,
  };
  const [ours, theirs] = [
    await store.createCollection(given),
    await sqlite.createCollection(given),
  ];
  const random = randomNumbers(method.length);
  const pick = (below: number) => Math.floor(random() * below);
  const ownPages = generatedPages(Math.ceil(count / 5));
  const pages = [...ownPages, ...ownPages.slice(0, Math.ceil(count / 10)).map(byTemplate)];
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
    const how = { duplicateIf: levels[(pick(5) + 1) % 4]!, keeps: pick(3) === 0 };
    const operate = async (on: Store, collection: Collection) => {
      if (kind === 0) return on.delete({ collection, ids: [id], now });
      if (kind === 1) return on.add(addition(collection, id, details));
      const { keeps, ...asked } = how;
      const checked = checking(collection, id, {
        ...{ ...details, ...asked, rule, limit: 3, dryRun: kind === 2 },
        ...(kind === 3 ? { onDuplicate: 'store' } : {}),
        ...(kind === 4 ? { onDuplicate: 'replace' } : {}),
        ...(kind === 5 || kind === 6 ? { onCovered: 'replace' } : {}),
        ...(kind > 6 && keeps ? { onChange: 'keep' } : {}),
      });
      const outcome: CheckOutcome = await on.check(checked);
      return { ...outcome, cluster: null };
    };
    // A deleted content that is stored again is new, as in Cassandra.
    while (await sqlite.sweep({ now }));
    const expected = await operate(sqlite, theirs);
    expect(await operate(store, ours), `operation ${index} on ${id}`).toEqual(expected);
    const decision = 'decision' in expected ? expected.decision : 'other';
    decisions[decision] = (decisions[decision] ?? 0) + 1;
    if (!('decision' in expected)) continue;
    if (expected.family === familyMax) decisions.large = (decisions.large ?? 0) + 1;
    if (expected.reason !== null) decisions.full = (decisions.full ?? 0) + 1;
    if (expected.replaced.length > 0) decisions.replacing = (decisions.replacing ?? 0) + 1;
  }
  await sqlite.close();
  return decisions;
}

/** Returns a page with a changed beginning, more or less similar to the original. */
function edited(page: string, changes: number, seed: number): string {
  return changes < 3 ? page : `${String(seed).repeat(changes)}。${page.slice(changes * changes)}`;
}

/** Returns a page in which almost all words are from a template. */
function byTemplate(page: string, number: number): string {
  const offer = `Offer ${number} of our Bergen office costs ${100 + number} dollars. ${page.slice(50, 70)}。`;
  return template.slice(0, 400) + offer + template.slice(400);
}

const [template] = generatedPages(1) as [string];
