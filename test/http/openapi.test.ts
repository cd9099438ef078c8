import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { description } from '../../openapi/conformance.js';
import { docsWords } from '../../src/http/docs-words.js';
import { readDescription } from '../../src/package-facts.js';
import { abridged, settled } from '../docs/abridged.js';
import { blocksOf } from '../docs/markdown.js';
import { createModelStore } from '../model/model-store.js';
import { operations } from './described-operations.js';
import { openTestApp } from './test-app.js';

const committed = readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8');

describe('openapi.json', () => {
  it('is generated from the current routes', () => {
    // Uses a separate process: schemas keep the names from the first app of a process.
    const check = ['--import', 'tsx', 'openapi/generate.ts', '--check'];
    const { status, stderr } = spawnSync(process.execPath, check, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('is served as it is in the package, and also below /docs', async () => {
    const { app, get } = await openTestApp({ readDescription });
    expect((await get('/openapi.json')).body).toEqual(JSON.parse(committed));
    for (const name of ['json', 'yaml']) {
      const reply = await app.inject({ url: `/docs/${name}` });
      expect(reply).toMatchObject({ statusCode: 302, headers: { location: '../openapi.json' } });
    }
  });

  it('describes only the operations of an engine that lacks some', async () => {
    const store = { ...createModelStore(), engine: 'cassandra', features: new Set<never>() };
    const { get } = await openTestApp({ readDescription }, store);
    const { paths } = (await get('/openapi.json')).body as unknown as typeof description;
    expect(paths).toHaveProperty('/check');
    expect(paths).not.toHaveProperty('/clusters');
    expect(description.paths).toHaveProperty('/clusters');
  });

  it('begins with five calls, each with a link to its operation', () => {
    const links = [...description.info.description.matchAll(/\[(\w+) (\S+)\]\(#\/(\w+)\/(\w+)\)/g)];
    expect(links).toHaveLength(5);
    for (const [, method, path, tag, operationId] of links) {
      const operation = description.paths[path!]?.[method!.toLowerCase()];
      expect(operation).toMatchObject({ operationId, tags: [tag] });
    }
  });

  it('is shown by /docs in Chinese, with the name of every operation and group', async () => {
    const { get } = await openTestApp({ readDescription });
    const { zh } = docsWords;
    expect(Object.keys(zh.summaries).sort()).toEqual(operations.map((o) => o.operationId).sort());
    const shown = (await get('/docs/zh.json')).body as unknown as typeof description;
    expect(shown.info.description).toContain(zh.fiveCalls);
    expect(shown.paths['/check']?.post).toMatchObject({
      summary: zh.summaries.check,
      description: expect.stringContaining(zh.descriptions.check!),
    });
    expect(Object.keys(zh.summaries)).toEqual(expect.arrayContaining(Object.keys(zh.descriptions)));
    expect(zh.calls.map(([, call]) => call)).toEqual(docsWords.en.calls.map(([, call]) => call));
  });

  it('is shown by /docs as OpenAPI 3.0, with links to all groups', async () => {
    const { get } = await openTestApp({ readDescription });
    const shown = (await get('/docs/en.json')).body as unknown as typeof description;
    expect(shown).toMatchObject({ openapi: '3.0.3' });
    const later: string[] = [];
    walk(shown, '#', (node, at) => {
      const isSchema = !/\/example/.test(at);
      if (isSchema && (Array.isArray(node.type) || node.type === 'null' || 'const' in node)) {
        later.push(at);
      }
    });
    expect(later).toEqual([]);
    for (const name of new Set(operations.flatMap(({ tags }) => tags))) {
      expect(shown.info.description).toContain(`[${name}](#/${name})`);
    }
  });

  it('has a reply beside each example of a request, which tests compare with the service', () => {
    const check = operations.find(({ operationId }) => operationId === 'check')!;
    const replies = check.responses as Record<string, { content: Record<string, object> }>;
    expect(replies[200]!.content['application/json']).toMatchObject({
      example: { decision: 'duplicate', stored: false },
    });
    expect(replies[201]!.content['application/json']).toMatchObject({
      example: { decision: 'new', stored: true },
    });
  });

  it('is shown by /docs without examples that a request must not have', async () => {
    const { get } = await openTestApp({ readDescription });
    const shown = JSON.stringify((await get('/docs/en.json')).body);
    expect(shown).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(shown).not.toMatch(/"in":"query","name":"metadata"[^{]*"content"/);
  });

  it('is shown by /docs with the form of problems once in each operation', async () => {
    const { get } = await openTestApp({ readDescription });
    const { paths } = (await get('/docs/en.json')).body as unknown as typeof description;
    for (const { method, path, responses } of operations) {
      const shown = paths[path]![method.toLowerCase()]!.responses;
      expect(Object.keys(shown)).toEqual(Object.keys(responses));
      const withProblem = Object.values(shown).filter((each) =>
        JSON.stringify(each).includes('schemas/Problem"'),
      );
      expect(withProblem, path).toHaveLength(1);
      const { content } = withProblem[0] as { content: Record<string, { example: object }> };
      expect(content['application/problem+json']!.example).toMatchObject({
        code: expect.stringMatching(/^[a-z_]+$/),
      });
    }
  });

  it('is shown by /docs with a copy to check, and the note on parameters of a page only once', async () => {
    const { get } = await openTestApp({ readDescription });
    const { paths } = (await get('/docs/en.json')).body as unknown as typeof description;
    expect(JSON.stringify(paths)).not.toContain('Allowed only if the body is a page');
    const { description: said, requestBody } = paths['/check']!.post as unknown as {
      description: string;
      requestBody: { content: Record<string, { examples: Record<string, { value: object }> }> };
    };
    expect(said).toContain(docsWords.en.ofPages);
    expect(said).toContain(docsWords.en.ofTrial);
    expect(said).toContain('Scope of a key: `write`.');
    const { first, copy } = requestBody.content['application/json']!.examples;
    const asked = operations.find(({ operationId }) => operationId === 'listDecisions')!;
    const id = asked.parameters?.find(({ name }) => name === 'id')?.example;
    expect(copy!.value).toEqual({ ...first!.value, id });
  });

  it.each(['en', 'zh'])(
    'is shown by /docs/%s.json with calls that give the replies beside them, the last of which removes all',
    async (language) => {
      const { app, get } = await openTestApp({ readDescription });
      const { info } = (await get(`/docs/${language}.json`)).body as unknown as typeof description;
      const blocks = blocksOf(info.description.replaceAll(/^ {3}/gm, ''));
      const commands = blocks.filter((block) => block.language === 'sh');
      expect(commands).toHaveLength(8);
      let number = '';
      for (const { code } of commands) {
        const printed = blocks[blocks.findIndex((block) => block.code === code) + 1];
        const [, url] = /localhost:8080(\S+?)'?(?:\s|$)/.exec(code)!;
        const body = /--json '(.*)'$/s.exec(code)?.[1];
        const method = /-X (\w+)/.exec(code)?.[1] ?? (body === undefined ? 'GET' : 'POST');
        const reply = await app.inject({
          method: method as 'GET',
          url: url!.replace('NUMBER', number),
          ...(body && { headers: { 'content-type': 'application/json' }, payload: body }),
        });
        if (printed?.language !== 'json') {
          expect([code, reply.body]).toEqual([code, '']);
          continue;
        }
        const shown = settled(JSON.parse(printed.code));
        expect([code, abridged(settled(reply.json()), shown)]).toEqual([code, shown]);
        number = String(reply.json().decisions?.[0]?.number ?? number);
      }
      const { collections } = (await get('/collections')).body as { collections: object[] };
      expect(collections).toMatchObject([{ name: 'default' }]);
    },
  );

  it('has no dangling reference', () => {
    const names = Object.keys(JSON.parse(committed).components.schemas);
    const references = [
      ...JSON.stringify(JSON.parse(committed)).matchAll(/"\$ref":"([^"]+)"/g),
    ].map((m) => m[1]);
    expect(new Set(references)).toEqual(
      new Set(names.map((name) => `#/components/schemas/${name}`)),
    );
  });

  it('describes every operation and its problems', () => {
    expect(operations.length).toBeGreaterThan(15);
    for (const { operationId, summary, description, responses } of operations) {
      expect(operationId).toMatch(/^[a-z]/);
      expect(summary.length).toBeGreaterThan(10);
      expect(description).not.toBe('');
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['500', '503']));
    }
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([...first, ...last]));
  });

  it('has parameters of pages without a default, which generated clients would send', () => {
    const ofPages = operations
      .filter(({ requestBody }) => requestBody?.content['text/html'] !== undefined)
      .flatMap(({ parameters = [] }) => parameters.filter((each) => each.in === 'query'));
    expect(ofPages.length).toBeGreaterThan(20);
    for (const { schema, content } of ofPages) {
      expect(schema ?? content!['application/json']!.schema).not.toHaveProperty('default');
    }
  });

  it('limits every list to 100 entries a page, unless the request asks for up to 1,000', () => {
    // A query lists matches, of which its reader wants few.
    const pages = operations.filter(
      ({ operationId, parameters = [] }) =>
        operationId !== 'query' && parameters.some(({ name }) => name === 'cursor'),
    );
    expect(pages.length).toBeGreaterThan(5);
    for (const { operationId, parameters = [] } of pages) {
      const limit = parameters.find(({ name }) => name === 'limit');
      expect([operationId, limit?.schema]).toMatchObject([
        operationId,
        { type: 'integer', default: 100, maximum: 1000 },
      ]);
    }
  });

  it('names every object, and types whole constants as integers', () => {
    const inline: string[] = [];
    walk(description, '#', (node, at) => {
      if (
        node.type === 'object' &&
        'properties' in node &&
        !/^#\/components\/schemas\/\w+$/.test(at)
      ) {
        inline.push(at);
      }
      if (Number.isInteger(node.const)) expect([at, node.type]).toEqual([at, 'integer']);
    });
    expect(inline).toEqual([]);
  });

  it('distinguishes the lines of a bulk answer by their kind', () => {
    expect(description.components.schemas.BulkLine).toMatchObject({
      oneOf: expect.arrayContaining([{ $ref: '#/components/schemas/BulkChecked' }]),
      discriminator: {
        propertyName: 'kind',
        mapping: { checked: '#/components/schemas/BulkChecked' },
      },
    });
  });

  it('has a working example of each operation', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'neardup-openapi-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const { app, detector } = await openTestApp({}, undefined, directory);
    const refused: string[] = [];
    const others = operations
      .map(({ operationId }) => operationId)
      .filter((id) => !first.includes(id) && !last.includes(id));
    for (const operationId of [...first, ...others, ...last]) {
      const operation = operations.find((each) => each.operationId === operationId)!;
      const content = Object.entries(operation.requestBody?.content ?? {})[0];
      const body = content?.[1].example;
      expect([operationId, body !== undefined]).toEqual([operationId, content !== undefined]);
      if (needsMore.has(operationId)) continue;
      const { statusCode, body: answer } = await app.inject({
        method: operation.method as 'GET',
        url: urlOf(operation),
        ...(content && { headers: { 'content-type': content[0] }, payload: body as string }),
      });
      if (statusCode >= 300 || answer.includes('"ok":false'))
        refused.push(`${operationId}: ${answer}`);
      const states = () => detector.listJobs().map(({ state }) => state);
      await expect.poll(states).not.toContain('running');
    }
    expect(refused).toEqual([]);
  });
});

/** Operations whose examples depend on each other, in an order that works on an empty service. */
const first = [
  ...['createCollection', 'listCollections', 'getCollection', 'updateCollection'],
  ...['check', 'addDocument', 'bulk', 'query', 'compare', 'overlap', 'fingerprint', 'extract'],
  ...['listDocuments', 'getDocument', 'lookupDocuments', 'confirmDocuments'],
  ...['listClusters', 'getCluster', 'listClusterHosts', 'setRepresentative'],
  ...['separateDocuments', 'listSeparations', 'deleteSeparation'],
  ...['labelPair', 'listLabels', 'deleteLabel', 'border', 'recommendation'],
  ...['scanCollection', 'listJobs', 'getJob', 'cancelJob', 'reindexCollection'],
];
const last = ['deleteDocument', 'deleteDocuments', 'deleteCollection'];

/** Operations that need data of an answer or a directory, or never end. */
const needsMore = new Set([
  ...[
    'getCluster',
    'listClusterHosts',
    'setRepresentative',
    'getJob',
    'cancelJob',
    'backup',
    'events',
  ],
  ...['storeRefusedPage', 'removeRefusedPage', 'judgeDecision'],
]);

/** URL with the examples of its parameters. */
function urlOf({ path, parameters = [] }: (typeof operations)[number]): string {
  const query = new URLSearchParams();
  let url = path;
  for (const { name, in: place, example } of parameters) {
    if (example === undefined) continue;
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(example)));
    if (place === 'query') query.set(name, String(example));
  }
  return query.size > 0 ? `${url}?${query}` : url;
}

function walk(
  value: unknown,
  at: string,
  visit: (node: Record<string, unknown>, at: string) => void,
): void {
  if (typeof value !== 'object' || value === null) return;
  visit(value as Record<string, unknown>, at);
  for (const [key, part] of Object.entries(value)) walk(part, `${at}/${key}`, visit);
}
