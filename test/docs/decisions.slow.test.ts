import { expect, it } from 'vitest';
import { duplicateActions } from '../../src/matching/decide.js';
import { type Level, levels } from '../../src/matching/match.js';
import { openTestApp } from '../http/test-app.js';
import { isComplete } from '../repetitions.js';
import { readDocument, tableOf } from './markdown.js';

/** Tests the cases of the decision table in docs/api.md over HTTP: all in a complete run, otherwise every fifth. */

const page = `Update 3.1 for the Tern phone is ready.
It mends the camera of the Tern, which was dark in the evening, and the battery lasts longer by two hours.
Connect the phone to the network, open the settings, choose system, then update, and wait until it has started again.
Do not switch it off meanwhile.
Keep a copy of your pictures.`;
const others = {
  exact: page,
  /** The page adds nothing to this text and covers it. */
  reordered: page.split('\n').reverse().join('\n'),
  /** The page adds nothing to this text and does not cover it. */
  longer: `${page} The update of the watch comes in a month.`,
  /** The page adds a sentence to this text and covers it. */
  shorter: page.slice(0, page.indexOf('\nDo not')),
  /** The page adds words and numbers to this text. */
  similar: page.replaceAll('Tern', 'Heron').replace('3.1', '5.4'),
};
const former = 'The museum of lighthouse keepers is open from May to September, except on Mondays.';

const told = ['duplicateOf', 'similarTo', 'replaced', 'previous', 'cluster'] as const;

interface Case {
  readonly id: 'absent' | 'not stored' | 'this content' | 'other content';
  readonly match: 'none' | keyof typeof others;
  readonly duplicateIf: Level;
  readonly onDuplicate: (typeof duplicateActions)[number];
  readonly onChange: 'store' | 'keep';
  readonly onCovered: 'keep' | 'replace';
}

const allCases: Case[] = [];
for (const id of ['absent', 'not stored', 'this content', 'other content'] as const)
  for (const match of ['none', ...(Object.keys(others) as (keyof typeof others)[])] as const)
    for (const duplicateIf of levels)
      for (const onDuplicate of duplicateActions)
        for (const onChange of ['store', 'keep'] as const)
          for (const onCovered of ['keep', 'replace'] as const)
            allCases.push({ id, match, duplicateIf, onDuplicate, onChange, onCovered });

// No option has a multiple of five values, so every fifth case still has all pairs of values.
const cases = isComplete ? allCases : allCases.filter((_, at) => at % 5 === 0);

function isDuplicate({ match, duplicateIf }: Case): boolean {
  if (match === 'none') return false;
  if (duplicateIf === 'similar' || match === 'exact') return true;
  return duplicateIf !== 'exact' && (match === 'reordered' || match === 'longer');
}

const isSimilar = (asked: Case) => asked.match !== 'none' && !isDuplicate(asked);
const isCovered = ({ match }: Case) => ['exact', 'reordered', 'shorter'].includes(match);
const replaces = ({ onDuplicate }: Case) => onDuplicate === 'replace';
const keeps = ({ onChange }: Case) => onChange === 'keep';

/** Meanings of the cells in the first three columns; an empty cell has no meaning. */
const meanings: Readonly<Record<string, (asked: Case) => boolean>> = {
  '': () => true,
  no: ({ id }) => id === 'absent' || id === 'not stored',
  'with this content': ({ id }) => id === 'this content',
  'with other content': ({ id }) => id === 'other content',
  'is not looked for': () => true,
  none: ({ match }) => match === 'none',
  'similar, covered': (asked) => isSimilar(asked) && isCovered(asked),
  'similar, not covered': (asked) => isSimilar(asked) && !isCovered(asked),
  duplicate: isDuplicate,
  'duplicate, covered': (asked) => isDuplicate(asked) && isCovered(asked),
  'duplicate, not covered': (asked) => isDuplicate(asked) && !isCovered(asked),
  '`onDuplicate` `skip`': ({ onDuplicate }) => onDuplicate === 'skip',
  '`onDuplicate` `store`': ({ onDuplicate }) => onDuplicate === 'store',
  '`onDuplicate` `replace`': replaces,
  '`onCovered` `keep`': ({ onCovered }) => onCovered === 'keep',
  '`onCovered` `replace`': ({ onCovered }) => onCovered === 'replace',
  '`onChange` `keep`': keeps,
  neither: (asked) => !replaces(asked) && !keeps(asked),
  '`onChange` `keep` with `onDuplicate` `store` or `replace`': (asked) =>
    keeps(asked) && asked.onDuplicate !== 'skip',
  '`onChange` `keep` without `id`': (asked) => keeps(asked) && asked.id === 'absent',
};

