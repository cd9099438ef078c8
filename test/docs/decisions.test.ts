import { expect, it } from 'vitest';
import { contradictions } from '../../src/matching/contradictions.js';
import { openTestApp } from '../http/test-app.js';
import { readDocument, tableOf } from './markdown.js';

/** The table of docs/api.md that says what a check decides: every case of it, asked over HTTP. */

const page = `Update 3.1 for the Tern phone is ready. It mends the camera of the Tern, which was dark in
the evening, and the battery lasts longer by two hours. Connect the phone to the network, open the
settings, choose system, then update, and wait until it has started again. Do not switch it off
meanwhile. Keep a copy of your pictures.`;
const others = {
  exact: page,
  same: page.replace('by two hours', 'by some hours'),
  similar: page.replaceAll('Tern', 'Heron').replace('3.1', '5.4'),
};
const former = 'The museum of lighthouse keepers is open from May to September, except on Mondays.';

const told = ['duplicateOf', 'similarTo', 'replaced', 'previous', 'cluster'] as const;

interface Case {
  readonly id: 'absent' | 'not stored' | 'this content' | 'other content';
  readonly match: 'none' | keyof typeof others;
  readonly refuse: 'exact' | 'same' | 'similar';
  readonly store: 'ifNew' | 'always' | 'never';
  readonly onDuplicate: 'keep' | 'replace';
  readonly keepFormer: boolean;
}

const cases: Case[] = [];
for (const id of ['absent', 'not stored', 'this content', 'other content'] as const)
  for (const match of ['none', 'exact', 'same', 'similar'] as const)
    for (const refuse of ['exact', 'same', 'similar'] as const)
      for (const store of ['ifNew', 'always', 'never'] as const)
        for (const onDuplicate of ['keep', 'replace'] as const)
          for (const keepFormer of [false, true])
            cases.push({ id, match, refuse, store, onDuplicate, keepFormer });

function refuses({ match, refuse }: Case): boolean {
  if (match === 'none') return false;
  if (refuse === 'similar') return true;
  return match === 'exact' || (match === 'same' && refuse === 'same');
}

const isSame = ({ match }: Case) => match === 'exact' || match === 'same';
const replaces = ({ onDuplicate }: Case) => onDuplicate === 'replace';

/** What the cells of the first three columns say; an empty one says nothing. */
const meanings: Readonly<Record<string, (asked: Case) => boolean>> = {
  '': () => true,
  no: ({ id }) => id === 'absent' || id === 'not stored',
  'with this content': ({ id }) => id === 'this content',
  'with other content': ({ id }) => id === 'other content',
  'is not looked for': () => true,
  none: ({ match }) => match === 'none',
  'does not refuse': (asked) => asked.match !== 'none' && !refuses(asked),
  refuses,
  'refuses, is the same': (asked) => refuses(asked) && isSame(asked),
  'refuses, is not the same': (asked) => refuses(asked) && !isSame(asked),
  neither: (asked) => !replaces(asked) && !asked.keepFormer,
  'no `replace`': (asked) => !replaces(asked),
  '`replace`': replaces,
  '`keepFormer`': ({ keepFormer }) => keepFormer,
  '`replace` with `store` other than `ifNew`': (asked) =>
    replaces(asked) && asked.store !== 'ifNew',
  '`keepFormer` with `store` `always`': (asked) => asked.keepFormer && asked.store === 'always',
  '`keepFormer` with `replace`': (asked) => asked.keepFormer && replaces(asked),
  '`keepFormer` without `id`': (asked) => asked.keepFormer && asked.id === 'absent',
};

const api = readDocument('docs/api.md');
const rows = tableOf(api, '`id` is stored');
const senseless = rows.filter(([, , , decision]) => decision!.startsWith('422'));
const decided = rows.filter((row) => !senseless.includes(row));

/** What the table says of a case. */
function rowOf(asked: Case): string[] {
  const holds = (row: string[]) => row.slice(0, 3).every((cell) => meanings[cell]!(asked));
  const refused = senseless.filter(holds);
  if (refused.length > 0) return refused[0]!;
  const found = decided.filter(holds);
  expect(found, JSON.stringify(asked)).toHaveLength(1);
  return found[0]!;
}

const codesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

it('docs/api.md says what every check decides, stores and tells', { timeout: 90_000 }, async () => {
  const { post, send } = await openTestApp();
  const documents = async (...ids: string[]) =>
    (await post('/documents/lookup', { ids, collection: 'asked' })).body.documents;
  const used = new Set<string[]>();
  for (const asked of cases) {
    const row = rowOf(asked);
    used.add(row);
    const [, , , decision, storedWith, tells] = row as [
      string,
      string,
      string,
      string,
      ...string[],
    ];
    const message = JSON.stringify(asked);
    await post('/collections', { name: 'asked' });
    const put = (id: string, text: string, store: string) =>
      post('/check', { id, text, store, collection: 'asked', refuse: 'similar' });
    // All are in clusters, as each has a copy that was refused.
    if (asked.match !== 'none') {
      await put('other', others[asked.match], 'ifNew');
      await put('copy of other', others[asked.match], 'ifNew');
    }
    if (asked.id === 'this content') {
      await put('page', page, 'always');
      await put('copy of page', page, 'ifNew');
    }
    if (asked.id === 'other content') await put('page', former, 'ifNew');

    const { id, match, ...fields } = asked;
    const { status, body } = await post('/check', {
      ...fields,
      ...(id !== 'absent' && { id: 'page' }),
      text: page,
      collection: 'asked',
    });
    if (senseless.includes(row)) {
      expect(`${status} \`${body.code}\``, message).toBe(decision);
    } else {
      const stored = codesOf(storedWith!).includes(asked.store);
      expect(body, message).toMatchObject({ decision: codesOf(decision)[0], stored });
      const given = told.filter((field) => body[field] !== null && body[field].length !== 0);
      expect(given, message).toEqual(told.filter((field) => codesOf(tells!).includes(field)));
      if (given.includes('duplicateOf')) expect(body.duplicateOf).toBe('other');
      if (given.includes('similarTo')) expect(body.similarTo).toBe('other');
      if (given.includes('replaced')) expect(body.replaced).toEqual(['other']);
      const now = await documents('other', ...(body.id === null ? [] : [body.id]));
      const wanted = [
        ...(match === 'none' || given.includes('replaced') ? [] : ['other']),
        ...(stored || id === 'this content' || id === 'other content' ? [body.id] : []),
      ];
      expect(
        now.map((document: { id: string }) => document.id),
        message,
      ).toEqual(wanted);
      if (stored) {
        expect(now.at(-1), message).toMatchObject({
          fingerprint: body.fingerprint,
          revision: id === 'other content' ? 2 : 1,
        });
      } else if (id === 'other content') {
        expect(now.at(-1), message).toMatchObject({ revision: 1 });
      }
    }
    await send('DELETE', '/collections/asked?confirm=asked');
  }
  expect([...used].length).toBe(rows.length);
});

it('docs/api.md lists what may contradict', () => {
  const listed = tableOf(api, '`contradicts`').map(([name]) => codesOf(name!)[0]);
  expect(listed).toEqual([...contradictions]);
});
