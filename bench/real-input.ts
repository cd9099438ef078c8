/**
 * Imports every text set of a directory through the running service, asks for the matches of every
 * document of some sets, and compares them with brute force over the fingerprints that came back:
 * `npm run bench -- real-input --data DIR [--query lctt_zh,ota_terms_en]`
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inParallel } from '../harness/in-parallel.js';
import { figure, table } from '../harness/measure.js';
import { textsOf } from '../harness/pages.js';
import { withServices } from '../harness/service.js';
import { fromHex } from '../src/fingerprint/blocks.js';
import { hammingDistance } from '../src/fingerprint/hamming.js';
import { compiledFile } from '../src/package-facts.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    query: { type: 'string', default: 'lctt_zh,ota_terms_en' },
  },
});
if (options.data === undefined) throw new Error('Name the directory of the sets: --data DIR');
const textFolder = join(options.data, 'text');
const maxDistance = 3;
/** Of method simhash, where the distance alone decides, so that brute force can tell all matches. */
const collection = 'fingerprints';
const concurrency = 16;

await withServices(async (start, directory) => {
  const service = await start(
    compiledFile('main.js').pathname,
    ...['serve', '--port', '0', '--data', join(directory, 'real.db')],
  );
  const post = async (path: string, body: object) => {
    const response = await fetch(new URL(path, service), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  };

  await post('/collections', { name: collection, recipe: { method: 'simhash' } });
  const fingerprints = new Map<string, string>();
  const rows: (string | number)[][] = [];
  for (const set of setsOf(textFolder)) {
    const texts = textsOf(join(textFolder, `${set}.jsonl.gz`));
    const refusals: Record<string, number> = {};
    const started = performance.now();
    await inParallel(texts, concurrency, async (text, index) => {
      const id = `${set}/${index}`;
      const { status, body } = await post('/documents', { id, text, collection });
      if (status === 201) fingerprints.set(id, body.fingerprint);
      else refusals[body.code] = (refusals[body.code] ?? 0) + 1;
    });
    const rate = texts.length / ((performance.now() - started) / 1000);
    rows.push([set, texts.length, figure(rate), JSON.stringify(refusals)]);
  }
  process.stdout.write(`${table(['set', 'documents', 'a second', 'refused'], rows)}\n\n`);

  const known = [...fingerprints].map(([id, hex]) => ({ id, fingerprint: fromHex(hex) }));
  let missing = 0;
  let tooMany = 0;
  let matches = 0;
  const probes = known.filter(({ id }) => options.query.split(',').includes(id.split('/')[0]!));
  await inParallel(probes, concurrency, async (probe) => {
    const expected = known.filter(
      ({ id, fingerprint }) =>
        id !== probe.id && hammingDistance(fingerprint, probe.fingerprint) <= maxDistance,
    );
    const { body } = await post('/query', { id: probe.id, collection, maxDistance, limit: 1000 });
    const found = new Set(body.matches.map(({ id }) => id));
    matches += expected.length;
    missing += expected.filter(({ id }) => !found.has(id)).length;
    tooMany += found.size - expected.filter(({ id }) => found.has(id)).length;
  });
  process.stdout.write(
    `${probes.length} queries, ${matches} matches by brute force over ${known.length} fingerprints: ${missing} missing, ${tooMany} too many\n`,
  );
  if (missing + tooMany > 0) process.exitCode = 1;
});

interface Answer {
  readonly code: string;
  readonly fingerprint: string;
  readonly matches: readonly { readonly id: string }[];
}

function setsOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl.gz'))
    .map((name) => name.slice(0, -'.jsonl.gz'.length));
}
