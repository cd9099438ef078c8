import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { description, type Operation, type Schema, schemaAt } from '../../openapi/conformance.js';
import { newKey } from '../../src/api/keys.js';
import { writeInto } from '../cli/program.js';
import { textOf, words } from '../http/texts.js';
import { isComplete, repetitions } from '../repetitions.js';
import { startHonestClients } from './attack.js';
import { type Service, startService, temporaryDirectory } from './service.js';

/*
 * Attacks every operation of openapi.json, or every fourth one if the run is not complete, with 64 concurrent requests over documents of maximum size, from clients that
 * disconnect after a second. The process has a heap of 512 MiB. Meanwhile an honest client with a separate key checks
 * pages, and a probe polls the health. New operations are attacked automatically through their examples. Nothing
 * depends on timing: only attackers' requests fail, the process survives, and its memory stays bounded.
 */
const atOnce = 64;
const leaveAfterMs = 1000;
const heapMiB = 512;
/** Covers the heaps of all threads, dictionaries, buffers and the database cache. */
const residentMaxMiB = 1536;
const fat = 'articles';
const documents = repetitions(1500, 500);
const longTexts = repetitions(20, 8);
const attacksMax = 100;

const idOf = (number: number) =>
  `https://host${number % 150}.example/${number}/${'path'.repeat(350)}`;
const longId = (number: number) => `long-${number}`;

