import { describe, expect, it } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../src/api/keys.js';
import { NeardupError } from '../../src/errors.js';
import { createMetrics } from '../../src/http/metrics.js';
import { noStatistics } from '../../src/store/rules/decision-counts.js';
import { readDocument, tableOf } from '../docs/markdown.js';
import { createModelStore } from '../model/model-store.js';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

/** Value of a series such as `name{label="value"}`; undefined if it is absent. */
function figure(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

type TestApp = Awaited<ReturnType<typeof openTestApp>>;
const scrape = async ({ app }: TestApp) => (await app.inject({ url: '/metrics' })).body;

describe('GET /metrics', () => {
  it('counts requests by route and status, and decisions', async () => {
    const opened = await openTestApp();
    const { post, get } = opened;
    await post('/check', { id: 'a', text: english });
    await post('/check', { id: 'a', text: english });
    await post('/check', { id: 'b', text: english });
    await post('/check', { nonsense: 1 });
    await get('/documents/a%20secret');
    await get('/no/such/path');
    const text = await scrape(opened);
    const requests = (method: string, route: string, status: number) =>
      figure(
        text,
        `neardup_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      );
    expect(requests('POST', '/check', 201)).toBe(1);
    expect(requests('POST', '/check', 200)).toBe(2);
    expect(requests('POST', '/check', 422)).toBe(1);
    expect(requests('GET', '/documents/:id', 404)).toBe(1);
    expect(requests('GET', 'none', 404)).toBe(1);
    const decided = (decision: string) =>
      figure(text, `neardup_decisions_total{decision="${decision}"}`);
    expect(['new', 'unchanged', 'duplicate', 'changed'].map(decided)).toEqual([1, 1, 1, 0]);
    expect(figure(text, 'neardup_documents')).toBe(1);
    expect(text).not.toMatch(/secret|default|such/);
  });

  it('counts the first error from 0, so that an alert sees it', async () => {
    const store = createModelStore();
    let isBroken = false;
    const stats: typeof store.stats = async (input) => {
      if (isBroken) throw new Error('a defect');
      return store.stats(input);
    };
    const opened = await openTestApp({}, { ...store, stats });
    const errors = async (status: number) =>
      figure(await scrape(opened), `neardup_http_errors_total{status="${status}"}`);
    for (const status of [429, 500, 503, 507]) expect(await errors(status)).toBe(0);
    await opened.get('/no/such/path');
    isBroken = true;
    expect((await opened.get('/stats')).status).toBe(500);
    isBroken = false;
    expect(await errors(500)).toBe(1);
    expect(await errors(507)).toBe(0);
  });

  it('is in the Prometheus format, and needs a key that is not bound to collections', async () => {
    const made = [
      newKey({ name: 'all', scopes: ['read'] }),
      newKey({ name: 'news', scopes: ['admin'], collections: ['news'] }),
    ];
    const keys = createKeyRing(
      parseKeyFile(JSON.stringify({ keys: made.map(({ entry }) => entry) })),
    );
    const { app } = await openTestApp({ keys });
    const [all, bound] = await Promise.all(
      made.map(({ key }) =>
        app.inject({
          url: '/metrics',
          headers: { authorization: `Bearer ${key}`, accept: 'text/plain' },
        }),
      ),
    );
    expect([all!.statusCode, bound!.statusCode]).toEqual([200, 403]);
    expect(all!.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect((await app.inject({ url: '/metrics' })).statusCode).toBe(401);
  });

  it('answers even if the store does not', async () => {
    const opened = await openTestApp();
    expect(figure(await scrape(opened), 'neardup_store_up')).toBe(1);
    opened.detector.stats = () => Promise.reject(new NeardupError('not_ready', 'gone'));
    const text = await scrape(opened);
    expect(figure(text, 'neardup_store_up')).toBe(0);
    expect(text).toContain('neardup_decisions_total');
  });

  it('has exactly the metrics that docs/monitoring.md lists', async () => {
    const text = await scrape(await openTestApp());
    const shown = [...text.matchAll(/^# HELP (neardup_\w+) (.*)$/gm)].map(([, name, help]) => [
      `\`${name}\``,
      help,
    ]);
    const listed = tableOf(readDocument('docs/monitoring.md'), 'metric').map(
      ([name, , , meaning]) => [name, meaning],
    );
    expect(listed.toSorted()).toEqual(shown.toSorted());
  });
});

it('metrics of two applications do not mix', async () => {
  const [one, other] = [await openTestApp(), await openTestApp()];
  await one.post('/check', { text: english });
  const series = 'neardup_decisions_total{decision="new"}';
  expect(figure(await scrape(one), series)).toBe(1);
  expect(figure(await scrape(other), series)).toBe(0);
});

type Told = Parameters<ReturnType<typeof createMetrics>['expose']>[0];
const noLoad = {
  ...{ storeQueue: 0, signingQueue: 0, pageQueue: 0 },
  ...{ lostSigningThreads: 0, lostPageThreads: 0 },
};

it('a store without files has no file sizes, and a failing one is down', async () => {
  const counts = { documents: 5, contents: 4, fingerprints: 4, claims: 0 };
  const stats = async () => ({ ...noStatistics(), ...counts, bytes: null, walBytes: null });
  const metrics = createMetrics('0');
  const text = await metrics.expose({ stats, load: () => noLoad });
  expect(text).toMatch(/^neardup_store_up 1$/m);
  expect(text).toMatch(/^neardup_documents 5$/m);
  expect(text).not.toMatch(/^neardup_(database|wal)_bytes /m);
  const failing = { stats: () => Promise.reject(new Error('no quorum')), load: () => noLoad };
  expect(await metrics.expose(failing)).toMatch(/^neardup_store_up 0$/m);
});

it('metrics include the statistics of groups of operations', async () => {
  const metrics = createMetrics('0');
  metrics.observer.groupDone({
    operations: 3,
    commitMs: 2,
    searches: [
      { probes: 12, candidates: 0 },
      { probes: 12, candidates: 7 },
    ],
    expired: 0,
    expiredClaims: 2,
  });
  metrics.observer.groupDone({
    operations: 1,
    commitMs: null,
    searches: [],
    expired: 32,
    expiredClaims: 3,
  });
  const sizes = { documents: 5, contents: 4, fingerprints: 3, claims: 6, bytes: 20, walBytes: 10 };
  const detector: Told = {
    stats: async () => ({ ...noStatistics(), ...sizes }),
    load: () => ({
      storeQueue: 9,
      signingQueue: 8,
      pageQueue: 7,
      lostSigningThreads: 1,
      lostPageThreads: 6,
    }),
  };
  await metrics.expose(detector); // a second call must not count the same statistics again
  const text = await metrics.expose(detector);
  const values = [
    'neardup_store_group_operations_sum',
    'neardup_store_group_operations_count',
    'neardup_store_commit_seconds_sum',
    'neardup_store_commit_seconds_count',
    'neardup_search_probes_sum',
    'neardup_search_candidates_count',
    'neardup_search_candidates_sum',
    'neardup_expired_documents_total',
    'neardup_store_queue_operations',
    'neardup_signing_queue_tasks',
    'neardup_page_queue_tasks',
    'neardup_worker_restarts_total{threads="signing"}',
    'neardup_worker_restarts_total{threads="pages"}',
    'neardup_documents',
    'neardup_contents',
    'neardup_fingerprints',
    'neardup_database_bytes',
    'neardup_wal_bytes',
  ].map((series) => figure(text, series));
  expect(values).toEqual([4, 2, 0.002, 1, 24, 2, 7, 32, 9, 8, 7, 1, 6, 5, 4, 3, 20, 10]);
});
