import { expect, expectTypeOf, it } from 'vitest';
import { type components, type Decision, NeardupClient } from '../../src/client/client.js';

/** Code that compiles, and code that does not: `npm run types` checks this file. Nothing here is sent. */
const neardup = new NeardupClient({ url: 'http://localhost', fetch: () => new Promise(() => {}) });
const uses: (() => unknown)[] = [];
const text = 'a page';

uses.push(
  () => neardup.check({ text }),
  () => neardup.check({ text, html: null, id: 'a' }),
  () => neardup.check({ features: [{ term: 'tea', weight: 2 }] }),
  () => neardup.check({ fingerprint: '0'.repeat(16) }),
  // @ts-expect-error: no content
  () => neardup.check({}),
  // @ts-expect-error: two contents
  () => neardup.check({ text, html: '<p>' }),
  // @ts-expect-error: a field that is no field
  () => neardup.check({ text, minSimilarty: 0.7 }),
  // @ts-expect-error: an unknown action
  () => neardup.check({ text, onDuplicate: 'perhaps' }),
);

interface Facts {
  readonly title: string;
}
const facts: Facts = { title: 'Tea' };
uses.push(
  () => neardup.check({ text, metadata: facts }),
  () => neardup.checkPage('<p>', { contentType: 'text/html', metadata: facts }),
  // @ts-expect-error: metadata is an object
  () => neardup.check({ text, metadata: 'Tea' }),
);

uses.push(
  () => neardup.checkMany([{ id: 'a', text, metadata: facts }]),
  () => neardup.checkMany([{ id: 'a', text, limit: 3 }]),
  () => neardup.addMany([{ id: 'a', text }]),
  // @ts-expect-error: an unknown field, for which every line would be refused
  () => neardup.checkMany([{ id: 'a', text, headline: 'Tea' }]),
  // @ts-expect-error: a field of checks alone
  () => neardup.addMany([{ id: 'a', text, limit: 3 }]),
  // @ts-expect-error: no id
  () => neardup.checkMany([{ text }]),
);

uses.push(
  async () => neardup.checkPage(await fetch('http://localhost'), { id: 'a' }),
  async () => {
    const page = await fetch('http://localhost');
    const contentType = page.headers.get('content-type');
    return neardup.addPage(await page.arrayBuffer(), { contentType });
  },
  // @ts-expect-error: bytes do not know their Content-Type
  () => neardup.checkPage(new Uint8Array(), { id: 'a' }),
);

it('the type of an answer depends on its decision', () => {
  const told = (decision: Decision): string | null => {
    switch (decision.decision) {
      case 'duplicate':
        expectTypeOf(decision.duplicateOf).toEqualTypeOf<string>();
        return decision.duplicateOf;
      case 'similar':
        expectTypeOf(decision.similarTo).toEqualTypeOf<string>();
        return decision.similarTo;
      default:
        expectTypeOf(decision.decision).toEqualTypeOf<'new' | 'changed' | 'unchanged'>();
        return null;
    }
  };
  expect(told({ decision: 'duplicate', duplicateOf: 'a' } as Decision)).toBe('a');
  expectTypeOf<components['schemas']['Stats']['documents']>().toEqualTypeOf<number>();
  expect(uses.length).toBeGreaterThan(15);
});