interface Attack {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

it('no route that is attacked lets one client end the service or fail another', async () => {
  const directory = temporaryDirectory();
  const keyOf = (name: string) => newKey({ name, scopes: ['read', 'write', 'admin'] });
  const honest = keyOf('honest');
  // One key per attack, so that no attack waits for the remains of earlier ones.
  const attackers = Array.from({ length: attacksMax }, (_, number) => keyOf(`attacker-${number}`));
  const keys = [honest, ...attackers].map(({ entry }) => entry);
  const keysFile = writeInto(directory, 'keys.json', JSON.stringify({ keys }));
  const service = await startService(join(directory, 'fat.db'), {
    NEARDUP_KEYS_FILE: keysFile,
    NEARDUP_BACKUP_DIR: directory,
    NEARDUP_LOG_LEVEL: 'error',
    NODE_OPTIONS: `--max-old-space-size=${heapMiB}`,
  });
  const cluster = await fill(service, honest.key);
  const clients = startHonestClients(service, { key: honest.key });
  const probe = startProbe(service);
  await expect.poll(clients.answered).toBeGreaterThan(4);
  const allAttacks = attacksWith(cluster);
  expect(allAttacks.length).toBeGreaterThan(40);
  expect(allAttacks.length).toBeLessThanOrEqual(attacksMax);
  const attacks = isComplete ? allAttacks : allAttacks.filter((_, at) => at % 4 === 0);
  const faults: string[] = [];
  for (const [number, attack] of attacks.entries()) {
    const { key } = attackers[number]!;
    const [answered, probed] = [clients.answered(), probe.answered()];
    for (const status of await attackTogether(service, attack, key)) {
      if (status === 500 || status === 501) faults.push(`${attack.name}: ${status}`);
    }
    const { exitCode, signalCode } = service.process;
    expect([attack.name, exitCode, signalCode]).toEqual([attack.name, null, null]);
    await expect.poll(clients.answered, { message: attack.name }).toBeGreaterThan(answered + 4);
    await expect.poll(probe.answered, { message: attack.name }).toBeGreaterThan(probed);
    const others = [...clients.statuses.keys()].filter((each) => each !== 200 && each !== 201);
    expect([attack.name, ...others]).toEqual([attack.name]);
    expect([attack.name, ...probe.faults]).toEqual([attack.name]);
  }
  expect(faults).toEqual([]);
  // Work for disconnected clients stops.
  const metrics = async () => {
    const headers = { authorization: `Bearer ${honest.key}` };
    return (await fetch(`${service.url}/metrics`, { headers })).text();
  };
  await expect
    .poll(metrics, { interval: 500 })
    .toMatch(/neardup_store_queue_operations 0\n[\s\S]*neardup_signing_queue_tasks 0\n/);
  expect(peakMiB(service)).toBeLessThan(residentMaxMiB);
});

/** @returns the id of a cluster of thousands of members */
async function fill(service: Service, key: string): Promise<string> {
  const authorization = `Bearer ${key}`;
  const send = async (path: string, body: string, contentType = 'application/json') => {
    const headers = { authorization, 'content-type': contentType };
    const response = await fetch(service.url + path, { method: 'POST', headers, body });
    const text = await response.text();
    expect([path, response.status, text]).toEqual([
      path,
      response.status < 300 ? response.status : 'success',
      text,
    ]);
    return text;
  };
  const example = { name: fat, keepText: true, recipe: { parts: {} }, minContainment: 0.9 };
  await send('/collections', JSON.stringify(example));
  const page = textOf(words(120, 1));
  const metadata = { title: '茶'.repeat(5000) };
  for (let first = 0; first < documents; first += 250) {
    const lines = Array.from({ length: 250 }, (_, index) =>
      JSON.stringify({
        ...{ collection: fat, id: idOf(first + index), metadata, onDuplicate: 'store' },
        text: `${page} ${first + index}`,
      }),
    );
    const told = await send('/documents/bulk?mode=check', lines.join('\n'), 'application/x-ndjson');
    expect(told).not.toContain('"ok":false');
  }
  const common = textOf(words(15_000, 2));
  for (let number = 0; number < longTexts; number++) {
    const text = `${common} ${textOf(words(10_000, 10 + number))}`;
    await send('/documents', JSON.stringify({ collection: fat, id: longId(number), text }));
  }
  for (let number = 0; number < 300; number++) {
    const pair = { a: idOf(number), b: idOf(number + 1), label: 'same', collection: fat };
    await send('/labels', JSON.stringify(pair));
  }
  const response = await fetch(`${service.url}/clusters?collection=${fat}`, {
    headers: { authorization },
  });
  const { clusters } = (await response.json()) as { clusters: { id: string; size: number }[] };
  expect(clusters[0]!.size).toBeGreaterThan(documents / 2);
  return clusters[0]!.id;
}

/** Returns all operations, deletions last. If a document may be named instead of a text, includes both variants. */
function attacksWith(cluster: string): Attack[] {
  const attacks = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      bodiesOf(operation, path).map((body, variant) => ({
        name: `${method} ${path}${variant > 0 ? ' by id' : ''}`,
        method: method.toUpperCase(),
        path: pathOf(path, operation, cluster),
        ...body,
      })),
    ),
  );
  const rank = ({ method, path }: Attack) => {
    if (method === 'DELETE' || /\/delete$/.test(path)) return path.includes('confirm=') ? 3 : 2;
    return path.endsWith('/reindex') ? 1 : 0;
  };
  return attacks.sort((a, b) => rank(a) - rank(b));
}

