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
    await expect.poll(log).toContain('the keys from before stay valid');
    expect([await status(first), await status(second)]).toEqual([200, 401]);

    writeInto(directory, 'keys.json', JSON.stringify({ keys: [second.entry] }));
    service.process.kill('SIGHUP');
    await expect.poll(log).toContain('1 are valid from now on');
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    for (const { key } of [first, second]) expect(log()).not.toContain(key);
  });

  it('that is broken at the start ends the program', async () => {
    const keysFile = writeInto(temporaryDirectory(), 'keys.json', '{}');
    const { code, stderr } = await runNeardup(['serve', '--data', ':memory:'], {
      environment: { NEARDUP_KEYS_FILE: keysFile },
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/Cannot read NEARDUP_KEYS_FILE: .*"\/keys"/);
  });
});

it('`neardup key` refuses what the file would not take', async () => {
  const { code, stdout, stderr } = await runNeardup(['key', 'a', '--collection', 'A/B']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('must match');
});
