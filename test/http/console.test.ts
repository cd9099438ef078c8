import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { adminKey, createKeyRing } from '../../src/api/keys.js';
import { openTestApp } from './test-app.js';

const files = {
  'index.html': '<!doctype html><script type="module" src="./assets/main-0a1b.js"></script>',
  'assets/main-0a1b.js': 'export {};',
  'assets/main-0a1b.css': 'main {}',
  'assets/icon-0a1b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

/** A small copy of the built console. */
function builtConsole(): string {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-console-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, 'assets'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(directory, name), content);
    writeFileSync(join(directory, `${name}.gz`), gzipSync(content));
  }
  return directory;
}

it('is served as static files with the right types', async () => {
  const { app } = await openTestApp({ consoleDirectory: builtConsole() });
  const types = {
    html: 'text/html',
    js: 'application/javascript',
    css: 'text/css',
    svg: 'image/svg+xml',
  };
  for (const [name, content] of Object.entries(files)) {
    const reply = await app.inject({ url: `/console/${name}` });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe(content);
    expect(reply.headers['content-type']).toContain(types[name.split('.')[1] as 'html']);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['cache-control']).toBe(
      name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
    const packed = await app.inject({
      url: `/console/${name}`,
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(packed.headers['content-type']).toBe(reply.headers['content-type']);
    expect(gunzipSync(packed.rawPayload).toString()).toBe(content);
  }
});

it('is at /console, whatever prefix a proxy adds', async () => {
  const { app } = await openTestApp({ consoleDirectory: builtConsole() });
  const from = await app.inject({ url: '/console' });
  expect([from.statusCode, from.headers.location]).toEqual([308, 'console/']);
  const page = await app.inject({ url: '/console/' });
  expect([page.statusCode, page.body]).toEqual([200, files['index.html']]);
});

it('may load only its own files, and call only the API of its origin', async () => {
  const { app } = await openTestApp({ consoleDirectory: builtConsole() });
  const { headers } = await app.inject({ url: '/console/' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
  expect(headers['strict-transport-security']).toBeUndefined();
});

it('needs no key, because nothing in it is secret', async () => {
  const keys = createKeyRing([adminKey('one')]);
  const { app, get } = await openTestApp({ consoleDirectory: builtConsole(), keys });
  expect((await get('/stats')).status).toBe(401);
  for (const url of ['/console', '/console/', '/console/assets/main-0a1b.js']) {
    expect((await app.inject({ url })).statusCode, url).toBeLessThan(400);
  }
});

it('answers like the API if a file is missing or the method is not allowed', async () => {
  const { app, get, send } = await openTestApp({ consoleDirectory: builtConsole() });
  const unknown = [
    '/console/none.js',
    '/console/index.html.gz',
    '/console/../package.json',
    '/console/%2e%2e/package.json',
    '/consoles',
  ];
  for (const url of unknown) {
    expect([url, (await get(url)).body.code]).toEqual([url, 'route_not_found']);
  }
  expect((await send('POST', '/console/')).body.code).toBe('method_not_allowed');
  expect(app.swagger().paths).not.toHaveProperty('/console/');
});

it('is absent if it was not built', async () => {
  const { get } = await openTestApp({ consoleDirectory: join(tmpdir(), 'no-such-folder') });
  expect((await get('/console/')).body.code).toBe('route_not_found');
});

it('is the target of /, which leads to the description of the API without a console', async () => {
  const keys = createKeyRing([adminKey('one')]);
  const consoleDirectory = builtConsole();
  for (const [options, front] of [
    [{ consoleDirectory }, 'console/'],
    [{}, 'docs/'],
    [{ consoleDirectory: join(tmpdir(), 'no-such-folder') }, 'docs/'],
  ] as const) {
    const { app } = await openTestApp({ ...options, keys });
    const { statusCode, headers } = await app.inject({ url: '/' });
    expect([statusCode, headers.location]).toEqual([302, front]);
    const there = await app.inject({ url: `/${front}` });
    expect([there.statusCode, there.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
    expect(app.swagger().paths).not.toHaveProperty('/');
  }
});
