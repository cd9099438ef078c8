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
  expect(other.stderr).toContain('an interrupted run left it');

  expect((await runNeardup(args(killed))).code).toBe(0);
  expect((await runNeardup(args(whole))).code).toBe(0);
  expect(existsSync(`${killed}.part`)).toBe(false);
  expect(readdirSync(killed).sort()).toEqual(readdirSync(whole).sort());
  for (const name of readdirSync(whole)) {
    expect(readFileSync(join(killed, name)).equals(readFileSync(join(whole, name)))).toBe(true);
  }
}, 120_000);
