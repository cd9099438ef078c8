import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sample } from '../../src/http/route.js';
import { type DescribedOperation, operations } from './described-operations.js';
import { openTestApp } from './test-app.js';

/** Operations whose replies depend on the process, need a directory or never end. */
const withoutExample = new Set(['metrics', 'service', 'settings', 'backup', 'events']);

/**
 * The generator of openapi.json takes the examples of replies from openapi/replies.json. `-u` records them again. All
 * replies of tests are compared with their schemas.
 */
it('openapi/replies.json has the replies to the examples of requests', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-replies-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const { app, detector, send } = await openTestApp({}, undefined, directory);
  const replies: Record<string, unknown> = {};

  /** Sends the example of a request, with other values for some of its parameters or fields. */
  async function ask(operationId: string, parameters: Values = {}, fields?: Values) {
    const operation = operations.find((each) => each.operationId === operationId)!;
    const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const example = content?.example;
    const { statusCode, headers, body } = await app.inject({
      method: operation.method as 'GET',
      url: urlOf(operation, parameters),
      ...(type && { headers: { 'content-type': type } }),
      ...(type && {
        payload: (fields ? { ...(example as object), ...fields } : example) as string,
      }),
    });
    expect([operationId, statusCode < 300, body]).toEqual([operationId, true, body]);
    const isJson = String(headers['content-type']).startsWith('application/json');
    const reply = isJson ? JSON.parse(body) : body;
    if (body !== '') replies[`${operationId} ${statusCode}`] ??= reply;
    const states = () => detector.listJobs().map(({ state }) => state);
    await expect.poll(states).not.toContain('running');
    return reply;
  }

  async function askAll(operationIds: readonly string[], parameters?: Values): Promise<void> {
    for (const operationId of operationIds) await ask(operationId, parameters);
  }

  await send('PATCH', '/collections/default', { refusedPages: { days: 14, texts: true } });
  await ask('check');
  await ask('check', {}, { id: sample.second });
  await askAll(['listDecisions', 'stats', 'history', 'hosts', 'listSiteLines']);
  await askAll(['lookupDocuments', 'judgeDecision', 'countVerdicts']);
  await askAll([
    'addDocument',
    'addDocument',
    'bulk',
    'query',
    'compare',
    'fingerprint',
    'extract',
  ]);
  await askAll(['listDocuments', 'getDocument', 'confirmDocuments']);
  const { clusters } = await ask('listClusters');
  const id = clusters[0].id;
  await askAll(['getCluster', 'listClusterHosts', 'setRepresentative'], { id });
  await askAll(['border', 'labelPair', 'listLabels', 'recommendation', 'deleteLabel']);
  await askAll(['separateDocuments', 'listSeparations', 'deleteSeparation']);
  await askAll(['createCollection', 'getCollection', 'updateCollection', 'listCollections']);
  await send('POST', '/documents', {
    id: sample.first,
    text: sample.text,
    collection: sample.collection,
  });
  await askAll(['overlap', 'scanCollection', 'reindexCollection']);
  const { jobs } = await ask('listJobs');
  await askAll(['getJob', 'cancelJob'], { id: jobs[0].id });
  await ask('deleteDocument');
  await ask('check', {}, { id: sample.second });
  const { decisions } = await ask('listDecisions');
  await askAll(['storeRefusedPage', 'removeRefusedPage'], { number: decisions[0].number });
  await askAll(['health', 'ready', 'deleteDocuments']);

  const withReply = operations.filter(({ responses }) => responses['204'] === undefined);
  const expected = withReply.map(({ operationId }) => operationId).sort();
  const answered = Object.keys(replies).map((key) => key.replace(/ .*/, ''));
  expect([...new Set([...answered, ...withoutExample])].sort()).toEqual(expected);
  await expect(`${JSON.stringify(steady(replies), null, 2)}\n`).toMatchFileSnapshot(
    '../../openapi/replies.json',
  );
});

type Values = Readonly<Record<string, unknown>>;

/** Replaces what differs from run to run: generated ids, durations and milliseconds. */
function steady(replies: object): object {
  const ids: string[] = [];
  const text = JSON.stringify(replies)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `019b76da-a800-7000-8000-00000000000${ids.indexOf(id) + 1}`;
    })
    .replaceAll(/\.\d{3}Z/g, '.000Z')
    .replaceAll(/(tookMs\\?":)[\d.]+/g, '$14.2')
    .replaceAll(/("documentsPerSecond":)\d+/g, '$1300');
  return JSON.parse(text);
}

function urlOf({ path, parameters = [] }: DescribedOperation, other: Values): string {
  const query = new URLSearchParams();
  let url = path;
  for (const { name, in: place, example } of parameters) {
    const value = other[name] ?? example;
    if (value === undefined) continue;
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (place === 'query') query.set(name, String(value));
  }
  return query.size > 0 ? `${url}?${query}` : url;
}
