import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/package-facts.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { ndjson, runNeardup, spawnNeardup, writeInto } from './program.js';

describe('the neardup command', () => {
  it('prints its version', async () => {
    const { code, stdout } = await runNeardup(['--version']);
    expect([code, stdout]).toEqual([0, `${version}\n`]);
  });

  it.each([
    [],
    ['serve'],
    ['import'],
    ['export'],
    ['decisions'],
    ['seen'],
    ['backup'],
    ['restore'],
    ['reindex'],
    ['scan'],
    ['migrate-store'],
    ['fingerprint'],
    ['geometry'],
    ['recipe'],
    ['batch'],
    ['batch', 'pack'],
    ['key'],
    ['verify'],
    ['doctor'],
  ])('has help: %s --help', async (...words) => {
    const { code, stdout, stderr } = await runNeardup([...words, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(
      stdout.split('\n').find((line) => /^\w/.test(line) && !line.startsWith('Usage')),
    ).toMatch(/^[A-Z]/);
    expect(stdout).toContain(`Usage: neardup ${words.join(' ')}`.trim());
    expect(stdout).toContain('Examples:\n  neardup ');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('prints its help and fails without a command', async () => {
    const { code, stderr } = await runNeardup([]);
    expect(code).toBe(2);
    expect(stderr).toContain('Commands:');
  });

  it.each([
    [['improt'], /unknown command 'improt'[\s\S]*Did you mean import/],
    [['help', 'sen'], /unknown command 'sen'[\s\S]*Did you mean seen/],
    [['decisions', 'store', 'abc'], /run `neardup decisions store --help`/],
    [['check', '--help'], /no command "check": ask a running service with POST \/check/],
    [['import'], /missing required argument 'file'[\s\S]*neardup import --help/],
    [['export', '--colection', 'a'], /unknown option '--colection'[\s\S]*Did you mean/],
    [['import', 'a', '--mode', 'put'], /Allowed choices are add, check/],
    [['import', 'a', '--concurrency', '0'], /whole number from 1 to 9999/],
    [['import', 'a', '--fields', 'id,body'], /a document has no field "body"/],
    [['export', '--data', 'a', '--url', 'http://localhost'], /cannot be used with/],
    [['export', '--url', 'localhost:8080'], /must be a URL such as http:\/\/127\.0\.0\.1:8080/],
    [['scan', '--collection', 'Bad name'], /'Bad name' is invalid. It must be 1 to 64 of/],
    [['reindex', 'news'], /required option '--recipe <file>' not specified/],
    [['key', 'a', '--scope', 'all'], /Allowed choices are read, write, admin/],
    [['serve', '--port', 'abc'], /'--port <number>' argument 'abc' is invalid.*from 0 to 65535/],
    [['serve', '--host', '0.0.0.0'], /set NEARDUP_API_KEY/],
    [
      ['collection', 'create', 'a', '--ttl-seconds', '0'],
      /^neardup: "\/ttlSeconds": must be at least 1\n$/,
    ],
  ])('exits with 2 on wrong usage: %j', async (args, message) => {
    const { code, stdout, stderr } = await runNeardup(args, { cwd: temporaryDirectory() });
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([2, '']);
  });

  it.each([
    [['fingerprint', 'absent.txt'], 'absent.txt: there is no such file or directory'],
    [['recipe', '--new', '--recipe', '.'], 'Cannot use recipe file ".": it is a directory'],
    [
      ['batch', 'sign', '--recipe', 'absent'],
      'Cannot use recipe file "absent": there is no such file or directory',
    ],
    [['export', '--out', 'absent/x'], 'Cannot open "absent/x.part": there is no such file'],
  ])('explains why a file cannot be used: %j', async (args, message) => {
    const cwd = temporaryDirectory();
    const line = `${JSON.stringify({ id: 'a', text: 'one two' })}\n`;
    await runNeardup(['import', '-'], { cwd, input: line });
    const { code, stderr } = await runNeardup(args, { cwd });
    expect(stderr).toContain(`neardup: ${message}`);
    expect(code).toBe(1);
  });

  it('exits silently when its reader stops early', async () => {
    const directory = temporaryDirectory();
    const data = `${directory}/many.db`;
    const documents = Array.from({ length: 1000 }, (_, index) => ({
      id: `document-${index}`,
      fingerprint: index.toString(16).padStart(16, '0'),
      metadata: { note: 'x'.repeat(500) },
    }));
    const file = writeInto(directory, 'many.ndjson', ndjson(documents));
    expect((await runNeardup(['import', file, '--data', data])).code).toBe(0);

    const child = spawnNeardup(['export', '--data', data]);
    let stderr = '';
    child.stderr!.on('data', (chunk) => {
      stderr += chunk;
    });
    await once(child.stdout!, 'data');
    child.stdout!.destroy();
    const [code] = await once(child, 'close');
    expect([code, stderr]).toEqual([0, '']);
  });
});
