import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { runNeardup, writeInto } from './program.js';

const pages = [
  { id: 'a', text: 'The ferry to the northern islands leaves twice a day.' },
  { id: 'b', text: '这家茶馆的绿茶每年春天从山里采来。' },
];

describe('neardup reindex', () => {
  it('moves a collection in a service, and in a database file', async () => {
    const directory = temporaryDirectory();
    const data = join(directory, 'pages.db');
    const simhash = writeInto(directory, 'simhash.json', '{"method":"simhash"}');
    const minhash = writeInto(directory, 'minhash.json', '{"method":"minhash"}');
    const service = await openLocalService(data);
    await service.post('/collections', { name: 'news', keepText: true });
    for (const page of pages) await service.post('/documents', { ...page, collection: 'news' });

    const inService = ['reindex', 'news', '--recipe', simhash, '--url', service.url];
    const done = { code: 0, stdout: '2 documents reindexed\n', stderr: '' };
    expect(await runNeardup(inService)).toEqual(done);
    const { body } = await service.get('/collections/news');
    expect(body.recipe.method).toBe('simhash');
    await service.close();

    const inFile = ['reindex', 'news', '--recipe', minhash, '--data', data];
    expect(await runNeardup(inFile)).toEqual(done);
    const { stdout } = await runNeardup(['export', '--collection', 'news', '--data', data]);
    const [header, ...documents] = stdout.trim().split('\n');
    expect(JSON.parse(header!).recipe.method).toBe('minhash');
    expect(documents.map((line) => JSON.parse(line).id)).toEqual(['a', 'b']);
  });

  it('reports why it cannot move a collection', async () => {
    const directory = temporaryDirectory();
    const recipe = writeInto(directory, 'recipe.json', '{"method":"simhash"}');
    const unknown = writeInto(directory, 'unknown.json', '{"method":"simhush"}');
    const service = await openLocalService(join(directory, 'pages.db'));
    await service.post('/collections', { name: 'news', keepText: true });
    const features = [{ term: 'a', weight: 1 }];
    await service.post('/documents', { id: 'a', features, collection: 'news' });
    for (const [collection, file, message] of [
      ['default', recipe, /texts are not kept/],
      ['news', recipe, /documents without a kept text/],
      ['absent', recipe, /No collection is named "absent"/],
    ] as const) {
      const command = ['reindex', collection, '--recipe', file, '--url', service.url];
      const { code, stdout, stderr } = await runNeardup(command);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(message);
    }
    const refused = await runNeardup([
      'reindex',
      'news',
      '--recipe',
      unknown,
      '--url',
      service.url,
    ]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('"/recipe/method"');
  });
});
