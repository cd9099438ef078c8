import { expect, it } from 'vitest';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

it('a collection without title comparison treats an equal page with another title as a duplicate', async () => {
  const { post, send } = await openTestApp();
  const decision = async (id: string, title: string) =>
    (await post('/check', { id, text: english, title })).body.decision;
  expect(await decision('a', 'Library opens at night')).toBe('new');
  expect(await decision('b', 'Readers get more time')).toBe('similar');
  const { body } = await send('PATCH', '/collections/default', { compareTitles: false });
  expect(body).toMatchObject({ compareTitles: false });
  expect(await decision('c', 'Later hours for books')).toBe('duplicate');
  await send('PATCH', '/collections/default', { compareTitles: true });
  expect(await decision('d', 'Later hours for books')).toBe('similar');
});
