import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { patient, startService, temporaryDirectory } from '../end-to-end/service.js';
import { english, englishMirror, unrelated } from '../http/pages.js';

const program = join(import.meta.dirname, '..', '..', 'examples', 'plain-fetch', 'check.mjs');
const pages: Record<string, string> = { '/a': english, '/b': englishMirror, '/c': unrelated };

it('asks about each page, and prints what was decided', async () => {
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html><body><p>${pages[request.url as string]}</p></body></html>`);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => void site.close());
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const neardup = await startService(join(temporaryDirectory(), 'pages.db'), patient);
  const urls = Object.keys(pages).map((path) => origin + path);
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...urls, urls[0]!], {
    env: { PATH: process.env.PATH, NEARDUP_URL: neardup.url },
  });
  expect(stdout.replaceAll(origin, '')).toBe('/a new \n/b duplicate /a\n/c new \n/a unchanged \n');
});
