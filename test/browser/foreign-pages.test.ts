import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Service, startService } from '../end-to-end/service.js';
import { launchBrowser, openTab } from './browser.js';

/**
 * Foreign pages attack a service without keys, using everything a browser allows: from another origin, from another
 * port of the same host, and under a domain of their own that resolves to this host.
 */
const evilName = 'evil.example';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser([
    `--host-resolver-rules=MAP ${evilName} 127.0.0.1`,
    // Newer browsers ask the user before a page may access this machine. This is disabled, because others do not ask.
    '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
  ]);
});
afterAll(() => browser.close());

const kept = {
  id: 'kept',
  text: 'What was there before anybody came',
  metadata: { secret: 'of mine' },
};

async function startWithDocument(environment: Record<string, string> = {}): Promise<Service> {
  const service = await startService(':memory:', environment);
  expect(await service.post('/documents', kept)).toMatchObject({ status: 201 });
  return service;
}

/** Starts the attacker's server and returns its port. */
async function startEvil(): Promise<number> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Nothing to see here</title>');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

/** Runs in the page: tries all ways of writing and reading, and returns everything it could read. */
const attack = `async (service) => {
  const read = [];
  const attempt = async (what, act) => {
    try { read.push([what, await act()]); } catch { /* The browser let the page read nothing. */ }
  };
  const plain = { 'Content-Type': 'text/plain' };
  const body = 'A page that nobody here has sent to be stored';
  const later = new Promise((resolve) => setTimeout(resolve, 1500));
  const ended = (element, events) => Promise.race([later, ...events.map((name) =>
    new Promise((resolve) => element.addEventListener(name, resolve)))]);

  for (const id of ['simple', 'kept']) {
    await attempt('no-cors', () => fetch(service + '/documents?id=' + id,
      { method: 'POST', mode: 'no-cors', headers: plain, body }).then((reply) => reply.text()));
    await attempt('check', () => fetch(service + '/check?onDuplicate=store&id=' + id,
      { method: 'POST', mode: 'no-cors', headers: plain, body }).then((reply) => reply.text()));
    await attempt('beacon', async () => navigator.sendBeacon(service + '/documents?id=' + id, body) && '');
  }
  await attempt('json', () => fetch(service + '/documents', { method: 'POST',
    headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ id: 'json', text: body }),
  }).then((reply) => reply.text()));
  await attempt('delete', () => fetch(service + '/documents/kept', { method: 'DELETE' }).then((reply) => reply.text()));
  await attempt('delete all', () => fetch(service + '/collections/default?confirm=default',
    { method: 'DELETE' }).then((reply) => reply.text()));
  for (const path of ['/documents/kept', '/documents', '/collections', '/stats', '/metrics']) {
    await attempt(path, () => fetch(service + path).then((reply) => reply.text()));
    await attempt(path, () => fetch(service + path, { mode: 'no-cors' }).then((reply) => reply.text()));
  }
  await attempt('query', () => fetch(service + '/query', { method: 'POST', headers: plain, body })
    .then((reply) => reply.text()));
  await attempt('request', () => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.onload = () => resolve(request.responseText);
    request.onerror = reject;
    request.open('GET', service + '/documents/kept');
    request.send();
  }));

  const frame = document.createElement('iframe');
  frame.name = 'frame';
  document.body.append(frame);
  for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: service + '/documents?id=form', enctype, target: 'frame' });
    form.append(Object.assign(document.createElement('input'), { name: 'text', value: body }));
    document.body.append(form);
    form.submit();
    await ended(frame, ['load']);
    await attempt('form', async () => frame.contentDocument.body.innerText);
  }
  for (const name of ['img', 'script', 'iframe', 'embed']) {
    const element = document.createElement(name);
    element.src = service + '/documents/kept';
    document.body.append(element);
    await ended(element, ['load', 'error']);
    await attempt(name, async () => element.contentDocument.body.innerText);
  }
  const events = new EventSource(service + '/events');
  const opened = await Promise.race([later.then(() => false), new Promise((resolve) => {
    events.onopen = () => resolve(true);
    events.onerror = () => resolve(false);
  })]);
  events.close();
  if (opened) read.push(['events', 'opened']);
  return read.filter(([, text]) => text !== '');
}`;

