import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { exportLines } from '../../src/cli/export-lines.js';
import { openFileService } from '../../src/cli/file-service.js';
import { importDocuments } from '../../src/cli/import-documents.js';
import type { Service } from '../../src/cli/service.js';
import { readConfig } from '../../src/config.js';
import type { Recipe } from '../../src/fingerprint/recipe.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { writeInto } from './program.js';

const words = fc.constantFrom(
  'ferry',
  'Island',
  'tea',
  'río',
  '绿茶',
  '山里',
  '春天',
  'north',
  '７',
);
const text = fc.array(words, { minLength: 1, maxLength: 60 }).map((all) => all.join(' '));
const page = fc.oneof(
  text.map((value) => ({ text: value })),
  text.map((value) => ({ html: `<html><title>${value}</title><p>${value}. ${value}.</p></html>` })),
);
const terms = fc.uniqueArray(words, { minLength: 1 }).map((all) => ({
  features: all.map((term, index) => ({ term, weight: index + 0.5 })),
}));
const fingerprint = fc.bigInt(0n, 2n ** 64n - 1n).map((bits) => ({
  fingerprint: bits.toString(16).padStart(16, '0'),
}));
const metadata = fc.record(
  { lang: fc.constantFrom('en', 'zh'), size: fc.double({ noNaN: true }), '1': fc.string() },
  { requiredKeys: [] },
);

/** Long enough that nothing expires meanwhile. */
const hours = fc.integer({ min: 1, max: 1000 }).map((count) => count * 3600);

/** A collection of any method, and what comes into it; ids come again, so that revisions grow. */
const histories = fc
  .record({
    method: fc.constantFrom('simhash', 'minhash', 'hybrid') satisfies fc.Arbitrary<
      Recipe['method']
    >,
    keepText: fc.boolean(),
    ttlSeconds: fc.option(hours),
  })
  .chain(({ method, ...rest }) =>
    fc.record({
      settings: fc.constant({ recipe: { method }, ...rest }),
      documents: fc.array(
        fc
          .tuple(
            fc.record({
              id: fc.constantFrom('a', 'b', '茶', '😀', 'https://x/?q="', 'z'),
            }),
            method === 'minhash' ? page : fc.oneof(page, terms, fingerprint),
            fc.option(
              metadata.map((value) => ({ metadata: value })),
              { nil: {} },
            ),
            fc.option(
              hours.map((ttlSeconds) => ({ ttlSeconds })),
              { nil: {} },
            ),
          )
          .map(([id, ...rest]) => Object.assign({}, id, ...rest) as { id: string }),
        { maxLength: 20 },
      ),
    }),
  );

async function openService(): Promise<Service> {
  const service = await openFileService(
    readConfig({ dataFile: join(temporaryDirectory(), 'pages.db') }),
  );
  onTestFinished(() => service.close());
  return service;
}

async function exported(service: Service, collection: string): Promise<string> {
  let lines = '';
  for await (const line of exportLines(service, collection)) lines += line;
  return lines;
}

async function imported(service: Service, lines: string): Promise<number> {
  const path = writeInto(temporaryDirectory(), 'export.ndjson', lines);
  const { failed } = await importDocuments({
    inputs: [{ kind: 'lines', name: path, size: lines.length }],
    skipped: 0,
    lineOptions: { fields: null, metadata: [], collection: undefined },
    service,
    mode: 'add',
    concurrency: 8,
  });
  return failed;
}

describe('An export of a database file', () => {
  it('comes back byte for byte from the database that imports it', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const [from, to] = await Promise.all([openService(), openService()]);
    let runs = 0;
    const seen = { sketches: 0, expiries: 0, settings: 0 };
    const countOf = (lines: string, part: RegExp) => lines.match(part)?.length ?? 0;
    await fc.assert(
      fc.asyncProperty(histories, async ({ settings, documents }) => {
        const collection = `run-${++runs}`;
        const { recipe: partial, ...rest } = settings;
        const header = { recipe: partial, settings: rest } as never;
        await from.whole?.createCollection(collection, header);
        for (const document of documents) await from.send([{ ...document, collection }], 'add');
        const lines = await exported(from, collection);
        expect(lines.split('\n').length - 2).toBe(new Set(documents.map(({ id }) => id)).size);
        seen.sketches += countOf(lines, /"sketch":"/g);
        seen.expiries += countOf(lines, /"expiresAt":"/g);
        seen.settings += countOf(lines, /"ttlSeconds":\d/g);
        expect(await imported(to, lines)).toBe(0);
        expect(await exported(to, collection)).toBe(lines);
        // And once more over what is there already.
        expect(await imported(to, lines)).toBe(0);
        expect(await exported(to, collection)).toBe(lines);
        for (const { id, ...document } of documents) {
          const check = (service: Service) =>
            service.send([{ ...document, id: `${id}-other`, collection }], 'check');
          expect(await check(to)).toEqual(await check(from));
        }
      }),
      { numRuns: 25, seed: 20260131 },
    );
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0);
  });

  it('is refused where a line, the recipe or a setting is not what an export has', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const notes = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const [from, to] = await Promise.all([openService(), openService()]);
    await from.send([{ id: 'a', text: 'the tea of the hills', collection: 'default' }], 'add');
    const lines = await exported(from, 'default');
    const [header, line] = lines.trim().split('\n') as [string, string];
    const faulty = [
      line.replace(/"sketch":"[^"]{8}/, '"sketch":"'),
      line.replace(/"exactHash":"./, '"exactHash":"'),
      line.replace('"revision":1', '"revision":0'),
      line.replace(/"storedAt":"[^"]*"/, '"storedAt":"yesterday"'),
      line.replace('"id":"a"', '"id":""'),
      line.replace('"id"', '"more":1,"id"'),
    ];
    expect(await imported(to, [header, ...faulty].join('\n'))).toBe(faulty.length);
    expect(notes.mock.calls.map(([note]) => String(note))).toEqual([
      expect.stringMatching(/:2: "\/sketch": must be of 128 bytes\n$/),
      expect.stringMatching(/:3: "\/exactHash": /),
      expect.stringMatching(/:4: "\/revision": /),
      expect.stringMatching(/:5: "\/storedAt": /),
      expect.stringMatching(/:6: "\/id": /),
      expect.stringMatching(/:7: .*more/),
    ]);
    const headers = [
      header.replace('"keepText":false', '"keepText":1'),
      header.replace('"shortTextBelow":24', '"shortTextBelow":23'),
      header.replace('"version":2', '"version":3'),
    ];
    for (const other of headers) {
      expect(other).not.toBe(header);
      expect(await imported(to, `${other}\n`)).toBe(1);
    }
    expect((await exported(to, 'default')).trim()).toBe(header);
  });
});
