import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Service } from '../../src/cli/service/service.js';
import type { Detector } from '../../src/detector/detector.js';
import type { NeardupError } from '../../src/errors.js';
import type { Recipe } from '../../src/fingerprint/recipe.js';
import { levels } from '../../src/matching/match.js';
import { exported, given, imported, open } from './exporting.js';

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

/** Lifetime beyond the duration of the test. */
const hours = fc.integer({ min: 1, max: 1000 }).map((count) => count * 3600);

const id = fc.constantFrom('a', 'b', 'c', '茶', '😀', 'https://x/?q="', 'z');

function documentFor(method: Recipe['method']) {
  return fc
    .tuple(
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
    .map((parts) => Object.assign({}, ...parts) as object);
}

/**
 * A collection of any method, a few documents, and what happens: documents are checked or added
 * under few ids, so that ids repeat; documents are deleted, and pairs are declared separate.
 */
const histories = fc
  .record({
    method: fc.constantFrom('simhash', 'minhash', 'hybrid') satisfies fc.Arbitrary<
      Recipe['method']
    >,
    hash: fc.constantFrom('xxh64', 'md5'),
    keepText: fc.boolean(),
    ttlSeconds: fc.option(hours),
    keepRefused: fc.constantFrom(0, 1, 100),
    duplicateIf: fc.constantFrom(...levels),
  })
  .chain(({ method, hash, ...rest }) =>
    fc.record({
      settings: fc.constant({
        ...{ recipe: { method, hash }, ...rest },
        keepPerFamily: rest.keepRefused === 0 ? null : Math.min(16, rest.keepRefused),
      }),
      documents: fc.array(documentFor(method), { minLength: 3, maxLength: 3 }),
      events: fc.array(
        fc.record({
          kind: fc.constantFrom(...kinds),
          id,
          other: id,
          document: fc.nat({ max: 2 }),
        }),
        { maxLength: 30 },
      ),
    }),
  );

const kinds = [
  ...['add', 'check', 'check', 'check', 'always', 'always', 'always', 'replace'],
  ...['claim', 'claim', 'claim', 'claim'],
  ...['confirm', 'delete', 'separate', 'part', 'part', 'unseparate', 'represent', 'represent'],
  ...['label', 'label', 'label', 'label', 'label'],
] as const;
const claims = { claimSeconds: 3600, claimant: 'one' };

type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

/** Outcome of an event, without its times. */
async function happen(
  detector: Detector,
  { documents }: History,
  { kind, id, other, document }: History['events'][number],
  collection: string,
) {
  if (kind === 'delete') return detector.delete([id], collection);
  if (kind === 'confirm') {
    const [stored] = (await detector.lookup([id], collection)).documents;
    const contentHash = stored?.signature.exactHash ?? 'none';
    return detector.confirm([{ id, contentHash }], 'one', collection);
  }
  if (kind === 'label') {
    const pair = { a: id, b: other, label: 'version', separate: false } as const;
    return detector.label(pair, collection).catch(({ code }: NeardupError) => code);
  }
  if (kind === 'separate') {
    return id === other || (await detector.separate(id, other, collection)).left?.id;
  }
  if (kind === 'represent') {
    const { documents } = await detector.lookup([id], collection);
    const cluster = documents[0]?.cluster ?? null;
    return cluster === null || (await detector.represent(cluster, id, collection)).chosen;
  }
  if (kind === 'part') {
    const fellow = await fellowOf(detector, id, collection);
    if (fellow === undefined) return null;
    return (await detector.separate(id, fellow, collection)).left?.id;
  }
  if (kind === 'unseparate') {
    const undone = detector.unseparate(id, other, collection);
    return undone.then(
      () => null,
      ({ code }: NeardupError) => code,
    );
  }
  const content = given({ ...documents[document], id, collection });
  if (kind === 'add') return (await detector.add(content)).outcome.status;
  const limits = {
    ...{ add: {}, check: {}, always: { onDuplicate: 'store' } as const, claim: claims },
    replace: { ...claims, onDuplicate: 'replace' } as const,
  };
  const { outcome } = await detector.check(content, limits[kind]);
  const { decision, stored, duplicateOf, previous } = outcome;
  return { decision, stored, duplicateOf, previous };
}

/** First other member of the cluster of a document. */
async function fellowOf(detector: Detector, id: string, collection: string) {
  const { documents } = await detector.lookup([id], collection);
  const cluster = documents[0]?.cluster ?? null;
  if (cluster === null) return undefined;
  const { members } = await detector.getCluster(cluster, collection, null, 10);
  return members.find((member) => member.id !== id)?.id;
}

/** Members of each cluster, without the ids of clusters. */
async function companies(service: Service, collection: string) {
  const found = [];
  for await (const { members } of service.archive!.listMembers(collection)) {
    found.push(members.map(({ id, stored, match }) => ({ id, stored, of: match?.id })));
  }
  return found.map((members) => JSON.stringify(members)).sort();
}

describe('An export of a database file', () => {
  it('is imported by a database that then exports the same bytes and decides alike', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const [from, to] = await Promise.all([open(), open()]);
    let runs = 0;
    const parts = {
      sketches: /"sketch":"/g,
      expiries: /"expiresAt":"/g,
      settings: /"ttlSeconds":\d/g,
      families: /"keepPerFamily":\d/g,
      separations: /"kind":"separation"/g,
      chosen: /"chosen":\d/g,
      clusters: /"kind":"cluster"/g,
      labels: /"kind":"label"/g,
      refused: /"stored":false/g,
      claims: /"claimant":"one"/g,
      formers: /"former":\{/g,
      replaces: /"replaces":\[\{/g,
      seats: /"seated":\{/g,
    };
    const seen = Object.fromEntries(Object.keys(parts).map((part) => [part, 0]));
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const collection = `run-${++runs}`;
        await from.detector.createCollection({ name: collection, ...history.settings });
        for (const event of history.events) {
          await happen(from.detector, history, event, collection);
        }
        const lines = await exported(from.service, collection);
        for (const [part, pattern] of Object.entries(parts)) {
          seen[part]! += lines.match(pattern)?.length ?? 0;
        }
        expect(await imported(to.service, lines)).toBe(0);
        expect(await exported(to.service, collection)).toBe(lines);
        // A second import updates the same documents.
        expect(await imported(to.service, lines)).toBe(0);
        expect(await exported(to.service, collection)).toBe(lines);
        for (const event of history.events) {
          for (const id of [event.id, `${event.id}-other`]) {
            const again = (detector: Detector) =>
              happen(detector, history, { ...event, id } as typeof event, collection);
            expect(await again(to.detector)).toEqual(await again(from.detector));
          }
        }
        expect(await companies(to.service, collection)).toEqual(
          await companies(from.service, collection),
        );
      }),
      { numRuns: 120, seed: 20260131 },
    );
    for (const [part, times] of Object.entries(seen)) expect(times, part).toBeGreaterThan(0);
  });
});