interface Visit {
  /** Address of the attacker's page. */
  readonly at: string;
  /** Address used to call the service. */
  readonly service: string;
}

/** Returns the service's answers that the page at an address could read. */
async function visit({ at, service }: Visit): Promise<(readonly [what: string, text: string])[]> {
  const page = await openTab(browser);
  onTestFinished(() => page.context().close());
  // Simulates the answers of the attacker's server before its domain was rebound to this host.
  if (new URL(at).origin === new URL(service).origin) {
    const body = '<title>Nothing to see here</title>';
    await page.route(at, (route) => route.fulfill({ contentType: 'text/html', body }));
  }
  await page.goto(at);
  return page.evaluate(`(${attack})(${JSON.stringify(service)})`);
}

async function expectUntouched(service: Service): Promise<void> {
  const { body } = await service.get('/documents');
  expect(body.documents.map(({ id }: { id: string }) => id)).toEqual(['kept']);
  expect(body.documents[0]).toMatchObject({ revision: 1, seenCount: 1, metadata: kept.metadata });
  expect((await service.get('/stats')).body).toMatchObject({ documents: 1 });
}

it('a page of another origin writes nothing and reads nothing', async () => {
  const service = await startWithDocument();
  const evil = await startEvil();
  for (const at of [
    `http://${evilName}:${evil}/`,
    `http://127.0.0.1:${evil}/`,
    `http://localhost:${evil}/`,
  ]) {
    for (const name of ['127.0.0.1', 'localhost']) {
      const called = service.url.replace('127.0.0.1', name);
      expect([at, called, await visit({ at, service: called })]).toEqual([at, called, []]);
    }
  }
  await expectUntouched(service);
});

it('a page whose host name resolves to the service writes nothing and reads nothing', async () => {
  const service = await startWithDocument();
  const { port } = new URL(service.url);
  const rebound = `http://${evilName}:${port}`;
  const read = await visit({ at: `${rebound}/attack`, service: rebound });
  expect(read.length).toBeGreaterThan(0);
  for (const [what, text] of read) {
    expect([what, text]).toEqual([what, expect.stringContaining('foreign_request')]);
    expect(text).not.toContain('of mine');
  }
  await expectUntouched(service);
});

it('the same attack succeeds if it is allowed', async () => {
  const evil = await startEvil();
  const origin = `http://${evilName}:${evil}`;
  const listed = await startWithDocument({ NEARDUP_CORS_ORIGINS: origin });
  const read = new Map(await visit({ at: `${origin}/`, service: listed.url }));
  expect(read.get('json')).toContain('"created"');
  expect(await listed.get('/documents')).toMatchObject({ status: 404 });

  const named = await startWithDocument({ NEARDUP_ALLOWED_HOSTS: evilName });
  const rebound = named.url.replace('127.0.0.1', evilName);
  const own = await visit({ at: `${rebound}/attack`, service: rebound });
  expect(new Map(own).get('json')).toContain('"created"');
});

it('the pages of the service itself may do everything', async () => {
  const service = await startWithDocument();
  const { port } = new URL(service.url);
  for (const name of ['127.0.0.1', 'localhost', 'console.localhost']) {
    const page = await openTab(browser);
    onTestFinished(() => page.context().close());
    await page.goto(`http://${name}:${port}/docs/`);
    const status = await page.evaluate(`fetch('/documents', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: '${name}', text: 'A page of the service asks for this' }),
    }).then(({ status }) => status)`);
    expect([name, status]).toEqual([name, 201]);
  }
});
