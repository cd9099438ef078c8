import { table } from '../../harness/measure.js';
import { partKinds } from './part-pages.js';
import { classOf, lengthClasses } from './score-parts.js';
import { meanOf, type Tally } from './tally.js';

export interface PartAim {
  readonly name: string;
  readonly aim: string;
  readonly measured: string;
  /** Null if nothing was measured. */
  readonly met: boolean | null;
}

/** Returns the aims named in a section of the report. */
export function partAims(tally: Tally, sets: readonly string[]): PartAim[] {
  const shareOf = (title: string, name: string, least: number): PartAim => ({
    name: title,
    aim: `≥ ${least}`,
    measured: shareText(tally, name),
    met: isAtLeast(meanOf(tally, name), least),
  });
  const lengths = lengthClasses.filter((least) => least >= 50);
  const inside = (title: string, kind: string) => [
    shareOf(title, `all ${kind}`, 0.97),
    ...lengths.map((least) => shareOf(`… ${rangeOf(least)}`, `${kind}, ${classOf(least)}`, 0.97)),
  ];
  const halves = meanOf(tally, 'half decided');
  return [
    ...inside('stored text .8 inside the page', 'match inside'),
    ...inside('page .8 inside the stored text', 'page inside'),
    ...inside('either .8 inside the other', 'either inside'),
    shareOf('reported pairs, truly ≥ .6', '0.5, truly 0.6', 0.95),
    shareOf('… of the pairs that people listed', 'listed, truly 0.6', 0.95),
    ...partKinds.map(({ name, aim }) => worstSet(tally, { name, aim, sets })),
    {
      name: 'half inside, asked with .8: decided',
      aim: '≤ 0.01',
      measured: shareText(tally, 'half decided'),
      met: halves === null ? null : halves <= 0.01,
    },
  ];
}

export function aimTable(aims: readonly PartAim[]): string {
  const verdict = (met: boolean | null) => (met === null ? '–' : met ? 'met' : '**missed**');
  return table(
    ['', 'aim', 'measured', ''],
    aims.map(({ name, aim, measured, met }) => [name, aim, measured, verdict(met)]),
  );
}

function worstSet(
  tally: Tally,
  { name, aim, sets }: { name: string; aim: number; sets: readonly string[] },
): PartAim {
  const shares = sets
    .map((set) => ({ set, share: meanOf(tally, `${name}, ${set}`) }))
    .filter(({ share }) => share !== null);
  const worst = shares.toSorted((a, b) => a.share! - b.share!)[0];
  const missing = shares.filter(({ share }) => share! < aim).map(({ set }) => set);
  return {
    name: `${name}, on each set`,
    aim: `≥ ${aim}`,
    measured:
      worst === undefined
        ? 'nothing'
        : `${share(worst.share)} at least${missing.length > 0 ? ` (less: ${missing.join(', ')})` : ''}`,
    met: worst === undefined ? null : missing.length === 0,
  };
}

function isAtLeast(value: number | null, least: number): boolean | null {
  return value === null ? null : value >= least;
}

/** Formats a share with its sample size. */
export function shareText(tally: Tally, name: string): string {
  const counted = tally.get(name);
  return counted === undefined
    ? '–'
    : `${share(meanOf(tally, name))} (of ${counted.of.toLocaleString('en-US')})`;
}

/** Formats the length range of the stored text, in words. */
function rangeOf(least: number): string {
  const next = lengthClasses.find((each) => each > least);
  return next === undefined ? `${least} words or more` : `${least} to ${next - 1} words`;
}

/** Truncated instead of rounded, so that a narrow miss does not look complete. */
export function share(value: number | null): string {
  return value === null ? '–' : (Math.floor(value * 1000 + 1e-9) / 1000).toFixed(3);
}
