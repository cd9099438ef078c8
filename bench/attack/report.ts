import { figure, table } from '../../harness/measure.js';
import type { HonestStatistics, Trial } from './trial.js';

const p99MaxMs = 250;
const p99MaxPagesMs = 1000;
const residentMaxMiB = 1.2 * 1024;
/** Maximum ratio of latencies after the attack to those before. */
const afterFactorMax = 2;
const afterSlackMs = 20;

export const aims = `aims: no honest request fails; p99 at most ${p99MaxMs} ms, ${p99MaxPagesMs} ms under attacks that fill the processes for pages; resident memory below ${figure(residentMaxMiB)} MiB; 2 s after the attack p99 at most ${afterFactorMax} times that of before, or ${afterSlackMs} ms more`;

/** Lists the promises broken under an attack, which depend on no speed; empty if there are none. */
export function brokenPromises({ attack, attacker, ended }: Trial): string[] {
  const broken = Object.keys(attacker).filter((each) => attack.outcomes?.test(each) === false);
  const outcomes = broken.map((each) => `the attacker got "${each}"`);
  return ended === null ? outcomes : [`the service ended (${ended})`, ...outcomes];
}

/** Lists the aims missed under an attack, in a few words each; empty if the service held. */
export function missedAims(trial: Trial): string[] {
  const { attack, honest, peakMiB } = trial;
  const missed = brokenPromises(trial);
  const p99Max = attack.fillsPages ? p99MaxPagesMs : p99MaxMs;
  for (const figures of honest) {
    const { kind, failures, failedAfter, p99, p99Before, p99After } = figures;
    const failed = sum(failures);
    if (failed > 0) missed.push(`${failed} ${kind} failed`);
    if (p99 > p99Max) missed.push(`p99 of ${kind} ${figure(p99)} ms`);
    const afterMax = Math.max(afterFactorMax * p99Before, p99Before + afterSlackMs);
    if (failedAfter > 0 || !(p99After <= afterMax)) missed.push(`${kind} not as before`);
  }
  if (peakMiB > residentMaxMiB) missed.push(`${figure(peakMiB)} MiB`);
  return missed;
}

/** Returns one row for each kind of honest client and attack. */
export function reportOf(trials: readonly Trial[]): string {
  const head = [
    ...['attack', 'keys', 'honest', 'requests', 'failed', 'p50 ms, before', 'during'],
    ...['p99 ms, before', 'during', 'after', "attacker's replies", 'MiB before', 'peak'],
    ...['MiB written', 'aims'],
  ];
  return table(
    head,
    trials.flatMap((trial) => trial.honest.map((figures) => rowOf(trial, figures))),
  );
}

/** Compares the same attacks on two builds. */
export function comparisonOf(before: readonly Trial[], after: readonly Trial[]): string {
  const head = [
    ...['attack', 'keys', 'honest', 'idle p99 ms', 'p99 ms, before', 'after'],
    ...['failed of, before', 'after', 'peak MiB, before', 'after', 'aims'],
  ];
  const rows = after.flatMap((trial, i) =>
    trial.honest.map((figures, kind) => {
      const other = before[i]!;
      const earlier = other.honest[kind]!;
      const missed = missedAims({ ...trial, honest: [figures] });
      return [
        ...[trial.attack.name, trial.mode === 'keys' ? 'yes' : 'no', figures.kind],
        ...[figures.p99Before, earlier.p99, figures.p99].map(milliseconds),
        ...[earlier, figures].map(failedOf),
        `${Math.round(other.peakMiB)}${other.ended === null ? '' : ', then it ended'}`,
        `${Math.round(trial.peakMiB)}${trial.ended === null ? '' : ', then it ended'}`,
        missed.length === 0 ? 'met' : missed.join('; '),
      ];
    }),
  );
  return table(head, rows);
}

function failedOf({ failures, requests }: HonestStatistics): string {
  return `${sum(failures).toLocaleString('en-US')} of ${requests.toLocaleString('en-US')}`;
}

function rowOf(trial: Trial, figures: HonestStatistics): (string | number)[] {
  const missed = missedAims({ ...trial, honest: [figures] });
  return [
    trial.attack.name,
    trial.mode === 'keys' ? 'yes' : 'no',
    figures.kind,
    figures.requests,
    listOf(figures.failures) || '0',
    milliseconds(figures.p50Before),
    milliseconds(figures.p50),
    milliseconds(figures.p99Before),
    milliseconds(figures.p99),
    milliseconds(figures.p99After),
    listOf(trial.attacker) || '–',
    Math.round(trial.residentMiB),
    Math.round(trial.peakMiB),
    Math.round(trial.writtenMiB),
    missed.length === 0 ? 'met' : missed.join('; '),
  ];
}

function listOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${what}: ${count.toLocaleString('en-US')}`)
    .join(', ');
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function milliseconds(value: number): string {
  return Number.isNaN(value) ? '–' : figure(value);
}
