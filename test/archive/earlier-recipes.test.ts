import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openDetector } from '../../src/open-detector.js';
import { exported, given, imported, open } from '../cli/exporting.js';
import { runNeardup, writeInto } from '../cli/program.js';
import { temporaryDirectory } from '../end-to-end/service.js';

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => vi.restoreAllMocks());

/** Returns the lines in the form of an earlier recipe version, with different signatures. */
function earlierLines(lines: string): string {
  const [header, ...others] = lines.trim().split('\n');
  const { recipe, ...fields } = JSON.parse(header!);
  const { symbols, ...checksums } = recipe.checksums;
  const earlier = { ...fields, recipeId: 'earlier', recipe: { ...recipe, version: 2, checksums } };
  const changed = others.map((line) =>
    line.replaceAll(/("exactHash":")..../g, '$10000').replace(/("sketch":")[^"]+/, '$1AAAA'),
  );
  return `${[JSON.stringify(earlier), ...changed].join('\n')}\n`;
}

const pages = [
  { id: 'a', text: 'C++ costs -5 $ and C# nothing', collection: 'news' },
  { id: 'b', fingerprint: '0123456789abcdef', collection: 'news' },
];

it('an export of an earlier recipe version is imported, and its texts are signed again', async () => {
  const { detector, service } = await open();
  const { recipeId } = await detector.createCollection({ name: 'news', keepText: true });
  for (const page of pages) await detector.add(given(page));
  const lines = await exported(service, 'news');

  const copy = await open();
  expect(await imported(copy.service, earlierLines(lines))).toBe(0);
  expect(await copy.detector.getCollection('news')).toMatchObject({ recipeId, problem: null });
  const [a, b] = (await exported(copy.service, 'news')).split('\n').slice(1);
  const [sameA, sameB] = lines.split('\n').slice(1);
  expect(a).toBe(sameA);
  expect(b).toBe(sameB!.replace(/("exactHash":")..../, '$10000'));
});

it('an export of an earlier version can be checked with the recipe of this build', async () => {
  const { detector, service } = await open();
  for (const page of pages) await detector.add(given({ ...page, collection: 'default' }));
  const lines = earlierLines(await exported(service, 'default'));
  const copy = await open();
  expect(await imported(copy.service, lines, { mode: 'check' })).toBe(0);
  expect(await copy.detector.get('b', 'default')).toMatchObject({ id: 'b' });
});

const evening =
  'The museum of the harbour is open until nine in the evening from the first of May.';

it('settings and evidence of a version without lines are raised, and its texts prove again', async () => {
  const { detector, service } = await open();
  await detector.createCollection({ name: 'kept', keepText: true });
  await detector.add(given({ id: 'a', text: evening, collection: 'kept' }));
  const lines = await exported(service, 'kept');
  const copy = await open();
  expect(await imported(copy.service, withoutLines(lines))).toBe(0);
  expect(await exported(copy.service, 'kept')).toBe(lines);
});

it('documents without lines and without a text make other pages only similar, which the import says', async () => {
  const { detector, service } = await open();
  for (const page of [{ id: 'a', text: evening }, pages[1]!]) {
    await detector.add(given({ ...page, collection: 'default' }));
  }
  const lines = withoutLines(await exported(service, 'default'));
  const data = join(temporaryDirectory(), 'copy.db');
  const file = writeInto(temporaryDirectory(), 'earlier.ndjson', lines);
  const run = await runNeardup(['import', file, '--data', data]);
  expect(run.code).toBe(0);
  expect(run.stderr).toMatch(/^1 document of an earlier version came without a text: /m);
  const copy = await openDetector({ ...readConfig({}), dataFile: data });
  const checked = async (text: string) => {
    const { outcome } = await copy.check(given({ text, collection: 'default' }), { dryRun: true });
    return [outcome.decision, outcome.best?.level, outcome.best?.adds];
  };
  expect(await checked(evening.toUpperCase())).toEqual(['duplicate', 'exact', expect.anything()]);
  expect(await checked(`${evening}\n\n${evening}`)).toEqual(['similar', 'similar', null]);
  await copy.close();
});

/** Returns the lines in the form of a version whose evidence has no lines, and whose settings have other names. */
function withoutLines(lines: string): string {
  return lines
    .replace('"duplicateIf":"page"', '"duplicateIf":"addsNothing","compareTitles":true')
    .replaceAll(/"evidence":"[^"]+"/g, '"evidence":"Pw=="');
}

it('a file with a collection of an earlier version is refused on opening', async () => {
  const dataFile = join(temporaryDirectory(), 'earlier.db');
  const config = { ...readConfig({}), dataFile };
  const detector = await openDetector(config);
  await detector.createCollection({ name: 'news' });
  await detector.close();
  const db = new Database(dataFile);
  db.exec(`UPDATE collections SET recipe = json_set(recipe, '$.version', 2) WHERE name = 'news'`);
  db.close();
  await expect(openDetector(config)).rejects.toMatchObject({
    code: 'not_ready',
    message: expect.stringMatching(
      /collection "news" has version 2.*`neardup export` of the build/,
    ),
  });
});
