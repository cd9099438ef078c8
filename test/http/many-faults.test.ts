import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentRequest } from '../../src/api/content.js';
import { namesOfRequestMax, shapeFault } from '../../src/api/json.js';
import { faultsMax, longList } from '../../src/api/validation.js';
import { openTestApp } from './test-app.js';

const many = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
const names = (count: number, value: unknown = 0) =>
  Object.fromEntries(many(count, (i) => [`name-${i}`, value]));
const fault = (json: string | Buffer) => shapeFault(Buffer.from(json), namesOfRequestMax);
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Bodies with far more faults than a reply should list. */
const attacks: Record<string, readonly [path: string, body: string]> = {
  'features without anything': ['/check', JSON.stringify({ features: many(100_000, () => ({})) })],
  'features that are numbers': ['/check', JSON.stringify({ features: many(100_000, () => 0) })],
  'features of other names': [
    '/query',
    JSON.stringify({ features: many(40_000, () => ({ term: 'a', weight: 1, more: 1, x: 2 })) }),
  ],
  'features of many names': ['/check', JSON.stringify({ features: many(20, () => names(3000)) })],
  'more features than may be': ['/check', JSON.stringify({ features: many(400_000, () => ({})) })],
  'unknown names': ['/check', JSON.stringify({ text: 'a', ...names(100_000) })],
  'a long unknown name': ['/check', JSON.stringify({ text: 'a', ['n'.repeat(1_500_000)]: 0 })],
  'metadata of many names': ['/check', JSON.stringify({ text: 'a', metadata: names(100_000) })],
  'ids that are numbers': ['/documents/lookup', JSON.stringify({ ids: many(1000, () => 0) })],
  'more ids than may be': ['/documents/delete', JSON.stringify({ ids: many(500_000, () => 0) })],
  'checksums by the thousand': [
    '/collections',
    JSON.stringify({ name: 'a', recipe: { checksums: names(4000) } }),
  ],
  'a checksum of a long name': [
    '/collections',
    JSON.stringify({ name: 'a', recipe: { checksums: { ['n'.repeat(1_500_000)]: 0 } } }),
  ],
  'both sides of a comparison': [
    '/compare',
    JSON.stringify(
      Object.fromEntries(['a', 'b'].map((side) => [side, { features: many(50_000, () => ({})) }])),
    ),
  ],
  'brackets without end': ['/check', `{"metadata":{"a":${deep(900_000)}}}`],
  'objects of one name each': [
    '/check',
    JSON.stringify({ features: many(90_000, (i) => ({ [`name-${i}`]: 1 })) }),
  ],
};

it.each(Object.keys(attacks))('the reply lists few faults and is short: %s', async (name) => {
  const [path, body] = attacks[name]!;
  const { post } = await openTestApp({ featuresMax: 100_000 });
  const reply = await post(path, body);
  expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  expect(reply.body.errors?.length ?? 0).toBeLessThanOrEqual(faultsMax);
  expect(JSON.stringify(reply.body).length).toBeLessThan(16 * 1024);
});

it('the reply lists the first faults, and counts further ones up to a limit', async () => {
  const { post } = await openTestApp({ featuresMax: 100_000 });
  const { body: some } = await post('/check', { features: many(5, () => ({})) });
  expect(some.errors).toHaveLength(10);
  expect(some.errors[9].pointer).toBe('/features/4/weight');
  expect(some.detail).toMatch(/^Cannot POST \/check: "\/features\/0\/term": .* \(and 9 more\)$/);
  const { body: all } = await post('/check', { features: many(50_000, () => ({})) });
  expect(all.errors).toHaveLength(20);
  expect(all.detail).toMatch(/\(and more\)$/);
});

it('validation stops when it has found enough faults', () => {
  let looked = 0;
  const element = z.string().refine(() => {
    looked += 1;
    return false;
  }, 'is never right');
  const list = longList(element, 1_000_000, () => false);
  const { error } = list.safeParse(many(500_000, String));
  expect(error?.issues).toHaveLength(faultsMax + 1);
  expect(looked).toBe(faultsMax + 1);
});

it('the fast check of features accepts exactly what the schema accepts', () => {
  const feature = z.strictObject({
    term: z.string().min(1).max(1024),
    weight: z.number().positive().max(1_000_000),
  });
  const { json } = documentRequest({ featuresMax: 10 });
  const term = fc.oneof(fc.string(), fc.constant('a'.repeat(1025)), fc.anything());
  const weight = fc.oneof(fc.double(), fc.integer({ max: 1_000_001 }), fc.anything());
  const like = fc.record({ term, weight, more: fc.constant(1) }, { requiredKeys: [] });
  fc.assert(
    fc.property(
      fc.array(fc.oneof(like, fc.anything()), { minLength: 1, maxLength: 3 }),
      (given) => {
        const features = JSON.parse(JSON.stringify(given)) as unknown[];
        const sound = features.every((each) => feature.safeParse(each).success);
        return json.safeParse({ features }).success === sound;
      },
    ),
  );
});

it('a faulty line of a gzipped bulk request gets a short reply as well', async () => {
  const { app } = await openTestApp({ featuresMax: 100_000 });
  const line = `${JSON.stringify({ features: many(100_000, () => ({})) })}\n`;
  // Compressed well, it would be rejected as a bomb.
  const payload = gzipSync(Buffer.from(line.repeat(8)), { level: 0 });
  for (const mode of ['add', 'check']) {
    const response = await app.inject({
      method: 'POST',
      url: `/documents/bulk?mode=${mode}`,
      headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
      payload,
    });
    const results = response.body.trimEnd().split('\n');
    expect(results).toHaveLength(9);
    expect(JSON.parse(results[8]!).summary).toMatchObject({ total: 8, failed: 8 });
    expect(response.body.length).toBeLessThan(8 * 10_000);
  }
});

it('other requests get their turn between faulty lines, however many arrive at once', async () => {
  const { app } = await openTestApp();
  let turns = 0;
  let ended = false;
  const count = () => {
    turns += 1;
    if (!ended) setImmediate(count);
  };
  const response = app.inject({
    method: 'POST',
    url: '/documents/bulk',
    headers: { 'content-type': 'application/x-ndjson' },
    payload: '{}\n'.repeat(12_000),
  });
  setImmediate(count);
  const { body } = await response;
  ended = true;
  expect(body).toContain('"summary":{"total":12000');
  expect(turns).toBeGreaterThan(20);
});

describe('shapeFault, before JSON is parsed', () => {
  it('finds no fault in JSON with few names and levels, whatever its strings contain', () => {
    const json = fc.json({ maxDepth: 20 });
    fc.assert(fc.property(json, (text) => fault(text) === null));
    const hostile = { text: '{"a":['.repeat(10_000), metadata: { '\\"': '\\\\"{{{[[[' } };
    expect(fault(JSON.stringify(hostile))).toBeNull();
  });

  it('counts levels and names outside strings', () => {
    const text = fc.string({ maxLength: 80, unit: 'grapheme' });
    const outside = fc.property(text, fc.nat(120), (string, levels) => {
      const quoted = JSON.stringify(string);
      const json = `[${quoted},${deep(levels)},${quoted}]`;
      const expected = levels + 1 > 100 ? 'nests deeper than 100 levels' : null;
      return fault(json) === expected;
    });
    fc.assert(outside);
    expect(fault(JSON.stringify(names(5000)))).toBe('has more than 4096 different names');
    expect(fault(JSON.stringify(many(5000, () => ({ a: 0, b: 1 }))))).toBeNull();
  });

  it('ends on bytes that are not JSON', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        fault(Buffer.from(bytes));
      }),
    );
  });
});
