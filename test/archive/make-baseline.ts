/**
 * Makes the exports in `baseline/COMMIT/`, which every later version must import: `npm run build && npx tsx
 * test/archive/make-baseline.ts`
 *
 * A built service stores small collections of all kinds; then `neardup export` writes each of them. `expected.json` has
 * the time and the decisions of that build on probes. Run it at a new commit to keep the exports of its version, and
 * never again at an earlier one: an export that no longer imports is the fault of the later version.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runService, stopService } from '../../harness/running-service.js';
import { compiledFile } from '../../src/package-facts.js';

const english = `The city library keeps its doors open longer from this week on: until ten in the evening from
Monday to Friday and until eight on weekends. The new reading room on the third floor has one hundred and
twenty seats, each with a socket and a lamp. Readers reserve a seat by phone.`;
const bread = `Bread needs only flour, water, salt and time. Mix the dough in the evening, let it rest in a cool
place overnight, fold it twice in the morning and bake it in a hot pot with its lid closed.`;
const chinese =
  '市图书馆从本周起延长开放时间，周一至周五开放到晚上十点，周末开放到晚上八点。三楼新设的阅览室有一百二十个座位，每个座位都配有插座和台灯，读者可以通过电话预约。';
const ferry =
  'The ferry to the northern islands leaves twice a day in summer and once a day in winter, always from the old harbour.';
const market =
  'The market on the square by the river is open on Tuesdays and Fridays from seven in the morning. Farmers of the region sell fruit, cheese and flowers.';

/** Recipe and settings of each collection: all methods, with texts and without. */
const collections = {
  hybrid: { duplicateIf: 'similar' },
  'hybrid-texts': { keepText: true, keepRefused: 50 },
  simhash: { recipe: { method: 'simhash' }, maxDistance: 3, duplicateIf: 'exact' },
  'simhash-texts': { recipe: { method: 'simhash' }, keepText: true },
  minhash: { recipe: { method: 'minhash' }, minSimilarity: 0.7, ttlSeconds: 31_536_000 },
  'minhash-texts': { recipe: { method: 'minhash' }, keepText: true, compareTitles: false },
  parts: { recipe: { parts: {} }, minContainment: 0.8 },
  'parts-texts': { recipe: { parts: {} }, keepText: true, minContainment: 0.8 },
};

const tenYears = 315_360_000;
/** Documents checked in each collection, in this order. */
const documents = [
  {
    id: 'https://example.org/library',
    text: english,
    metadata: { lang: 'en', nested: { a: [1] } },
  },
  { id: 'https://example.org/library?copy=1', text: english },
  { id: 'https://example.org/library/edited', text: `${english} Many readers were pleased.` },
  { id: 'https://example.org/bread', text: bread, ttlSeconds: tenYears },
  { id: 'https://example.org/图书馆', text: chinese, metadata: { lang: 'zh' } },
  { id: 'https://example.org/图书馆/转载', text: `转载：${chinese}` },
  { id: 'https://example.org/short', text: 'ferry' },
  {
    id: 'https://example.org/market',
    html: `<!doctype html><html lang="en"><head><title>Market days</title>
<link rel="canonical" href="https://example.org/market">
<meta property="article:published_time" content="2026-11-02T08:00:00Z"></head>
<body><article><h1>Market days</h1><p>${market}</p></article></body></html>`,
  },
];
const probes = [
  { id: 'probe/copy', text: english },
  { id: 'probe/bread', text: `${bread} Enjoy it.` },
  { id: 'probe/long', text: `${ferry} ${bread} ${ferry.toUpperCase()} ${chinese}` },
  { id: 'probe/chinese', text: chinese },
  { id: 'probe/market', text: `${market} A band plays at noon.` },
  { id: 'probe/new', text: ferry },
];

const directory = mkdtempSync(join(tmpdir(), 'neardup-baseline-'));
const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
const output = new URL(`baseline/${commit}/`, import.meta.url);
try {
  const file = join(directory, 'documents.db');
  const service = await runService(file);
  const expected = await fill(service.url).finally(() => stopService(service, 'SIGTERM'));
  mkdirSync(output, { recursive: true });
  for (const collection of Object.keys(collections)) {
    const args = ['export', '--data', file, '--collection', collection];
    const lines = execFileSync(process.execPath, [compiledFile('main.js').pathname, ...args]);
    writeFileSync(new URL(`${collection}.ndjson.gz`, output), gzipSync(lines, { level: 9 }));
  }
  writeFileSync(new URL('expected.json', output), `${JSON.stringify(expected, null, 2)}\n`);
} finally {
  rmSync(directory, { recursive: true });
}

async function fill(url: URL): Promise<object> {
  const send = async (method: string, path: string, body?: object) => {
    const reply = await fetch(new URL(path, url), {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  };
  const expected: Record<string, object> = {};
  for (const [name, settings] of Object.entries(collections)) {
    await send('POST', '/collections', { name, ...settings });
    for (const document of documents) {
      await send('POST', '/check', { ...document, collection: name });
    }
    await send('POST', '/check', {
      ...{ id: 'https://example.org/kept', text: english, collection: name, onDuplicate: 'store' },
    });
    const [a, b] = ['https://example.org/library', 'https://example.org/bread'];
    const third = 'https://example.org/图书馆';
    const pair = { a, b: third, collection: name };
    await send('POST', '/labels', { ...pair, label: 'different' });
    await send('POST', '/labels', { ...pair, b: 'https://example.org/kept', label: 'same' });
    await send('POST', '/separations', pair);
    // Claims of a new document and of a changed version.
    const claim = { collection: name, claimSeconds: 3600, claimant: 'crawler-1' };
    await send('POST', '/check', {
      id: 'https://example.org/claimed',
      text: `${ferry} ${name}`,
      ...claim,
    });
    await send('POST', '/check', { id: b, text: `${bread} A second version: use rye.`, ...claim });
    const decisions = [];
    for (const probe of probes) {
      const reply = await send('POST', '/check', { ...probe, collection: name, dryRun: true });
      const { decision, duplicateOf, similarTo } = reply;
      decisions.push({ probe, decision, duplicateOf, similarTo });
    }
    expected[name] = { decisions };
  }
  return { madeAt: new Date().toISOString(), collections: expected };
}
