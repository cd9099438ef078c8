import type { Broken, Case, Step } from './world.js';

const check = (id: string, content: string, expiresAt?: number): Step =>
  expiresAt === undefined
    ? { kind: 'ifNew', id, content }
    : { kind: 'ifNew', id, content, expiresAt };
const always = (id: string, content: string): Step => ({ kind: 'always', id, content });
const add = (id: string, content: string, expiresAt?: number): Step => ({
  ...check(id, content, expiresAt),
  kind: 'add',
});
/** Checks that may be refused although their id has a document. */
const keep = (id: string, content: string): Step => ({ ...check(id, content), keepFormer: true });
const remove = (id: string): Step => ({ kind: 'delete', id, content: '' });
const pair: Case['near'] = [['A', 'B']];
const chain: Case['near'] = [
  ['A', 'B'],
  ['B', 'C'],
];
/** A and B are the same; S is only similar to both. */
const aside: Pick<Case, 'near' | 'similar'> = {
  near: pair,
  similar: [
    ['A', 'S'],
    ['B', 'S'],
  ],
};
/** The similar match of A is replaced by a refusing one, and deleted. */
const vanishing: Case = {
  name: 'a similar match that vanishes',
  near: [['A', 'N']],
  similar: [
    ['A', 'S'],
    ['A', 'B'],
  ],
  programs: [
    [add('s', 'S'), always('s', 'N'), remove('s')],
    [always('a', 'A')],
    [always('b', 'B')],
  ],
};

/** A check of a document that another check finds as a match while it is being replaced. */
const seenByAnother: Case = {
  name: 'a version that another has seen before it is acknowledged',
  near: [['X', 'Y']],
  programs: [
    [add('a', 'A'), add('a', 'X')],
    [check('b', 'Y'), check('a', 'A')],
  ],
  stale: true,
};

const expiry: Case = {
  name: 'expiry',
  near: pair,
  programs: [[add('a', 'A', 1), check('a', 'A', 3)], [check('b', 'B')]],
  clockMax: 2,
};

/** A check that replaces documents with these contents, if they match. */
const replace = (id: string, content: string, replaces: readonly string[]): Step => ({
  ...check(id, content),
  replaces,
});
const replacements: Case[] = [
  {
    name: 'a replacement of two documents beside a check',
    near: [
      ['A', 'B'],
      ['A', 'C'],
    ],
    programs: [[add('b', 'B'), add('c', 'C'), replace('a', 'A', ['B', 'C'])], [check('d', 'B')]],
    crashes: 1,
  },
  {
    name: 'a replacement of what is only similar, reads that are behind',
    near: [],
    similar: pair,
    programs: [[add('b', 'B'), replace('a', 'A', ['B'])], [check('c', 'B')]],
    stale: true,
    crashes: 1,
  },
  {
    name: 'a replacement of what is being changed',
    near: pair,
    programs: [[add('b', 'B'), replace('a', 'A', ['B'])], [add('b', 'X')]],
    timeouts: 1,
    crashes: 1,
    leases: 1,
  },
  {
    name: 'a replacement of what is being deleted',
    near: pair,
    programs: [
      [add('b', 'B'), replace('a', 'A', ['B'])],
      [remove('b'), check('b', 'B')],
    ],
    crashes: 1,
    leases: 1,
  },
  {
    name: 'two replacements of one document',
    near: chain,
    programs: [[add('b', 'B'), replace('a', 'A', ['B'])], [replace('c', 'C', ['B'])]],
    crashes: 1,
  },
  {
    name: 'two that replace each other',
    near: pair,
    programs: [[replace('a', 'A', ['B'])], [replace('b', 'B', ['A'])]],
    timeouts: 1,
    crashes: 1,
  },
  {
    name: 'a replacement by what is then changed',
    near: pair,
    programs: [[add('b', 'B'), replace('a', 'A', ['B']), add('a', 'X')], [check('b', 'B')]],
    crashes: 1,
  },
];
const counted = (id: string, content: string, keepPerFamily: number): Step => ({
  ...check(id, content),
  keepPerFamily,
});
const families: Case[] = [
  {
    name: 'a family of which one document is stored',
    near: [],
    similar: pair,
    programs: [[counted('a', 'A', 1)], [counted('b', 'B', 1)]],
    stale: true,
    crashes: 1,
    leases: 1,
  },
  {
    name: 'a family of which two documents are stored',
    near: [],
    similar: [
      ['A', 'B'],
      ['A', 'C'],
      ['B', 'C'],
    ],
    programs: [[counted('a', 'A', 2), counted('b', 'B', 2)], [counted('c', 'C', 2)]],
    timeouts: 1,
  },
  {
    name: 'a family from which a document goes',
    near: [],
    similar: pair,
    programs: [[add('a', 'A'), remove('a')], [counted('b', 'B', 1)]],
    stale: true,
  },
];

