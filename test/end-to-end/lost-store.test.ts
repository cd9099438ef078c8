import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService, temporaryDirectory } from './service.js';

const ender = new URL('./end-store-thread.mjs', import.meta.url).pathname;

it('ends with a code and a sentence when the thread of its store is lost', async () => {
  const directory = temporaryDirectory();
  const dataFile = join(directory, 'pages.db');
  const logFile = join(directory, 'log');
  const service = await startService(
    dataFile,
    { NODE_OPTIONS: `--import ${ender}`, NEARDUP_LOG_LEVEL: 'fatal' },
    logFile,
  );
  const text = 'a lighthouse stands on the cliff above the harbour';
  expect((await service.post('/check', { id: 'a', text })).body.decision).toBe('new');

  const exited = once(service.process, 'close');
  service.process.kill('SIGWINCH');
  const answers = Array.from({ length: 20 }, (_, i) =>
    service.post('/check', { id: `b${i}`, text }).then(
      ({ status, body }) => `${status} ${body.code ?? body.decision}`,
      () => 'refused',
    ),
  );
  for (const answer of await Promise.all(answers)) {
    // Answers before, during and after the failure.
    expect(answer).toMatch(
      /^(200 duplicate|500 internal|503 not_ready|503 shutting_down|refused)$/,
    );
  }
  expect(await exited).toEqual([1, null]);
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'the store has failed, so the service ends with code 1: The store thread ended with code 1',
  ]);

  const again = await startService(dataFile);
  expect((await again.get('/documents/a')).status).toBe(200);
});
