import { expect, it } from 'vitest';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

const htmlOf = (day: string, text = english) =>
  `<!doctype html><title>Open longer</title><nav><a href="/">Home</a></nav><aside>${day}</aside>
   <article><h1>Open longer</h1><p>${text}</p></article>`;

it('each match names the strictest level at which the page is a duplicate', async () => {
  const { post } = await openTestApp();
  await post('/documents', { id: 'a', html: htmlOf('7 May 2027') });
  const pages = [
    ['exact', htmlOf('7 May 2027').toUpperCase(), { nothing: true, lines: 0 }],
    ['page', htmlOf('7 May 2027', english.slice(0, english.indexOf(' Many readers'))), null],
    ['article', htmlOf('8 May 2027'), { nothing: false, words: 3, numbers: 2, lines: 1 }],
    ['similar', htmlOf('7 May 2027', english.replace('lamp', 'clock')), { lines: 1 }],
  ] as const;
  const levels = pages.map(([level]) => level);
  for (const [level, html, adds] of pages) {
    const { matches } = (await post('/query', { html })).body;
    expect(matches).toMatchObject([{ id: 'a', level, ...(adds && { adds }) }]);
    for (const duplicateIf of levels) {
      const { body } = await post('/check', { html, duplicateIf, dryRun: true });
      const isRefused = levels.indexOf(level) <= levels.indexOf(duplicateIf);
      expect([level, duplicateIf, body.decision]).toEqual([
        ...[level, duplicateIf],
        isRefused ? 'duplicate' : 'similar',
      ]);
    }
  }
});

it('an equal text with another title is a duplicate only as an article', async () => {
  const { post } = await openTestApp();
  await post('/check', { id: 'a', text: english, title: 'Library opens at night' });
  const other = { id: 'b', text: english, title: 'Readers get more time' };
  const { body } = await post('/check', { ...other, dryRun: true });
  expect(body).toMatchObject({ decision: 'similar', matches: [{ level: 'article' }] });
  const refused = await post('/check', { ...other, duplicateIf: 'article' });
  expect(refused.body).toMatchObject({ decision: 'duplicate', duplicateOf: 'a' });
});

it('a page under its own id is unchanged if it has the same words and lines', async () => {
  const { post, get } = await openTestApp();
  await post('/check', { id: 'a', html: htmlOf('7 May 2027') });
  const again = await post('/check', { id: 'a', html: htmlOf('7 May, 2027').toUpperCase() });
  expect(again.body).toMatchObject({ decision: 'unchanged', stored: false });
  const later = await post('/check', { id: 'a', html: htmlOf('8 May 2027') });
  expect(later.body).toMatchObject({
    decision: 'changed',
    previous: { distance: 0, similarity: 1, adds: { nothing: false, lines: 1 }, gone: 1 },
  });
  const shorter = await post('/check', { id: 'a', html: htmlOf('') });
  expect(shorter.body).toMatchObject({
    decision: 'changed',
    previous: { adds: { nothing: true, lines: 0 }, gone: 1 },
  });
  expect((await get('/documents/a')).body).toMatchObject({ lines: { main: 2, rest: 1 } });
});

it('the lines around a kept text are returned with it', async () => {
  const { post, get } = await openTestApp();
  await post('/collections', { name: 'kept', keepText: true });
  await post('/check', { id: 'a', html: htmlOf('7 May 2027'), collection: 'kept' });
  const { body } = await get('/documents/a?collection=kept&include=text');
  expect(body).toMatchObject({ rest: 'Home\n7 May 2027', lines: { main: 2, rest: 2 } });
  expect(body.text.split('\n')).toHaveLength(2);
});

it('a table with the same words in other columns is stored', async () => {
  const { post } = await openTestApp();
  const rowOf = (cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const page = (...cells: string[]) =>
    `<title>Ferry</title><main><h1>Ferry</h1><p>${english}</p><table>
     ${rowOf(['', 'Mon', 'Tue', 'Wed'])}${rowOf(['Harbour', ...cells])}</table></main>`;
  await post('/check', { id: 'a', html: page('10:00', '', '16:00') });
  const other = { id: 'b', html: page('', '10:00', '16:00') };
  expect((await post('/check', other)).body.decision).toBe('similar');
  const same = { id: 'c', html: page('10:00', '&nbsp;', '16:00') };
  expect((await post('/check', same)).body).toMatchObject({
    decision: 'duplicate',
    duplicateOf: 'a',
  });
});
