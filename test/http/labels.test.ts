import { describe, expect, it } from 'vitest';
import { openTestApp } from './test-app.js';
import { textOf, words } from './texts.js';

const base = words(300, 1);
/** A page with `count` different words at its end. */
const edited = (count: number) => textOf(base.slice(0, 300 - count), words(count, 100 + count));

async function open(recipe: object = {}) {
  const opened = await openTestApp();
  const collection = 'pages';
  await opened.post('/collections', { name: collection, recipe });
  await opened.post('/documents', { collection, id: 'base', text: textOf(base) });
  const ids = Array.from({ length: 30 }, (_, i) => `edit-${i}`);
  for (const [i, id] of ids.entries()) {
    await opened.post('/documents', { collection, id, text: edited(2 + 3 * i) });
  }
  return {
    ...opened,
    collection,
    label: (a: string, b: string, label: string, more: object = {}) =>
      opened.post('/labels', { collection, a, b, label, ...more }),
    labels: async () => (await opened.get(`/labels?collection=${collection}`)).body,
    border: async (limit = 10) =>
      (await opened.get(`/collections/${collection}/labels/next?limit=${limit}`)).body
        .pairs as Pair[],
    recommendation: async () =>
      (await opened.get(`/collections/${collection}/labels/recommendation`)).body,
  };
}

interface Pair {
  readonly a: string;
  readonly b: string;
  readonly similarity: number;
  readonly distance: number;
}

describe('labels', () => {
  it('are stored, listed, replaced and removed', async () => {
    const { label, labels, send } = await open();
    expect((await label('edit-1', 'base', 'same')).status).toBe(204);
    await label('base', 'edit-2', 'version');
    await label('base', 'edit-1', 'different');
    expect((await labels()).labels).toMatchObject([
      { a: 'base', b: 'edit-1', label: 'different', createdAt: expect.any(String) },
      { a: 'base', b: 'edit-2', label: 'version' },
    ]);
    const removed = '/labels?a=edit-1&b=base&collection=pages';
    expect((await send('DELETE', removed)).status).toBe(204);
    expect((await send('DELETE', removed)).body).toMatchObject({ code: 'label_not_found' });
    expect((await labels()).labels).toHaveLength(1);
  });

  it('are listed page by page', async () => {
    const { label, get } = await open();
    for (let i = 0; i < 5; i++) await label('base', `edit-${i}`, 'same');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { body } = await get(`/labels?collection=pages&limit=2${next}`);
      seen.push(...body.labels.map(({ b }: { b: string }) => b));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['edit-0', 'edit-1', 'edit-2', 'edit-3', 'edit-4']);
  });

  it('are refused for absent documents and contradictory fields', async () => {
    const { label, get } = await open();
    expect((await label('base', 'none', 'same')).body.code).toBe('document_not_found');
    expect((await label('base', 'base', 'same')).body.code).toBe('validation_failed');
    expect((await label('base', 'edit-1', 'near')).body.code).toBe('validation_failed');
    const separated = await label('base', 'edit-1', 'same', { separate: true });
    expect(separated.body).toMatchObject({ errors: [{ pointer: '/separate' }] });
    await label('base', 'edit-1', 'different', { separate: true });
    const { separations } = (await get('/separations?collection=pages')).body;
    expect(separations).toMatchObject([{ a: 'base', b: 'edit-1' }]);
  });

  it.each([{}, { method: 'simhash' }, { method: 'minhash' }])(
    'recommend a threshold from few answers: %o',
    async (recipe) => {
      const { label, border, recommendation } = await open(recipe);
      const isSimhash = 'method' in recipe && recipe.method === 'simhash';
      const truth = (pair: Pair) => (isSimhash ? pair.distance <= 4 : pair.similarity >= 0.72);
      expect(await recommendation()).toMatchObject({ recommended: null, ignored: 0 });
      let asked = 0;
      for (let round = 0; round < 6; round++) {
        for (const pair of await border(5)) {
          asked += 1;
          await label(pair.a, pair.b, truth(pair) ? 'same' : 'different');
        }
      }
      const found = await recommendation();
      const { same, different } = found.labels;
      expect(same + different).toBe(asked);
      const { threshold, interval } = found.recommended;
      expect(found.setting).toBe(isSimhash ? 'maxDistance' : 'minSimilarity');
      if (isSimhash) expect([3, 4, 5]).toContain(threshold);
      else expect(Math.abs(threshold - 0.72)).toBeLessThan(0.06);
      expect(interval.low).toBeLessThanOrEqual(threshold);
      expect(interval.high).toBeGreaterThanOrEqual(threshold);
    },
  );

  it('are requested once per pair, and for pairs near the threshold', async () => {
    const { label, border } = await open();
    const first = await border(100);
    expect(first.length).toBeGreaterThan(20);
    const keyOf = ({ a, b }: Pair) => `${a} ${b}`;
    expect(new Set(first.map(keyOf)).size).toBe(first.length);
    for (const { a, b } of first.slice(0, 10)) await label(a, b, 'same');
    const labelled = first.slice(0, 10).map(keyOf);
    for (const pair of await border(100)) expect(labelled).not.toContain(keyOf(pair));
  });
});
