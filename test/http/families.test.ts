import { expect, it } from 'vitest';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

const numbered = (number: number) => `${english} Reference number ${number}.`;

it('a check returns the size of the family, and a collection may limit it', async () => {
  const { app, post, send, get } = await openTestApp();
  const limited = await post('/collections', { name: 'limited', keepPerFamily: 2 });
  expect(limited).toMatchObject({ status: 201, body: { keepPerFamily: 2 } });
  const check = async (id: string, number: number, more = {}) => {
    const body = { id, text: numbered(number), collection: 'limited', ...more };
    return (await post('/check', body)).body;
  };
  expect(await check('a', 100)).toMatchObject({ decision: 'new', reason: null, family: 0 });
  for (let number = 101; number < 120; number++) await check(`${number}`, number);
  const full = { decision: 'similar', stored: false, reason: 'familyFull', id: 'z' };
  const keptOut = await check('z', 200, { onDuplicate: 'store' });
  expect(keptOut).toMatchObject({ ...full, similarTo: expect.any(String), replaced: [] });
  expect(keptOut.family).toBeGreaterThanOrEqual(2);
  expect(await check('z', 200, { dryRun: true })).toMatchObject(full);
  const { documents } = (await get('/stats?collection=limited')).body;
  expect(documents).toBeLessThan(10);

  const line = JSON.stringify({ id: 'y', text: numbered(201), collection: 'limited' });
  const bulk = await app.inject({
    ...{ method: 'POST', url: '/documents/bulk?mode=check', payload: `${line}\n` },
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(JSON.parse(bulk.body.split('\n')[0]!)).toMatchObject({ ...full, id: 'y' });
  const { body } = await send('PATCH', '/collections/limited', { keepPerFamily: null });
  expect(body).toMatchObject({ keepPerFamily: null });
  expect(await check('z', 200)).toMatchObject({ decision: 'similar', stored: true, reason: null });
  expect(await check('z', 200)).toMatchObject({ decision: 'unchanged', family: null });
});

it('the limit of a family is from 1 to 16', async () => {
  const { send } = await openTestApp();
  for (const keepPerFamily of [0, 17, 2.5, '3']) {
    expect((await send('PATCH', '/collections/default', { keepPerFamily })).status).toBe(422);
  }
});
