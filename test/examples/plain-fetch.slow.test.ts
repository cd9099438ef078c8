import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import {
  createServer,
  type OutgoingHttpHeaders,
  type RequestListener,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { longExtraction, temporaryDirectory } from '../end-to-end/service.js';
import { english, englishMirror, unrelated } from '../http/pages.js';

const program = join(import.meta.dirname, '..', '..', 'examples', 'plain-fetch', 'check.mjs');
const pages: Record<string, string> = { '/a': english, '/b': englishMirror, '/c': unrelated };
const htmlOf = (path: string) => `<!doctype html><html><body><p>${pages[path]}</p></body></html>`;

let origin: string;
let urls: string[];

beforeEach(async () => {
  origin = await listen((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(htmlOf(request.url!));
  });
  urls = Object.keys(pages).map((path) => origin + path);
});

it('asks about each page, and prints what was decided', async () => {
  const archive = temporaryDirectory();
  const neardup = await openLocalService(join(temporaryDirectory(), 'pages.db'), longExtraction);
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...urls, urls[0]!], {
    env: environment(neardup.url, archive),
  });
  expect(stdout.replaceAll(origin, '')).toBe('/a new \n/b duplicate /a\n/c new \n/a unchanged \n');
  expectWritten(archive);
});

it('writes a page about which nothing can be decided, and goes on', async () => {
  const archive = temporaryDirectory();
  const neardup = await openLocalService(join(temporaryDirectory(), 'pages.db'), longExtraction);
  const site = await listen((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/picture' ? '<img src="tea.png">' : htmlOf(request.url!));
  });
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [program, `${site}/picture`, `${site}/a`],
    { env: environment(neardup.url, archive) },
  );
  expect(stdout.replaceAll(site, '')).toBe('/picture undecided \n/a new \n');
  expect(stderr).toContain('text_empty');
  expect(readdirSync(archive)).toHaveLength(2);
});

/*
 * A proxy observes every step of the crawler and kills it there: on a request that the service has not received, or
 * after the service has processed one without the crawler's knowledge. This covers all four points in the life of a
 * claim, for each page.
 */
describe('killed at any step and run again', () => {
  const steps = [1, 2, 3, 4, 5].flatMap((number) => [
    { number, when: 'before' as const },
    { number, when: 'after' as const },
  ]);

  it.each(steps)('writes each page once: request $number, killed $when it is done', async (at) => {
    const archive = temporaryDirectory();
    const neardup = await openLocalService(join(temporaryDirectory(), 'pages.db'), longExtraction);
    let seen = 0;
    let kill = () => {};
    const proxy = await listen(async (request, response) => {
      seen += 1;
      const isKilling = seen === at.number;
      if (isKilling && at.when === 'before') kill();
      else {
        const answer = await passOn(neardup.url, request);
        if (isKilling) kill();
        else response.writeHead(answer.status, answer.headers).end(answer.body);
      }
    });
    const crawler = spawn(process.execPath, [program, ...urls], {
      env: environment(proxy, archive),
      stdio: 'ignore',
    });
    kill = () => crawler.kill('SIGKILL');
    const [, signal] = await once(crawler, 'exit');
    expect(signal).toBe('SIGKILL');

    const { stdout } = await promisify(execFile)(process.execPath, [program, ...urls], {
      env: environment(neardup.url, archive),
    });
    expect(stdout).toContain(`${origin}/b duplicate ${origin}/a`);
    expectWritten(archive);
    const stats = await (await fetch(`${neardup.url}/stats`)).json();
    expect(stats).toMatchObject({ documents: 2, claims: 0 });
  });
});

const environment = (url: string, archive: string) => ({
  ...{ PATH: process.env.PATH, NEARDUP_URL: url, PAGES: archive },
});

function expectWritten(archive: string): void {
  const written = ['/a', '/c'].map((path) => ({
    name: `${createHash('sha256')
      .update(origin + path)
      .digest('hex')}.html`,
    html: htmlOf(path),
  }));
  const found = readdirSync(archive)
    .filter((name) => !name.endsWith('.part'))
    .map((name) => ({ name, html: readFileSync(join(archive, name), 'utf8') }));
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  expect(found.sort(byName)).toEqual(written.sort(byName));
}

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Forwards a request unchanged, and returns the whole answer. */
async function passOn(url: string, request: Parameters<RequestListener>[0]) {
  const { method, headers } = request;
  const sent = send(url + request.url, { ...(method && { method }), headers });
  request.pipe(sent);
  const [answer] = await once(sent, 'response');
  const body = Buffer.concat(await answer.toArray());
  return {
    status: answer.statusCode as number,
    headers: answer.headers as OutgoingHttpHeaders,
    body,
  };
}
