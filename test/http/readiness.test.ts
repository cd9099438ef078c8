import { expect, it } from 'vitest';
import { openTestApp } from './test-app.js';

it('GET /readyz reports the passed checks, or the failed one with its reason', async () => {
  const { get, detector } = await openTestApp();
  const checks = { store: 'ok', signing: 'ok' };
  expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready', checks } });
  await detector.close(); // a closed store fails its check; signing on this thread still works
  const failing = await get('/readyz');
  expect(failing).toMatchObject({ status: 503, body: { code: 'not_ready' } });
  expect(failing.headers['retry-after']).toBe('1');
  expect(failing.body.detail).toBe('Not ready: store: The store is closed');
  expect(failing.body.errors).toEqual([{ pointer: '/store', detail: 'The store is closed' }]);
});

it('GET /readyz names every check that fails', async () => {
  const { get, detector } = await openTestApp();
  detector.readiness = async () => ({ store: 'gone', signing: 'too much' });
  expect((await get('/readyz')).body.errors).toEqual([
    { pointer: '/store', detail: 'gone' },
    { pointer: '/signing', detail: 'too much' },
  ]);
});