/** Cases in which the protocol is safe and every operation can end. */
export const cases: Case[] = [
  {
    name: 'two near documents, reads that are behind',
    near: pair,
    programs: [[check('a', 'A')], [check('b', 'B')]],
    stale: true,
    leases: 2,
  },
  {
    name: 'two near documents, a lost answer and a crash',
    near: pair,
    programs: [[check('a', 'A')], [check('b', 'B')]],
    timeouts: 1,
    crashes: 1,
  },
  {
    name: 'two near documents, two crashes',
    near: pair,
    programs: [[check('a', 'A')], [check('b', 'B')]],
    crashes: 2,
    leases: 1,
  },
  {
    name: 'equal contents',
    near: [],
    programs: [[check('a', 'A')], [check('b', 'A')]],
    timeouts: 1,
    leases: 1,
  },
  {
    name: 'a chain',
    near: chain,
    programs: [[check('a', 'A')], [check('b', 'B')], [check('c', 'C')]],
  },
  {
    name: 'a replacement',
    near: pair,
    programs: [[check('a', 'A'), check('a', 'X')], [check('b', 'B')]],
    leases: 1,
    stale: true,
  },
  {
    name: 'a replacement by what is near',
    near: pair,
    programs: [[check('a', 'X'), check('a', 'A')], [check('b', 'B')]],
    crashes: 1,
  },
  {
    name: 'two contents of one id',
    near: pair,
    programs: [[check('a', 'A')], [check('a', 'X')], [check('b', 'B')]],
  },
  {
    name: 'two contents of one id, reads that are behind',
    near: pair,
    programs: [[check('a', 'A')], [check('a', 'X')], [check('b', 'B')]],
    stale: true,
  },
  {
    name: 'a deletion',
    near: pair,
    programs: [[check('a', 'A'), remove('a')], [check('b', 'B')]],
    timeouts: 1,
  },
  {
    name: 'a deletion by another',
    near: pair,
    programs: [[check('a', 'A')], [remove('a')], [check('b', 'B')]],
    timeouts: 1,
  },
  {
    name: 'a retry',
    near: pair,
    programs: [[check('a', 'A'), check('a', 'A')], [remove('a')], [check('b', 'B')]],
  },
  {
    name: 'always beside a check',
    near: pair,
    programs: [[always('a', 'A')], [check('b', 'B')]],
    timeouts: 1,
    leases: 1,
  },
  {
    name: 'always twice',
    near: pair,
    programs: [[always('a', 'A')], [always('b', 'B')]],
    crashes: 1,
  },
  {
    name: 'an addition beside a check',
    near: pair,
    programs: [[add('a', 'A')], [check('b', 'B')]],
    timeouts: 1,
    leases: 1,
  },
  {
    name: 'a former version that is kept',
    near: pair,
    programs: [[check('a', 'X'), keep('a', 'A')], [check('b', 'B')]],
    leases: 1,
    stale: true,
  },
  {
    name: 'two contents of one id that may both be refused',
    near: pair,
    programs: [[keep('a', 'A')], [keep('a', 'X')], [check('b', 'B')]],
  },
  {
    name: 'a version that is stored before the match of another',
    near: pair,
    programs: [[check('a', 'A')], [check('a', 'X'), check('b', 'B')]],
    stale: true,
  },
  seenByAnother,
  {
    name: 'a deletion by another, reads that are behind',
    near: pair,
    programs: [[check('a', 'A')], [remove('a')], [check('b', 'B')]],
    stale: true,
  },
  {
    name: 'two who delete and store again',
    near: [],
    programs: [[add('a', 'A')], [remove('a'), check('a', 'A')], [check('a', 'A'), remove('a')]],
    stale: true,
  },
  {
    name: 'two similar documents, reads that are behind',
    near: [],
    similar: pair,
    programs: [[check('a', 'A')], [check('b', 'B')]],
    stale: true,
    leases: 2,
  },
  {
    name: 'two similar documents, a lost answer and a crash',
    near: [],
    similar: pair,
    programs: [[check('a', 'A')], [check('b', 'B')]],
    timeouts: 1,
    crashes: 1,
  },
  {
    name: 'a similar document and a replacement',
    near: [],
    similar: pair,
    programs: [[check('a', 'A'), check('a', 'X')], [check('b', 'B')]],
    leases: 1,
    stale: true,
  },
  {
    name: 'a chain of the same and the similar',
    near: pair,
    similar: [['B', 'C']],
    programs: [[check('a', 'A')], [check('b', 'B')], [check('c', 'C')]],
  },
  {
    name: 'two of the same beside a similar document',
    ...aside,
    programs: [[check('s', 'S'), check('a', 'A')], [check('b', 'B')]],
    stale: true,
  },
  {
    name: 'always beside a similar document',
    ...aside,
    programs: [[check('s', 'S'), always('a', 'A')], [check('b', 'B')]],
    leases: 1,
  },
  {
    name: 'checks that refuse more or less',
    near: pair,
    similar: [['B', 'C']],
    programs: [
      [check('a', 'A')],
      [{ ...check('b', 'B'), duplicateIf: 'exact' }],
      [{ ...check('c', 'C'), duplicateIf: 'similar' }],
    ],
  },
  vanishing,
  {
    name: 'expiry of a similar document',
    near: [],
    similar: pair,
    programs: [[add('a', 'A', 1)], [check('b', 'B')]],
    clockMax: 2,
  },
  expiry,
  ...replacements,
  ...families,
];

