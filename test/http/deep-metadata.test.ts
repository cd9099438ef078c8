import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { metadata } from '../../src/api/fields.js';
import { archiveDocument } from '../../src/archive/archive-line.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { runNeardup, writeInto } from '../cli/program.js';
import { openTestApp } from './test-app.js';

/** A JSON object of this depth, which alternates objects and lists. */
function nested(levels: number): string {
  let json = levels % 2 === 0 ? '[]' : '{}';
  for (let level = levels - 1; level > 0; level--) {
    json = level % 2 === 0 ? `[${json}]` : `{"a":${json}}`;
  }
  return json;
}

/** The deepest exceed the stack of V8 when written. */
const tooDeep = [65, 66, 1000, 4106, 4107, 7000];

it.each(tooDeep)('every route refuses metadata of %i levels', async (levels) => {
  const { post, app, count } = await openTestApp();
  const refused = { status: 422, body: { code: 'validation_failed' } };
  const body = `{"id":"a","text":"some words","metadata":${nested(levels)}}`;
  for (const path of ['/check', '/documents'])
    expect(await post(path, body)).toMatchObject(refused);
  const query = new URLSearchParams({ id: 'a', metadata: nested(Math.min(levels, 1500)) });
  const page = { 'content-type': 'text/plain' };
  for (const path of ['/check', '/documents']) {
    expect(await post(`${path}?${query}`, 'some words', page)).toMatchObject(refused);
  }
  for (const mode of ['add', 'check']) {
    const response = await app.inject({
      method: 'POST',
      url: `/documents/bulk?mode=${mode}`,
      headers: { 'content-type': 'application/x-ndjson' },
      payload: `${body}\n`,
    });
    const [line] = response.body.split('\n');
    expect(JSON.parse(line!)).toMatchObject({ ok: false, error: { code: 'validation_failed' } });
  }
  expect(await count()).toBe(0);
});

it('metadata of 64 levels is accepted, and returned', async () => {
  const { post, get } = await openTestApp();
  const sent = JSON.parse(nested(64));
  expect(await post('/documents', { id: 'a', text: 'some words', metadata: sent })).toMatchObject({
    status: 201,
  });
  expect((await get('/documents/a')).body.metadata).toEqual(sent);
});

it('deep JSON anywhere else is refused without a crash', async () => {
  const { post } = await openTestApp();
  for (const levels of [65, 4107, 50_000]) {
    for (const name of ['text', 'features', 'id', 'unknown', 'a']) {
      for (const path of ['/check', '/compare', '/documents/lookup', '/collections']) {
        const reply = await post(path, `{"${name}":${nested(levels)}}`);
        expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
      }
    }
  }
});

it('deep metadata in an export is refused', () => {
  const recipe = defaultRecipe({
    jieba: '0',
    opencc: '0',
    stopWordsZh: '0',
    stopWordsEn: '0',
  } as never);
  expect(() =>
    archiveDocument({ metadata: JSON.parse(nested(65)) }, { recipe, isEarlier: false }),
  ).toThrow(/"\/metadata": must not nest deeper than 64 levels/);
  expect(metadata.safeParse(JSON.parse(nested(64))).success).toBe(true);
});

it('an import continues after a line with deep metadata', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-deep-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const lines = [64, 65, 5000, 60_000].map(
    (levels) => `{"id":"${levels}","text":"of ${levels}","metadata":${nested(levels)}}\n`,
  );
  const file = writeInto(directory, 'lines.ndjson', lines.join(''));
  const { code, stdout, stderr } = await runNeardup(
    ['import', file, '--data', join(directory, 'pages.db')],
    {},
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(/^1 document .*3 failed/);
  expect(stderr).toContain('lines.ndjson:2: ');
});
