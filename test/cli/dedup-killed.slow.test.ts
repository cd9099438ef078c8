import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { documents } from './dedup-samples.js';
import { ndjson, runNeardup, spawnNeardup, writeInto } from './program.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-dedup-'));
afterAll(() => rmSync(directory, { recursive: true }));

it('neardup dedup continues after kill -9 and writes the same files', async () => {
  const input = writeInto(directory, 'long.ndjson', ndjson(documents(12_000, 'hybrid')));
  const [whole, killed] = [join(directory, 'whole'), join(directory, 'killed')];
  const args = (out: string) => ['dedup', input, '--out', out, '--threads', '1', '--pairs'];
  const first = spawnNeardup(args(killed));
  const ended = new Promise((resolve) => first.on('close', (_, signal) => resolve(signal)));
  while (!existsSync(join(`${killed}.part`, 'checkpoint.json'))) await sleep(5);
  first.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  expect(existsSync(killed)).toBe(false);
  const { documents: done } = JSON.parse(
    readFileSync(join(`${killed}.part`, 'checkpoint.json'), 'utf8'),
  ) as { documents: number };
  expect(done).toBeGreaterThan(0);

  const other = await runNeardup(['dedup', input, '--out', killed, '--fields', 'id,text']);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('it was left by an interrupted run');

  expect((await runNeardup(args(killed))).code).toBe(0);
  expect((await runNeardup(args(whole))).code).toBe(0);
  expect(existsSync(`${killed}.part`)).toBe(false);
  expect(readdirSync(killed).sort()).toEqual(readdirSync(whole).sort());
  for (const name of readdirSync(whole)) {
    expect(readFileSync(join(killed, name)).equals(readFileSync(join(whole, name)))).toBe(true);
  }
});

it('neardup dedup --against continues after kill -9 in either half', async () => {
  const all = documents(9000, 'hybrid');
  const known = writeInto(directory, 'known.ndjson', ndjson(all.slice(0, 4000)));
  const input = writeInto(directory, 'today.ndjson', ndjson(all.slice(2000)));
  const [whole, killed] = [join(directory, 'against-whole'), join(directory, 'against-killed')];
  const args = (out: string) => [
    'dedup',
    input,
    '--out',
    out,
    '--threads',
    '1',
    '--against',
    known,
  ];
  const unfinished = (name: string) => existsSync(join(`${killed}.part`, name));

  for (const begun of ['against.db', 'checkpoint.json']) {
    const run = spawnNeardup(args(killed));
    const ended = new Promise((resolve) => run.on('close', (_, signal) => resolve(signal)));
    while (!unfinished(begun)) await sleep(5);
    if (begun === 'against.db') await sleep(300);
    run.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect(unfinished('against.done')).toBe(begun === 'checkpoint.json');
  }

  const other = await runNeardup([...args(killed).slice(0, -1), input]);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('it was left by an interrupted run');

  expect((await runNeardup(args(killed))).code).toBe(0);
  expect((await runNeardup(args(whole))).code).toBe(0);
  expect(existsSync(`${killed}.part`)).toBe(false);
  for (const name of readdirSync(whole)) {
    expect(readFileSync(join(killed, name)).equals(readFileSync(join(whole, name)))).toBe(true);
  }
});
