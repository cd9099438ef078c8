import { describe, expect, it } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../src/api/keys.js';
import type { AnyBody } from '../answers/any-body.js';
import { readDocument, tableOf } from '../docs/markdown.js';
import { english, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

/** Columns of the table, after the first. */
const columns = ['read', 'write', 'write elsewhere', 'admin'] as const;
type Column = (typeof columns)[number];

const heading = 'what one key may do to documents and claims of another';
const rows = tableOf(readDocument('docs/security.md'), heading);

type Method = 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
interface Answer {
  readonly status: number;
  readonly body: AnyBody;
}
/** Sends a request with the key of one side. */
type Ask = (method: Method, url: string, payload?: object) => Promise<Answer>;

interface Sides {
  readonly owner: Ask;
  readonly other: Ask;
  readonly pass: (milliseconds: number) => void;
}

/** A service with documents of one key, and another key that is to change them. */
async function open(column: Column, settings: object, writtenBytesPerKey: number): Promise<Sides> {
  const [scope, place] = column.split(' ') as ['read' | 'write' | 'admin', string | undefined];
  const owner = newKey({ name: 'owner', scopes: ['write'] });
  const collections = place === undefined ? {} : { collections: ['elsewhere'] };
  const other = newKey({ name: 'other', scopes: [scope], ...collections });
  const root = newKey({ name: 'root', scopes: ['admin'] });
  const entries = [owner.entry, other.entry, root.entry];
  const keys = createKeyRing(parseKeyFile(JSON.stringify({ keys: entries })));
  const { app, pass } = await openTestApp({ keys, writtenBytesPerKey });
  const ask =
    (key: string): Ask =>
    async (method, url, payload) => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
      const text = response.body;
      return { status: response.statusCode, body: text === '' ? {} : JSON.parse(text) };
    };
  const kept = { refusedPages: { days: 1, texts: true }, ...settings };
  expect((await ask(root.key)('PATCH', '/collections/default', kept)).status).toBe(200);
  return { owner: ask(owner.key), other: ask(other.key), pass };
}

const hour = 3600;
const id = 'https://a.example/page';
const page = { id, text: english };
const longer = { text: `${english}\n\n${unrelated}` };
const check = (ask: Ask, body: object) => ask('POST', '/check', body);
const add = (ask: Ask, body: object) => ask('POST', '/documents', body);
const find = (ask: Ask, of = id) => ask('GET', `/documents/${encodeURIComponent(of)}`);
const isStored = async (ask: Ask, of = id) => (await find(ask, of)).status === 200;
const expiryOf = async (ask: Ask) => Date.parse((await find(ask)).body.expiresAt);

/** Checks the page of the owner with a claim. @returns what confirms it */
async function claim(owner: Ask): Promise<object> {
  const { body } = await check(owner, { ...page, claimSeconds: 60, claimant: 'crawler' });
  return { documents: [{ id, contentHash: body.claim.contentHash }], claimant: 'crawler' };
}

