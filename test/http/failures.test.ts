import { expect, it } from 'vitest';
import { NeardupError } from '../../src/errors.js';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

it('a full disk is answered with 507, and reads continue', async () => {
  const { detector, post, get } = await openTestApp();
  detector.check = async () => {
    throw new NeardupError('disk_full', 'The disk is full: nothing was written');
  };
  const refused = await post('/check', { text: english });
  expect(refused).toMatchObject({ status: 507, body: { code: 'disk_full' } });
  expect((await get('/stats')).status).toBe(200);
});

it('an unexpected error is answered with 500 and without details', async () => {
  const { detector, post } = await openTestApp();
  detector.check = async () => {
    throw new TypeError('secret of the inside');
  };
  const failed = await post('/check', { text: english });
  expect(failed).toMatchObject({ status: 500, body: { code: 'internal' } });
  expect(JSON.stringify(failed.body)).not.toContain('secret');
});
