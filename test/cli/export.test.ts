import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { ndjson, runNeardup, writeInto } from './program.js';

const pages = [
  { id: '茶', text: '这家茶馆的绿茶每年春天从山里采来。', metadata: { lang: 'zh' } },
  { id: 'a', text: 'The ferry to the northern islands leaves twice a day.' },
];

describe('neardup export', () => {
  it('writes a header and the documents in the order of their ids', async () => {
    const directory = temporaryDirectory();
    await runNeardup(['import', '-', '--data', 'pages.db'], {
      cwd: directory,
      input: ndjson(pages),
    });
    const { code, stdout } = await runNeardup(['export', '--data', 'pages.db'], { cwd: directory });
    expect(code).toBe(0);
    const [header, ...documents] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(header).toMatchObject({ neardup: 'export', version: 3, collection: 'default' });
    expect(header.recipeId).toMatch(/^[0-9a-f]{16}$/);
    expect(header.recipe).toMatchObject({ version: 3, method: 'hybrid' });
    expect(documents.map(({ id }) => id)).toEqual(['a', '茶']);
    expect(documents[1]).toMatchObject({
      collection: 'default',
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      exactHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      metadata: { lang: 'zh' },
      revision: 1,
      seenCount: 1,
    });
  });

  it('writes lines that a service imports with the same ids, fingerprints and metadata', async () => {
    const directory = temporaryDirectory();
    const html =
      '<html><title>茶 Tea</title><body><article><p>铁观音和绿茶都很好喝。</p></article></body></html>';
    const input = ndjson([...pages, { id: '茶页', html }]);
    await runNeardup(['import', '-', '--data', 'pages.db'], { cwd: directory, input });
    const service = await openLocalService(join(directory, 'copy.db'));
    await service.post('/collections', { name: 'copy' });
    const first = await runNeardup(['export', '--data', 'pages.db', '--out', 'first.ndjson'], {
      cwd: directory,
    });
    expect(first).toEqual({ code: 0, stdout: '', stderr: '' });
    const to = ['--url', service.url, '--collection', 'copy'];
    const imported = await runNeardup(['import', 'first.ndjson', ...to], { cwd: directory });
    expect(imported.stdout).toMatch(/^3 documents .*: 3 created\n$/);
    await runNeardup(['export', ...to, '--out', 'second.ndjson'], { cwd: directory });
    const kept = (name: string) =>
      readFileSync(join(directory, name), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line))
        .map(({ id, fingerprint, metadata, extractor, page = null }) => ({
          ...{ id, fingerprint, metadata, extractor, title: page?.title },
        }));
    expect(kept('second.ndjson')).toEqual(kept('first.ndjson'));
    expect(kept('second.ndjson').at(-1)!.extractor).toMatch(/^html\//);
    expect(kept('second.ndjson').at(-1)!.title).toBe('茶 Tea');
    expect(kept('second.ndjson')).toHaveLength(3);
    const again = await service.post('/check', { ...pages[1], collection: 'copy' });
    expect(again.body).toMatchObject({ decision: 'changed', previous: { distance: 0 } });
    expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('writes lines that a collection with another recipe refuses', async () => {
    const directory = temporaryDirectory();
    await runNeardup(['import', '-', '--data', 'a.db'], { cwd: directory, input: ndjson(pages) });
    const { stdout } = await runNeardup(['export', '--data', 'a.db'], { cwd: directory });
    const service = await openLocalService(join(directory, 'b.db'));
    await service.post('/collections', { name: 'tf', recipe: { weighting: 'tf' } });
    const result = await runNeardup(['import', '-', '--url', service.url, '--collection', 'tf'], {
      input: stdout,
    });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/Cannot import into collection "tf": its recipe is "/);
    expect((await service.get('/stats')).body).toMatchObject({ documents: 0 });
  });

  it('reads the documents of a service page by page', async () => {
    const directory = temporaryDirectory();
    const documents = Array.from({ length: 2500 }, (_, index) => ({
      id: `document-${String(index).padStart(4, '0')}`,
      fingerprint: (index * 7919).toString(16).padStart(16, '0'),
    }));
    const file = writeInto(directory, 'many.ndjson', ndjson(documents));
    const service = await openLocalService(join(directory, 'many.db'));
    await runNeardup(['import', file, '--url', service.url]);
    const { stdout } = await runNeardup(['export', '--url', service.url]);
    const lines = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id, fingerprint }) => ({ id, fingerprint }))).toEqual(documents);
  });

  it('writes directly to an output that is a pipe', async () => {
    const directory = temporaryDirectory();
    const input = ndjson(pages);
    await runNeardup(['import', '-', '--data', 'pages.db'], { cwd: directory, input });
    const pipe = join(directory, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reading = readFile(pipe, 'utf8');
    const { code } = await runNeardup(['export', '--data', 'pages.db', '--out', 'pipe'], {
      cwd: directory,
    });
    expect(code).toBe(0);
    expect((await reading).trim().split('\n')).toHaveLength(3);
    expect(statSync(pipe).isFIFO()).toBe(true);
    expect(readdirSync(directory).sort()).toEqual(['pages.db', 'pipe']);
  });

  it('does not create a database that is missing', async () => {
    const directory = temporaryDirectory();
    const { code, stderr } = await runNeardup(['export', '--data', 'a.db'], { cwd: directory });
    expect(code).toBe(1);
    expect(stderr).toContain('Cannot export "a.db": there is no such file');
    expect(readdirSync(directory)).toEqual([]);
  });
});
