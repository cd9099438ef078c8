import { expect, it } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../src/api/keys.js';
import type { EmbeddedStore } from '../../src/store/contract/embedded-store.js';
import { createModelStore } from '../model/model-store.js';
import { openTestApp } from './test-app.js';

/** A store with 1,000 labels, which only a failing test reads to the end: each page holds one label and takes 5 ms. */
function endlessLabels() {
  const store = createModelStore();
  const pagesMax = 1000;
  let pages = 0;
  const endless: EmbeddedStore = {
    ...store,
    labels: async (_page, call) => {
      call?.signal?.throwIfAborted();
      pages += 1;
      if (pages > pagesMax) return [];
      await new Promise((resolve) => setTimeout(resolve, 5));
      return [{ a: 'a', b: 'b', label: 'same', createdAt: 1 }];
    },
  };
  return { store: endless, pages: () => pages };
}

const path = '/collections/default/labels/recommendation';

it('work of several steps ends when its key is removed', async () => {
  const { key, entry } = newKey({ name: 'reader', scopes: ['read'] });
  const keys = createKeyRing(parseKeyFile(JSON.stringify({ keys: [entry] })));
  const { store, pages } = endlessLabels();
  const { get } = await openTestApp({ keys }, store);
  const reply = get(path, { authorization: `Bearer ${key}` });
  keys.replace([]);
  // The key is lost before its first check, or during the work.
  expect((await reply).status).toBe(401);
  keys.replace(parseKeyFile(JSON.stringify({ keys: [entry] })));
  const begun = get(path, { authorization: `Bearer ${key}` });
  const before = pages();
  await expect.poll(pages).toBeGreaterThan(before);
  keys.replace([]);
  expect((await begun).status).toBe(401);
  const ended = pages();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(pages()).toBeLessThanOrEqual(ended + 1);
});

it('work of several steps ends when its last client has left', async () => {
  const { store, pages } = endlessLabels();
  const url = `${await (await openTestApp({}, store)).listening()}${path}`;
  const [one, other] = [new AbortController(), new AbortController()];
  const replies = [one, other].map(({ signal }) => fetch(url, { signal }).catch(() => 'left'));
  await expect.poll(pages).toBeGreaterThan(0);
  one.abort();
  const before = pages();
  await expect.poll(pages).toBeGreaterThan(before + 1);
  other.abort();
  expect(await Promise.all(replies)).toEqual(['left', 'left']);
  await expect
    .poll(async () => {
      const now = pages();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return pages() - now;
    })
    .toBe(0);
});

it.each([
  ['check', '/check'],
  ['add', '/documents'],
] as const)('%s is withdrawn from the store when its client has left', async (operation, path) => {
  const waiting: AbortSignal[] = [];
  const held = {
    ...createModelStore(),
    [operation]: (_document: unknown, { signal }: { readonly signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        waiting.push(signal);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  const url = `${await (await openTestApp({}, held)).listening()}${path}`;
  const client = new AbortController();
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'a', text: 'Tea is picked in March.' }),
  };
  const reply = fetch(url, { ...init, signal: client.signal }).catch(() => 'left');
  await expect.poll(() => waiting.length).toBe(1);
  expect(waiting[0]!.aborted).toBe(false);
  client.abort();
  expect(await reply).toBe('left');
  await expect.poll(() => waiting[0]!.aborted).toBe(true);
});
