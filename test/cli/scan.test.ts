import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { runNeardup, writeInto } from './program.js';

const ferry = 'The ferry to the northern islands leaves twice a day, in the morning and at noon.';
const lines = [
  { id: 'a', text: ferry },
  { id: 'b', text: '这家茶馆的绿茶每年春天从山里采来。' },
  { id: 'c', text: ferry },
];

it('finds duplicates in a service, and deletes them in a database file', async () => {
  const directory = temporaryDirectory();
  const data = join(directory, 'pages.db');
  const input = writeInto(
    directory,
    'pages.ndjson',
    lines.map((line) => JSON.stringify(line)).join('\n'),
  );
  const service = await openLocalService(data);
  const imported = await runNeardup(['import', input, '--url', service.url]);
  expect(imported.stderr).toContain(`neardup scan --collection default --url ${service.url}`);
  const inService = ['scan', '--collection', 'default', '--url', service.url];
  const told = await runNeardup([...inService, '--dry-run']);
  expect(told).toMatchObject({
    code: 0,
    stdout: '{"id":"c","duplicateOf":"a","similarTo":null,"similarity":1,"distance":0}\n',
  });
  expect(told.stderr).toContain('nothing was written');
  const done = await runNeardup(inService);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toContain(
    '3 documents compared: 1 duplicate, 0 similar; 1 added to clusters',
  );
  expect((await service.get('/clusters')).body.clusters).toMatchObject([{ size: 2 }]);
  const keeping = await runNeardup([...inService, '--delete-duplicates', '--keep', 'newest']);
  expect(keeping).toMatchObject({ code: 2, stderr: expect.stringContaining('shortest, https') });
  await service.close();

  const inFile = ['scan', '--delete-duplicates', '--data', data];
  const kept = await runNeardup([...inFile, '--keep', 'last', '--dry-run']);
  expect(kept.stdout).toContain('{"id":"a","duplicateOf":"c"');
  const field = await runNeardup([...inFile, '--keep', 'metadata.date']);
  expect(field).toMatchObject({ code: 1, stderr: expect.stringContaining('"metadata.date"') });
  for (const flags of [
    ['--delete-duplicates', '--keep', 'newest'],
    ['--keep', 'last'],
  ]) {
    const refused = await runNeardup(['scan', '--data', data, ...flags]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('keep') });
  }
  expect((await runNeardup(inFile)).stdout).toContain(
    '0 added to clusters, 1 deleted\nThere is nothing left to do.',
  );
  const { stdout } = await runNeardup(inFile);
  expect(stdout).toContain('2 documents compared: 0 duplicates, 0 similar');
  expect(stdout).toContain('There is nothing to do.');
  expect(await runNeardup(['scan', '--data', join(directory, 'none.db')])).toMatchObject({
    code: 1,
  });
  const unknown = ['scan', '--collection', 'none', '--data', data];
  expect((await runNeardup(unknown)).stderr).toContain('No collection is named "none"');
});
