import { figure, table } from '../../harness/measure.js';
import { partKinds } from './part-pages.js';
import { classOf, lengthClasses, type PartSettings } from './score-parts.js';
import { meanOf, sumOf, type Tally, worstOf } from './tally.js';

export interface Measured {
  readonly settings: PartSettings;
  readonly tally: Tally;
}

export interface PartAim {
  readonly name: string;
  readonly aim: string;
  readonly value: number | null;
  readonly met: boolean;
}

export function partAims(tally: Tally, sets: readonly string[]): PartAim[] {
  const aim = (title: string, name: string, least: number): PartAim => {
    const value = meanOf(tally, name);
    return { name: title, aim: `≥ ${least}`, value, met: (value ?? 1) >= least };
  };
  const halves = meanOf(tally, 'half decided');
  return [
    ...lengthClasses
      .filter((least) => least >= 50)
      .map((least) =>
        aim(`stored text of ${classOf(least)} or more`, `match inside, ${classOf(least)}`, 0.97),
      ),
    aim('listed pairs that are reported and truly ≥ .6', 'listed, truly 0.6', 0.95),
    ...partKinds.flatMap(({ name, aim: least }) =>
      sets.map((set) => aim(`${name}, ${set}`, `${name}, ${set}`, least)),
    ),
    { name: 'half inside, decided', aim: '≤ 0.01', value: halves, met: (halves ?? 0) <= 0.01 },
  ];
}

export function aimTable(aims: readonly PartAim[]): string {
  return table(
    ['', 'aim', 'measured', ''],
    aims.map(({ name, aim, value, met }) => [name, aim, share(value), met ? 'met' : 'MISSED']),
  );
}

export function lengthTable(tally: Tally): string {
  const cell = (name: string) => {
    const counted = tally.get(name);
    return counted === undefined ? '–' : `${share(meanOf(tally, name))} (of ${counted.of})`;
  };
  return table(
    ['words', 'stored text in page', 'page in stored text', 'slice of stored text, decided'],
    lengthClasses.map((least) => {
      const name = classOf(least);
      const columns = ['match inside', 'page inside', 'slice decided'];
      return [`from ${least}`, ...columns.map((column) => cell(`${column}, ${name}`))];
    }),
  );
}

export function pageTable(tally: Tally, sets: readonly string[]): string {
  const cells = (name: string) => sets.map((set) => share(meanOf(tally, `${name}, ${set}`)));
  return table(
    ['page', ...sets],
    partKinds.map(({ name }) => [name, ...cells(name)]),
  );
}

export function costTable(tally: Tally): string {
  const mean = (name: string) => figure(meanOf(tally, name)!);
  const rows = ['postings', 'look-ups', 'postings read', 'wrong'].map((name) => [name, mean(name)]);
  const precise = ['0.4', '0.5', '0.6'].map((least) => [
    `reported, truly ≥ ${least}`,
    share(meanOf(tally, `reported, truly ${least}`)),
  ]);
  return table(['', 'mean'], [...rows, ...precise]);
}

/** One row for each layout. Of pages, the share over all sets and, in brackets, of the worst set. */
export function settingsTable(measured: readonly Measured[]): string {
  return table(
    [
      'words',
      'one in',
      'least',
      'common',
      'postings',
      'look-ups',
      'read',
      'text in page',
      'page in text',
      'listed',
      'all ≥ .5',
      ...partKinds.map(({ name }) => name),
      'wrong',
      'half decided',
    ],
    measured.map(({ settings, tally }) => [
      settings.words,
      settings.oneIn,
      settings.least,
      Number.isFinite(settings.commonFrom) ? settings.commonFrom : 'never',
      ...['postings', 'look-ups', 'postings read'].map((name) => figure(meanOf(tally, name)!)),
      share(sumOf(tally, 'match inside, ')),
      share(sumOf(tally, 'page inside, ')),
      share(meanOf(tally, 'listed, truly 0.6')),
      share(meanOf(tally, 'reported, truly 0.5')),
      ...partKinds.map(
        ({ name }) => `${share(sumOf(tally, `${name}, `))} (${share(worstOf(tally, `${name}, `))})`,
      ),
      share(meanOf(tally, 'wrong')),
      share(meanOf(tally, 'half decided')),
    ]),
  );
}

function share(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}
