import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runNeardup, writeInto } from '../cli/program.js';
import { startService, temporaryDirectory } from './service.js';

async function makeKey(...args: string[]): Promise<{ key: string; entry: object }> {
  const { code, stdout, stderr } = await runNeardup(['key', ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('a file of keys', () => {
  it('is read again on SIGHUP; one that is broken changes nothing', async () => {
    const directory = temporaryDirectory();
    const first = await makeKey('crawler', '--scope', 'write', '--collection', 'default');
    const second = await makeKey('dashboard', '--expires', '2099-01-31T00:00:00Z');
    const keysFile = writeInto(directory, 'keys.json', JSON.stringify({ keys: [first.entry] }));
    const logFile = writeInto(directory, 'log', '');
    const service = await startService(
      ':memory:',
      { NEARDUP_KEYS_FILE: keysFile, NEARDUP_LOG_LEVEL: 'info', NEARDUP_HOST: '0.0.0.0' },
      logFile,
    );
    const log = () => readFileSync(logFile, 'utf8');
    const status = async ({ key }: { key: string }) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`${service.url}/stats?collection=default`, { headers })).status;
    };
    expect([await status(first), await status(second)]).toEqual([200, 401]);

    writeInto(directory, 'keys.json', `{"keys": ["${second.key}"`);
    service.process.kill('SIGHUP');
    await expect.poll(log).toContain('the previous keys remain valid');
    expect([await status(first), await status(second)]).toEqual([200, 401]);

    writeInto(directory, 'keys.json', JSON.stringify({ keys: [second.entry] }));
    service.process.kill('SIGHUP');
    await expect.poll(log).toContain('1 are valid now');
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    for (const { key } of [first, second]) expect(log()).not.toContain(key);
  });

  it('ends the open streams of a key that is no longer in it', async () => {
    const directory = temporaryDirectory();
    const [first, second] = [await makeKey('first'), await makeKey('second')];
    const named = (...keys: { entry: object }[]) =>
      JSON.stringify({ keys: keys.map(({ entry }) => entry) });
    const keysFile = writeInto(directory, 'keys.json', named(first, second));
    const service = await startService(':memory:', { NEARDUP_KEYS_FILE: keysFile });
    const open = ({ key }: { key: string }) =>
      fetch(`${service.url}/events`, { headers: { authorization: `Bearer ${key}` } });
    const streams = await Promise.all([open(first), open(second)]);
    writeInto(directory, 'keys.json', named(second));
    service.process.kill('SIGHUP');
    expect(await streams[0]!.text()).toContain('{"reason":"unauthorized"}');
    const { value } = await streams[1]!.body!.getReader().read();
    expect(new TextDecoder().decode(value)).not.toContain('event: end');
  });

  it('may be given in the environment', async () => {
    const { key, entry } = await makeKey('crawler', '--scope', 'read', '--collection', 'default');
    const service = await startService(':memory:', {
      NEARDUP_KEYS: JSON.stringify({ keys: [entry] }),
    });
    const status = async (path: string, init: RequestInit = {}) =>
      (await fetch(service.url + path, { ...init, headers: { authorization: `Bearer ${key}` } }))
        .status;
    expect(await status('/stats?collection=default')).toBe(200);
    expect(await status('/stats')).toBe(403);
    expect(await status('/documents/a', { method: 'DELETE' })).toBe(403);
    expect((await fetch(`${service.url}/stats`)).status).toBe(401);
  });

  it('ends the program if it is broken at the start', async () => {
    const keysFile = writeInto(temporaryDirectory(), 'keys.json', '{}');
    const { code, stderr } = await runNeardup(['serve', '--data', ':memory:'], {
      environment: { NEARDUP_KEYS_FILE: keysFile },
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/Cannot read NEARDUP_KEYS_FILE: .*"\/keys"/);
  });
});

it('`neardup key` refuses an entry that the file would not accept', async () => {
  const { code, stdout, stderr } = await runNeardup(['key', 'a', '--collection', 'A/B']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('must be 1 to 64 of the characters');
});
