import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { extractors } from '../../src/extract/extractor-names.js';
import { writeInto } from '../cli/program.js';
import { english } from '../http/pages.js';
import { startService, temporaryDirectory } from './service.js';

const html = `<html><body><article><p>${english}</p></article></body></html>`;

it('documents of an earlier extractor stay, are compared with new pages, and are reported once', async () => {
  const directory = temporaryDirectory();
  const data = join(directory, 'pages.db');
  const first = await start('first.log');
  const { fingerprint } = (await first.service.post('/fingerprint', { html })).body;
  const stored = { id: 'old', fingerprint, extractor: 'html/0-readable' };
  expect((await first.service.post('/documents', stored)).status).toBe(201);
  expect((await first.service.post('/documents', { id: 'new', html })).status).toBe(201);
  expect(first.told()).toEqual([]);
  await first.service.stop('SIGTERM');

  const second = await start('second.log');
  await expect
    .poll(second.told)
    .toEqual([
      `texts of some stored documents were taken by html/0-readable; new ones are taken by ${extractors.join(', ')}`,
    ]);
  expect((await second.service.get('/documents/old')).body.extractor).toBe('html/0-readable');
  expect((await second.service.post('/check', stored)).body.decision).toBe('unchanged');
  const { body } = await second.service.post('/check', { id: 'another', html });
  expect(body.decision).toBe('duplicate');
  expect(extractors).toContain(body.extractor);
  expect(body.matches.map(({ id }: { id: string }) => id).sort()).toEqual(['new', 'old']);

  async function start(log: string) {
    const logFile = writeInto(directory, log, '');
    const service = await startService(data, { NEARDUP_LOG_LEVEL: 'info' }, logFile);
    const told = () =>
      readFileSync(logFile, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line): string => JSON.parse(line).msg)
        .filter((message) => message.includes('taken by'));
    return { service, told };
  }
});