/** Cases that each leave out one rule, with the resulting fault. */
export const brokenCases: (Case & { readonly broken: Broken })[] = [
  { ...cases[0]!, broken: 'ignores undecided attempts' },
  {
    ...named('delete, replace'),
    programs: [[check('a', 'A')], [check('a', 'X'), remove('a')], [check('b', 'B')]],
    leases: 1,
    broken: 'removes the rows of registers',
  },
  {
    ...named('sighting'),
    programs: [[check('a', 'A'), check('a', 'A')], [check('a', 'X')], [check('b', 'B')]],
    broken: 'writes sightings into the register',
  },
  {
    ...named('a renewal'),
    programs: [[check('a', 'A', 1), check('a', 'A', 3)], [check('b', 'B')]],
    clockMax: 2,
    broken: 'ignores what has expired',
  },
  { ...expiry, broken: 'renews without rewriting the rows' },
  { ...cases[1]!, broken: 'withdraws while the outcome is unknown' },
  {
    ...named('delete'),
    programs: [[check('a', 'A')], [remove('a')]],
    timeouts: 1,
    broken: 'forgets what took effect',
  },
  { ...cases[7]!, stale: true, broken: 'concludes from reads that are not serial' },
  { ...cases[7]!, broken: 'grows younger with every try' },
  {
    ...named('always'),
    programs: [[always('a', 'A')], [check('b', 'B')]],
    broken: 'stores always without a look',
  },
  {
    ...named('similar'),
    ...{ near: [], similar: pair },
    programs: [[check('a', 'A')], [check('b', 'B')]],
    broken: 'ignores undecided attempts that are only similar',
  },
  {
    ...named('the same and the similar'),
    ...aside,
    programs: [[check('s', 'S'), check('a', 'A')], [check('b', 'B')]],
    broken: 'takes one similar match for all',
  },
  { ...vanishing, broken: 'forgets what it left out' },
  {
    ...named('a second read'),
    programs: [[check('a', 'A')], [check('a', 'X'), check('b', 'B')]],
    broken: 'refuses without a second read',
  },
  {
    ...named('another version'),
    programs: [[check('a', 'X'), check('a', 'A')], [check('b', 'B')]],
    broken: 'refuses another version of what is present',
  },
  { ...seenByAnother, broken: 'reads what was there before' },
  {
    ...named('a match that goes before the former version'),
    programs: [[add('a', 'X'), add('b', 'B'), remove('b'), remove('a')], [check('a', 'A')]],
    broken: 'looks before it reads',
  },
  { ...replacements[2]!, broken: 'changes what is being replaced' },
  { ...replacements[0]!, broken: 'takes a mark for a deletion' },
  { ...replacements[4]!, broken: 'marks what another has marked' },
  { ...replacements[6]!, broken: 'forgets what took effect' },
  { ...replacements[0]!, broken: 'replaces without a look at others' },
  { ...families[1]!, broken: 'counts without those under way' },
];

/**
 * Restarts from a quorum read after a refusal. A quorum may not know the refusing change yet, so some writers loop
 * forever.
 */
export const endless: Case = {
  ...cases[0]!,
  broken: 'starts again from reads that are not serial',
};

function named(name: string): Pick<Case, 'name' | 'near'> {
  return { name, near: pair };
}