const api = readDocument('docs/api.md');
const rows = tableOf(api, '`id` is stored');
const rejecting = rows.filter(([, , , decision]) => decision!.startsWith('422'));
const decided = rows.filter((row) => !rejecting.includes(row));

/** Returns the table row for a case. */
function rowOf(asked: Case): string[] {
  const holds = (row: string[]) => row.slice(0, 3).every((cell) => meanings[cell]!(asked));
  const rejected = rejecting.filter(holds);
  if (rejected.length > 0) return rejected[0]!;
  const found = decided.filter(holds);
  expect(found, JSON.stringify(asked)).toHaveLength(1);
  return found[0]!;
}

const codesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

it('docs/api.md states what every check decides, stores and reports', async () => {
  const { post, send } = await openTestApp();
  const documents = async (...ids: string[]) =>
    (await post('/documents/lookup', { ids, collection: 'asked' })).body.documents;
  const used = new Set<string[]>();
  for (const asked of cases) {
    const row = rowOf(asked);
    used.add(row);
    const [, , , decision, stores, tells] = row as [string, string, string, string, ...string[]];
    const message = JSON.stringify(asked);
    await post('/collections', { name: 'asked' });
    const put = (id: string, text: string, onDuplicate: string) =>
      post('/check', { id, text, onDuplicate, collection: 'asked', duplicateIf: 'similar' });
    // All are in clusters, because each has a refused copy.
    if (asked.match !== 'none') {
      await put('other', others[asked.match], 'skip');
      await put('copy of other', others[asked.match], 'skip');
    }
    if (asked.id === 'this content') {
      await put('page', page, 'store');
      await put('copy of page', page, 'skip');
    }
    if (asked.id === 'other content') await put('page', former, 'skip');

    const { id, match, ...fields } = asked;
    const request = {
      ...fields,
      ...(id !== 'absent' && { id: 'page' }),
      text: page,
      collection: 'asked',
    };
    const given = (body: Record<string, unknown>) =>
      told.filter((field) => body[field] !== null && (body[field] as unknown[]).length !== 0);
    const tried = await post('/check', { ...request, dryRun: true });
    const { status, body } = await post('/check', request);
    if (rejecting.includes(row)) {
      expect(`${tried.status} \`${tried.body.code}\``, message).toBe(decision);
      expect(`${status} \`${body.code}\``, message).toBe(decision);
    } else {
      const stored = stores === 'yes';
      expect(body, message).toMatchObject({ decision: codesOf(decision)[0], stored });
      expect(given(body), message).toEqual(told.filter((field) => codesOf(tells!).includes(field)));
      if (given(body).includes('duplicateOf')) expect(body.duplicateOf).toBe('other');
      if (given(body).includes('similarTo')) expect(body.similarTo).toBe('other');
      if (given(body).includes('replaced')) expect(body.replaced).toEqual(['other']);
      const { duplicateOf, similarTo, replaced, previous } = body;
      expect(tried.body, message).toMatchObject({
        ...{ decision: body.decision, stored: false, duplicateOf, similarTo, replaced, previous },
      });
      const now = await documents('other', ...(body.id === null ? [] : [body.id]));
      const wanted = [
        ...(match === 'none' || given(body).includes('replaced') ? [] : ['other']),
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

it('docs/matching.md lists the fields of `adds`', () => {
  const { components } = JSON.parse(readDocument('openapi/openapi.json')) as {
    components: { schemas: { Additions: { properties: object } } };
  };
  const listed = tableOf(readDocument('docs/matching.md'), '`adds`').map(
    ([name]) => codesOf(name!)[0],
  );
  expect(listed).toEqual(Object.keys(components.schemas.Additions.properties));
});