/** For each row: lets the other key try it, and returns true if that took effect. */
const attempts: Readonly<Record<string, (sides: Sides) => Promise<boolean>>> = {
  'read it, and decisions about it': async ({ owner, other }) => {
    await add(owner, page);
    await check(owner, { ...page, id: 'copy' });
    const { body } = await other('GET', '/decisions');
    return (await isStored(other)) && body.decisions.length === 1;
  },
  'have a page refused, by storing its text first': async ({ owner, other }) => {
    await check(other, { ...page, id: 'first' });
    return (await check(owner, page)).body.decision === 'duplicate';
  },
  'have a page refused, by storing its text for a shorter time': async ({ owner, other }) => {
    await check(other, { ...page, id: 'first', ttlSeconds: hour });
    return (await check(owner, page)).body.stored === false;
  },
  'have a page refused, by a claim that is never confirmed': async ({ owner, other, pass }) => {
    await check(other, { ...page, id: 'first', claimSeconds: 60 });
    const isRefused = (await check(owner, page)).body.stored === false;
    pass(61_000);
    expect((await check(owner, page)).body.decision).toBe(isRefused ? 'new' : 'unchanged');
    return isRefused;
  },
  'have a page refused by keepPerFamily, with pages of its host': (sides) =>
    fillFamily(sides, 'https://a.example'),
  'have a page refused by keepPerFamily, with pages of other hosts': (sides) =>
    fillFamily(sides, 'https://b.example'),
  'store its refused pages': async ({ owner, other }) => {
    await add(owner, page);
    await check(owner, { ...page, id: 'copy' });
    const { body } = await owner('GET', '/decisions');
    await other('POST', `/decisions/${body.decisions[0].number}/store`, {});
    return isStored(owner, 'copy');
  },
  'delete it': async ({ owner, other }) => {
    await add(owner, page);
    await other('DELETE', `/documents/${encodeURIComponent(id)}`);
    return !(await isStored(owner));
  },
  'take down its site': async ({ owner, other }) => {
    await add(owner, page);
    const { status } = await other('POST', '/documents/delete', { idPrefix: 'https://a.example/' });
    if (status !== 202) return false;
    await expect.poll(() => isStored(owner)).toBe(false);
    return true;
  },
  'store another version under its id': async ({ owner, other }) => {
    await add(owner, page);
    await check(other, { id, text: unrelated });
    return (await find(owner)).body.revision === 2;
  },
  'replace it by a longer page': async ({ owner, other }) => {
    await add(owner, page);
    await check(other, { id: 'longer', ...longer, onCovered: 'replace' });
    return !(await isStored(owner));
  },
  'shorten its life by a check': async ({ owner, other }) => {
    await add(owner, { ...page, ttlSeconds: hour });
    const before = await expiryOf(owner);
    await check(other, { ...page, ttlSeconds: 1 });
    return (await expiryOf(owner)) < before;
  },
  'shorten its life by an addition': async ({ owner, other }) => {
    await add(owner, { ...page, ttlSeconds: hour });
    const before = await expiryOf(owner);
    await add(other, { ...page, ttlSeconds: 1 });
    return (await expiryOf(owner)) < before;
  },
  'lengthen its life': async ({ owner, other }) => {
    await add(owner, { ...page, ttlSeconds: hour });
    const before = await expiryOf(owner);
    await check(other, { ...page, ttlSeconds: 2 * hour });
    return (await expiryOf(owner)) > before;
  },
  'confirm its claim': async ({ owner, other, pass }) => {
    await other('POST', '/documents/confirm', await claim(owner));
    pass(61_000);
    return isStored(owner);
  },
  'renew its claim': async ({ owner, other, pass }) => {
    await claim(owner);
    await check(other, { ...page, claimSeconds: hour, claimant: 'crawler' });
    pass(61_000);
    return isStored(owner);
  },
  'end its claim, by deleting the document': async ({ owner, other }) => {
    await claim(owner);
    await other('POST', '/documents/delete', { ids: [id] });
    return !(await isStored(owner));
  },
  'end its claim, by an addition that stores the document': async ({ owner, other, pass }) => {
    await claim(owner);
    await add(other, page);
    pass(61_000);
    return isStored(owner);
  },
  'declare it separate from another': async ({ owner, other }) => {
    await add(owner, page);
    await other('POST', '/separations', { a: id, b: 'copy' });
    return (await check(owner, { ...page, id: 'copy' })).body.decision === 'new';
  },
  'label it': async ({ owner, other }) => {
    await add(owner, page);
    await add(owner, { id: 'copy', text: english });
    await other('POST', '/labels', { a: id, b: 'copy', label: 'same' });
    return (await owner('GET', '/labels')).body.labels.length === 1;
  },
  'use up its daily bytes': async ({ owner, other }) => {
    for (let number = 0; number < 20; number++) {
      await add(other, { id: `${number}`, text: english.repeat(5) });
    }
    return (await add(owner, page)).status === 429;
  },
  'have every document deleted, with the collection': async ({ owner, other }) => {
    await add(owner, page);
    await other('DELETE', '/collections/default?confirm=default');
    return !(await isStored(owner));
  },
};

/** Stores three pages of one template, so that the family of a page of the owner may be full. */
async function fillFamily({ owner, other }: Sides, host: string): Promise<boolean> {
  const numbered = (number: number) => `${english} Reference number ${number}.`;
  for (const number of [101, 102, 103]) {
    await add(other, { id: `${host}/${number}`, text: numbered(number) });
  }
  return (await check(owner, { id, text: numbered(200) })).body.reason === 'familyFull';
}

describe('the table of what one key may do to documents of another', () => {
  it('has a row for each attempt', () => {
    expect(rows.map(([title]) => title)).toEqual(Object.keys(attempts));
  });

  const cells = rows.flatMap(([title, ...row]) =>
    columns.map((column, at) => [title!, column, row[at]!] as const),
  );

  it.each(cells)('says of "%s" with the scope %s: %s', async (title, column, expected) => {
    const settings = title.includes('keepPerFamily') ? { keepPerFamily: 2 } : {};
    const sides = await open(column, settings, title.includes('bytes') ? 8_000 : 0);
    expect((await attempts[title]!(sides)) ? 'yes' : 'no').toBe(expected);
  });
});