function pathOf(path: string, { parameters = [] }: Operation, cluster: string): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, schema, ...parameter } of parameters) {
    const ids = path.startsWith('/clusters') ? cluster : idOf(7);
    const known: Record<string, string> = {
      ...{ collection: fat, name: fat, confirm: fat, id: ids, a: idOf(1), b: idOf(2) },
      ...{ limit: String(schema?.maximum ?? 1000), idPrefix: 'https://' },
    };
    const { example } = parameter as { readonly example?: unknown };
    // Query parameters that describe a page are refused with JSON bodies.
    const isOfPage = String((parameter as { description?: string }).description).includes(
      'only if the body is a page',
    );
    const value = known[name] ?? (example === undefined ? undefined : String(example));
    if (value === undefined || isOfPage) continue;
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    if (place === 'query' && (name !== 'id' || path !== '/decisions')) query.set(name, value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Returns an operation's example with maximum values: one body, or one with a text and one with an id. */
function bodiesOf(
  { requestBody }: Operation,
  path: string,
): Pick<Attack, 'body' | 'contentType'>[] {
  const [contentType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (contentType === undefined || content === undefined) return [{}];
  if (contentType !== 'application/json') {
    return [{ contentType, body: `${String(content.example).trim()}\n`.repeat(500) }];
  }
  const known = propertiesOf(content.schema);
  const example = content.example as Record<string, unknown>;
  const filled = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, enlarged(name, value)]),
  );
  if (path.startsWith('/clusters')) filled.id = idOf(8);
  const more: Record<string, unknown> = {};
  if ('collection' in known) more.collection = fat;
  // Maximum number of explained matches.
  const limitMax = 'explain' in known ? 50 : 1000;
  if ('limit' in known) more.limit = Math.min(limitMax, Number((known.limit as Schema).maximum));
  const bodies: object[] = [{ ...filled, ...more }];
  const { text: _, html: __, ...rest } = filled;
  if ('text' in known && 'id' in known && !('metadata' in known)) {
    bodies.push({ ...rest, ...more, id: longId(0) });
  }
  if (path === '/collections') bodies[0] = { ...example, name: 'another' };
  return bodies.map((body) => ({ contentType, body: JSON.stringify(body) }));
}

function propertiesOf(schema: Schema): Record<string, unknown> {
  const { $ref } = schema as { readonly $ref?: string };
  const resolved = $ref === undefined ? schema : schemaAt($ref);
  return (resolved.properties ?? {}) as Record<string, unknown>;
}

const longText = textOf(words(15_000, 2), words(5000, 5));

function enlarged(name: string, value: unknown): unknown {
  switch (name) {
    case 'text':
      return longText;
    case 'html':
      return `<html><body><article><p>${longText}</p></article></body></html>`;
    case 'ids':
      return Array.from({ length: 1000 }, (_, number) => idOf(number));
    case 'id':
      return idOf(3);
    case 'a':
      return typeof value === 'string' ? idOf(4) : { id: longId(1) };
    case 'b':
      return typeof value === 'string' ? idOf(5) : { text: longText };
    default:
      return value;
  }
}

/** Returns the statuses of replies received before the clients disconnected. */
async function attackTogether(service: Service, attack: Attack, key: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const { method, path, contentType, body } = attack;
  const headers = {
    authorization: `Bearer ${key}`,
    ...(contentType && { 'content-type': contentType }),
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
  };
  const statuses: number[] = [];
  const all = Array.from({ length: atOnce }, () => {
    const sending = request(service.url + path, { method, agent, headers });
    const ended = new Promise<void>((resolve) => {
      sending.on('response', (response) => {
        statuses.push(response.statusCode as number);
        response.resume().on('close', resolve);
      });
      sending.on('error', () => resolve());
    });
    sending.end(body);
    return { sending, ended };
  });
  const timer = setTimeout(() => {
    for (const { sending } of all) sending.destroy();
  }, leaveAfterMs);
  await Promise.all(all.map(({ ended }) => ended));
  clearTimeout(timer);
  agent.destroy();
  return statuses;
}

/** Polls the health, like an orchestrator. */
function startProbe({ url }: Service) {
  const faults: string[] = [];
  let answered = 0;
  let isStopped = false;
  const gone = (async () => {
    while (!isStopped) {
      const told = await fetch(`${url}/healthz`).then(
        ({ status }) => status,
        (error: unknown) => String(error),
      );
      if (told === 200) answered += 1;
      else if (!isStopped) faults.push(`healthz: ${told}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  onTestFinished(async () => {
    isStopped = true;
    await gone;
  });
  return { faults, answered: () => answered };
}

/** Peak resident memory so far; 0 if the system does not report it. */
function peakMiB({ process: { pid } }: Service): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)![1]) / 1024;
}
