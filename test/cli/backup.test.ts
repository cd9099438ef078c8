import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { startService, temporaryDirectory } from '../end-to-end/service.js';
import { ndjson, runNeardup } from './program.js';

const pages = [
  { id: 'a', text: 'The ferry to the northern islands leaves twice a day.' },
  { id: 'b', text: 'Bread is baked in the village every morning before six.' },
];

describe('neardup backup and neardup restore', () => {
  it('copy and restore the data of a running service', async () => {
    const directory = temporaryDirectory();
    const backups = join(directory, 'backups');
    mkdirSync(backups);
    const file = join(directory, 'pages.db');
    const service = await startService(file, { NEARDUP_BACKUP_DIR: backups });
    await service.post('/documents', pages[0]!);
    const made = await runNeardup(['backup', 'one.db', '--url', service.url]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^one\.db: [\d,]+ bytes\n$/);
    const named = await runNeardup(['backup', '--url', service.url]);
    expect(named.stdout).toMatch(/^neardup-\d{8}T\d{6}\.\d{3}Z\.db: /);
    await service.post('/documents', pages[1]!);

    const restore = ['restore', join(backups, 'one.db'), '--data', file];
    const refused = await runNeardup(restore);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/another process has it open; stop that one first/);
    expect((await service.get('/stats')).body).toMatchObject({ documents: 2 });

    await service.stop('SIGKILL');
    const restored = await runNeardup(restore);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toMatch(
      /pages\.db: 1 document restored; the previous database is now .*pages\.db\.replaced-\d{8}T\d{6}Z\n$/,
    );
    const again = await openLocalService(file);
    expect((await again.post('/check', pages[0]!)).body).toMatchObject({ decision: 'unchanged' });
    expect((await again.post('/check', pages[1]!)).body).toMatchObject({ decision: 'new' });
    const [former] = readdirSync(directory).filter((name) => name.includes('.replaced-'));
    const formerService = await openLocalService(join(directory, former!));
    expect((await formerService.get('/stats')).body).toMatchObject({ documents: 2 });
  });

  it('copy a file that no service has opened', async () => {
    const cwd = temporaryDirectory();
    await runNeardup(['import', '-', '--data', 'pages.db'], { cwd, input: ndjson(pages) });
    const missing = await runNeardup(['backup', 'copy.db', '--data', 'absent.db'], { cwd });
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('Cannot back up') });
    const unnamed = await runNeardup(['backup', '--data', 'pages.db'], { cwd });
    expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining('without the name') });
    const made = await runNeardup(['backup', 'copy.db', '--data', 'pages.db'], { cwd });
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^copy\.db: /) });
    const restored = await runNeardup(['restore', 'copy.db', '--data', 'next/pages.db'], { cwd });
    expect(restored.stdout).toBe('next/pages.db: 2 documents restored\n');
    const unfit = await runNeardup(['restore', 'absent', '--data', 'pages.db'], { cwd });
    expect(unfit).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the file does not exist'),
    });
    expect(readdirSync(cwd).sort()).toEqual(['copy.db', 'next', 'pages.db']);
  });
});
