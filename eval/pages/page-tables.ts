import { table } from '../../harness/measure.js';

/** Fields of a reply to a check that the evaluation reads. */
export interface Answer {
  readonly decision: 'new' | 'similar' | 'duplicate' | 'changed' | 'unchanged';
  readonly stored: boolean;
  readonly duplicateOf: string | null;
}

/**
 * Copies of earlier pages: with all words equal, on the same host; equal without the lines that half of the host's newest
 * pages have; and equal without these on another host.
 */
export type CopyKind = 'equal' | 'sameHost' | 'elsewhere';

export interface Tally {
  readonly site: string;
  readonly decisions: Record<Answer['decision'] | 'rejected', number>;
  readonly lost: {
    /** Number of refused pages and `unchanged` revisits that were compared with the stored page. */
    judged: number;
    /** Number of these with a line that the stored page lacks. */
    all: number;
    /** Number of these with such a line that is not the site's. */
    own: number;
    /** Number of these where all such lines are exchanged ones. */
    exchanged: number;
  };
  readonly copies: Record<CopyKind, { refused: number; kept: number }>;
  readonly revisits: Record<'changed' | 'equal', { changed: number; unchanged: number }>;
}

export function emptyTally(site: string): Tally {
  return {
    site,
    decisions: { new: 0, similar: 0, duplicate: 0, changed: 0, unchanged: 0, rejected: 0 },
    lost: { judged: 0, all: 0, own: 0, exchanged: 0 },
    copies: {
      equal: { refused: 0, kept: 0 },
      sameHost: { refused: 0, kept: 0 },
      elsewhere: { refused: 0, kept: 0 },
    },
    revisits: {
      changed: { changed: 0, unchanged: 0 },
      equal: { changed: 0, unchanged: 0 },
    },
  };
}

export function tablesOf(tallies: readonly Tally[]): string {
  const rows = (cellsOf: (tally: Tally) => number[]) => {
    const cells = tallies.map(cellsOf);
    const sums = cells[0]!.map((_, column) => cells.reduce((sum, row) => sum + row[column]!, 0));
    return [...cells.map((row, index) => [tallies[index]!.site, ...row]), ['all', ...sums]];
  };
  const decisions = table(
    ['site', 'pages', 'new', 'similar', 'duplicate', 'changed', 'unchanged', 'rejected'],
    rows(({ decisions: counts }) => {
      const each = [counts.new, counts.similar, counts.duplicate, counts.changed];
      each.push(counts.unchanged, counts.rejected);
      return [each.reduce((sum, count) => sum + count, 0), ...each];
    }),
  );
  const lost = table(
    ['site', 'refused or unchanged', 'lost', 'without site lines', 'of these only exchanged'],
    rows((tally) => [tally.lost.judged, tally.lost.all, tally.lost.own, tally.lost.exchanged]),
  );
  const copies = table(
    [
      'site',
      ...['equal', 'of these kept', 'equal but for site lines', 'of these kept'],
      ...['on another host', 'of these kept'],
    ],
    rows(({ copies: { equal, sameHost, elsewhere } }) =>
      [equal, sameHost, elsewhere].flatMap(({ refused, kept }) => [refused + kept, kept]),
    ),
  );
  const revisits = table(
    ['site', 'revisits that differ', 'of these unchanged', 'equal', 'of these changed'],
    rows(({ revisits: { changed, equal } }) => [
      changed.changed + changed.unchanged,
      changed.unchanged,
      equal.changed + equal.unchanged,
      equal.changed,
    ]),
  );
  return [
    `\nDecisions\n\n${decisions}`,
    `\nLost pages: refused or unchanged, with a line that the stored page lacks\n\n${lost}`,
    `\nTrue copies\n\n${copies}`,
    `\nSecond versions\n\n${revisits}`,
  ].join('\n');
}
