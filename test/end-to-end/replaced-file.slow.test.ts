import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService, temporaryDirectory } from './service.js';

const text = 'a lighthouse stands on the cliff above the harbour';

it.each([
  ['replaced', (file: string, other: string) => renameSync(other, file)],
  ['removed', (file: string) => rmSync(file)],
  [
    'moved with its log',
    (file: string, other: string) => {
      renameSync(file, `${other}.moved`);
      renameSync(`${file}-wal`, `${other}.moved-wal`);
    },
  ],
  ['left without its log', (file: string) => rmSync(`${file}-wal`)],
])(
  'a service whose file is %s ends with a code, soon and also when nobody asks',
  async (_, act) => {
    const directory = temporaryDirectory();
    const [file, other] = [join(directory, 'pages.db'), join(directory, 'other.db')];
    const earlier = await startService(other);
    await earlier.post('/documents', { id: 'theirs', text });
    await earlier.stop('SIGTERM');
    const logFile = join(directory, 'log');
    const service = await startService(file, { NEARDUP_LOG_LEVEL: 'fatal' }, logFile);
    await service.post('/documents', { id: 'ours', text });

    const exited = once(service.process, 'close');
    act(file, other);
    expect(await exited).toEqual([1, null]);
    expect(readFileSync(logFile, 'utf8')).toContain('was replaced or removed while');
  },
);

it('a service on a new file neither replays the log of the old file nor loses its own', async () => {
  const directory = temporaryDirectory();
  const [file, other] = [join(directory, 'pages.db'), join(directory, 'other.db')];
  const earlier = await startService(other);
  await earlier.post('/documents', { id: 'theirs', text });
  await earlier.stop('SIGTERM');
  const service = await startService(file);
  await service.post('/documents', { id: 'ours', text });
  const exited = once(service.process, 'close');
  renameSync(other, file);
  await exited;

  expect(existsSync(`${file}-wal`)).toBe(true);
  await expect(startService(file)).rejects.toThrow('ended with code 1');
  renameSync(`${file}-wal`, join(directory, 'kept-wal'));
  const next = await startService(file);
  expect((await next.get('/documents/theirs')).status).toBe(200);
  expect((await next.get('/documents/ours')).status).toBe(404);
});
