import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { runNeardup, writeInto } from './program.js';

it('creates, lists, changes and deletes collections in a service and in a file', async () => {
  const directory = temporaryDirectory();
  const data = join(directory, 'pages.db');
  const run = (...args: string[]) => runNeardup(['collection', ...args]);
  const inFile = ['--data', data];
  const made = await run('create', 'news', '--max-distance', '4', '--ttl-seconds', '60', ...inFile);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toMatchObject({
    ...{ name: 'news', maxDistance: 4, duplicateIf: 'page', ttlSeconds: 60 },
  });

  const service = await openLocalService(data);
  const atUrl = ['--url', service.url];
  const described = await runNeardup(['recipe', '--collection', 'news', ...atUrl]);
  expect(described.stdout).toBe(made.stdout);
  const simhash = writeInto(directory, 'simhash.json', '{"method":"simhash"}');
  const file = writeInto(directory, 'news.json', described.stdout);
  const ofPages = [
    '--recipe',
    simhash,
    '--keep-text',
    '--keep-per-family',
    '9',
    ...['--refused-pages', '14', '--refused-texts'],
  ];
  await run('create', 'pages', ...ofPages, ...atUrl);
  await run('create', 'copy', '--recipe', file, '--ttl-seconds', 'none', ...atUrl);
  expect((await service.get('/collections/copy')).body).toMatchObject({
    recipeId: JSON.parse(made.stdout).recipeId,
    ...{ maxDistance: 4, ttlSeconds: null },
  });
  for (const method of ['simhash', 'minhash']) {
    const recipe = writeInto(directory, 'method.json', JSON.stringify({ method }));
    const printed = await runNeardup(['recipe', '--new', '--recipe', recipe]);
    const whole = writeInto(directory, `${method}.json`, printed.stdout);
    const created = await run('create', method, '--recipe', whole, ...atUrl);
    expect(created.code).toBe(0);
    await run('delete', method, '--yes', ...atUrl);
  }
  await run('change', 'pages', '--duplicate-if', 'exact', '--no-keep-text', ...atUrl);
  const { stdout: listed } = await run('list', '--json', ...atUrl);
  const lines = listed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual((await service.get('/collections')).body.collections);
  expect(lines.map(({ name }) => name)).toEqual(['copy', 'default', 'news', 'pages']);
  expect(lines[3]).toMatchObject({
    duplicateIf: 'exact',
    keepText: false,
    keepPerFamily: 9,
    refusedPages: { days: 14, texts: true },
  });
  await service.close();

  await run('change', 'news', '--ttl-seconds', 'none', '--duplicate-if', 'article', ...inFile);
  await run('delete', 'copy', '--yes', ...inFile);
  const { stdout: table } = await run('list', ...inFile);
  const recipe = JSON.parse(made.stdout).recipeId;
  expect(table.trimEnd().split('\n').slice(1)).toEqual([
    `default  hybrid   ${recipe}  distance 3, similarity 0.6  page     no texts`,
    `news     hybrid   ${recipe}  distance 4, similarity 0.6  article  no texts`,
    expect.stringMatching(/^pages {4}simhash {2}\w{16} {2}distance 3 {18}exact {4}no texts$/),
  ]);
});

it('reports faults, and changes nothing', async () => {
  const directory = temporaryDirectory();
  const inFile = ['--data', join(directory, 'pages.db')];
  const run = (...args: string[]) => runNeardup(['collection', ...args, ...inFile]);
  expect(await run('list')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no such file'),
  });
  expect((await run('create', 'news')).code).toBe(0);
  for (const [code, message, ...args] of [
    [1, /already/, 'create', 'news'],
    [2, /must be 1 to 64 of the characters/, 'create', '../news'],
    [2, /a number from 0 to 1, or none/, 'create', 'more', '--min-containment', 'x'],
    [2, /Allowed choices are exact, page, article/, 'create', 'more', '--duplicate-if', 'some'],
    [2, /a whole number from 0 to 7/, 'change', 'news', '--max-distance', '9'],
    [2, /give at least one setting/, 'change', 'news'],
    [1, /No collection is named "none"/, 'delete', 'none', '--yes'],
    [2, /add --yes/, 'delete', 'news'],
  ] as const) {
    expect(await run(...args)).toMatchObject({ code, stderr: expect.stringMatching(message) });
  }
  for (const [content, message] of [
    ['{"minSimilarity":0.8}', '"minSimilarity" is not a field of a recipe; write {"recipe": {…}, '],
    ['{"recipe":null}', '"/recipe": '],
    [
      '{"recipe":{"method":"simhash"},"minSimilarity":0.8}',
      'has method "simhash", which does not use it',
    ],
    ['{"recipe":{},"minSimilarty":0.8}', 'did you mean "minSimilarity"?'],
    ['{"recipe":{},"recipeId":"0123456789abcdef"}', 'but "recipeId" is "0123456789abcdef"'],
  ] as const) {
    const file = writeInto(directory, 'bad.json', content);
    expect((await run('create', 'other', '--recipe', file)).stderr).toContain(message);
  }
  const { stdout } = await run('list', '--json');
  expect(stdout.split('\n')).toHaveLength(3);
});
