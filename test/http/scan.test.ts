import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createModelStore } from '../model/model-store.js';
import { chinese, english, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

/** `english` without its last sentence. */
const withoutEnd = english.slice(0, english.indexOf('Many readers'));

type App = Awaited<ReturnType<typeof openTestApp>>;

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-scan-http-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

async function openScanApp(store = createModelStore()) {
  const app = await openTestApp({}, store, newDirectory());
  const pages = { a: english, b: withoutEnd, c: chinese, d: english, e: unrelated };
  for (const [id, text] of Object.entries(pages)) await app.post('/documents', { id, text });
  return app;
}

it('finds duplicates among documents added without checks', async () => {
  const app = await openScanApp();
  const started = await app.post('/collections/default/scan', { dryRun: true });
  expect(started).toMatchObject({ status: 202, body: { kind: 'scan', collection: 'default' } });
  expect(started.headers.location).toBe(`/jobs/${started.body.id}`);
  const told = await endOf(started.body.id, app);
  const counted = { documents: 5, duplicates: 2, similar: 0, deleted: 0, left: 0 };
  const { similarity, distance } = (await app.post('/compare', { a: { id: 'b' }, b: { id: 'a' } }))
    .body;
  const measured = { similarity, distance };
  expect(told.result).toEqual({
    ...{ ...counted, seated: 0, truncated: false },
    pairs: [
      { id: 'b', duplicateOf: 'a', similarTo: null, ...measured },
      { id: 'd', duplicateOf: 'a', similarTo: null, similarity: 1, distance: 0 },
    ],
  });
  expect((await app.get('/clusters')).body.clusters).toEqual([]);
  expect((await app.get('/jobs')).body.jobs[0].result.pairs).toBe(null);

  const done = await scanned(app, {});
  expect(done.result).toEqual({ ...counted, seated: 2, pairs: null, truncated: false });
  const { clusters } = (await app.get('/clusters')).body;
  expect(clusters).toMatchObject([{ size: 3, refused: 0, representative: 'a' }]);
  const { decisions } = (await app.get('/stats')).body;
  expect(Object.values(decisions ?? {}).every((count) => count === 0)).toBe(true);
  expect((await scanned(app, {})).result).toMatchObject({ seated: 0, deleted: 0 });
});

it('decides as checks do where texts are kept, and is stricter elsewhere', async () => {
  const sentences = english.split('. ');
  const variants = {
    a: english,
    'without a sentence in its middle': sentences.toSpliced(2, 1).join('. '),
    'sentences in another order': sentences.toReversed().join('. '),
    'another word': english.replace('longer', 'much longer'),
    'twice a sentence': [...sentences, sentences[1]].join('. '),
  };
  const decided = async (keepText: boolean) => {
    const app = await openScanApp();
    const settings = { keepText, siteLines: false };
    for (const name of ['added', 'checked']) await app.post('/collections', { name, ...settings });
    const checks: string[] = [];
    for (const [id, text] of Object.entries(variants)) {
      await app.post('/documents', { id, text, collection: 'added' });
      const { body } = await app.post('/check', { id, text, collection: 'checked' });
      if (body.decision === 'duplicate') checks.push(id);
    }
    const job = await app.post('/collections/added/scan', { dryRun: true });
    const { pairs } = (await endOf(job.body.id, app)).result;
    const found = pairs.filter((pair: { duplicateOf: string | null }) => pair.duplicateOf !== null);
    return { checks, scan: found.map((pair: { id: string }) => pair.id) };
  };
  const kept = await decided(true);
  expect(kept.checks.length).toBeGreaterThan(1);
  expect(kept.scan).toEqual(kept.checks);
  const unkept = await decided(false);
  expect(unkept.checks).toEqual(kept.checks);
  expect(unkept.scan.length).toBeLessThan(kept.scan.length);
});

it('deletes duplicates as if checks had refused them', async () => {
  const app = await openScanApp();
  const { result } = await scanned(app, { deleteDuplicates: true });
  expect(result).toMatchObject({ duplicates: 2, deleted: 2, seated: 0 });
  expect(await storedIds(app)).toEqual(['a', 'c', 'e']);
  expect((await app.get('/clusters')).body.clusters).toMatchObject([{ size: 1, refused: 2 }]);
});

const copies = {
  'http://a.example/': { date: '2026-11-01', score: 3 },
  'https://a.example/': { date: '2026-11-03', score: 'none' },
  'http://www.b.example/': { page: { views: 7 }, score: '12' },
};

for (const [keep, kept] of [
  ['first', 'http://a.example/'],
  ['last', 'http://www.b.example/'],
  ['longest', 'http://a.example/'],
  ['https', 'https://a.example/'],
  ['host:b.example', 'http://www.b.example/'],
  ['metadata.date', 'https://a.example/'],
  ['metadata.score', 'http://www.b.example/'],
  ['metadata.page.views', 'http://www.b.example/'],
] as const) {
  it(`leaves the copy that "keep": "${keep}" names`, async () => {
    const app = await openCopiesApp();
    const { parameters, result } = await scanned(app, { deleteDuplicates: true, keep });
    expect(parameters).toEqual({ deleteDuplicates: true, keep, dryRun: false });
    expect(result).toMatchObject({ deleted: 2 });
    expect(await storedIds(app)).toEqual([kept]);
  });
}

it('refuses a copy to keep that stored documents cannot name, and lists those that they can', async () => {
  const app = await openCopiesApp();
  const refused = async (options: object) => {
    const { status, body } = await app.post('/collections/default/scan', options);
    expect([status, body.code, body.errors[0].pointer]).toEqual([
      422,
      'validation_failed',
      '/keep',
    ]);
    return body.errors[0].detail;
  };
  const values =
    'first, last, longest, shortest, https, host:NAME, or a field, such as metadata.date';
  const latest = await refused({ deleteDuplicates: true, keep: 'latest' });
  expect(latest).toContain(`"latest": stored documents have no such field; give ${values}`);
  expect(latest).toContain('did you mean last?');
  expect(await refused({ deleteDuplicates: true, keep: 'host:' })).toContain('host:example.org');
  expect(await refused({ keep: 'last' })).toContain('requires `deleteDuplicates`');
  const unknown = await scanned(app, { deleteDuplicates: true, keep: 'metadata.page' });
  expect(unknown).toMatchObject({ state: 'failed', error: { code: 'validation_failed' } });
  expect(unknown.error.detail).toContain(`no document has a number or a time in this field`);
  expect(await storedIds(app)).toHaveLength(3);
});

it('runs alone in a collection, and ends when it is cancelled', async () => {
  const store = createModelStore();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const signatures: typeof store.signatures = async (...call) => {
    await held; // the job does not end before it is cancelled
    return store.signatures(...call);
  };
  const withBackpressure = { ...store.withBackpressure, signatures };
  const app = await openScanApp({ ...store, withBackpressure });
  const [first, second] = await Promise.all([
    app.post('/collections/default/scan', {}),
    app.post('/collections/default/scan', {}),
  ]);
  expect([first.status, second.status]).toEqual([202, 409]);
  expect(second.body).toMatchObject({ code: 'job_running' });
  expect(second.body.detail).toContain(`job "${first.body.id}" (scan) is in progress`);
  const cancelled = await app.send('DELETE', `/jobs/${first.body.id}`);
  expect(cancelled.status).toBe(202);
  goOn();
  expect(await endOf(first.body.id, app)).toMatchObject({ state: 'cancelled', error: null });
  const again = await app.send('DELETE', `/jobs/${first.body.id}`);
  expect(again).toMatchObject({ status: 202, body: { state: 'cancelled' } });
  expect((await app.send('DELETE', '/jobs/none')).status).toBe(404);
});

/** Stores three copies of a text. */
async function openCopiesApp() {
  const app = await openTestApp({}, undefined, newDirectory());
  for (const [id, metadata] of Object.entries(copies)) {
    await app.post('/documents', { id, text: english, metadata });
  }
  return app;
}

async function storedIds({ get }: App): Promise<string[]> {
  const { documents } = (await get('/documents')).body;
  return documents.map(({ id }: { id: string }) => id);
}

async function scanned(app: App, options: object) {
  return endOf((await app.post('/collections/default/scan', options)).body.id, app);
}

async function endOf(id: string, { get }: App) {
  for (;;) {
    const { body } = await get(`/jobs/${id}`);
    if (body.state !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
