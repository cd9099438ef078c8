import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { attacks } from '../../bench/attack/attacks.js';
import { brokenPromises, missedAims } from '../../bench/attack/report.js';
import type { HonestStatistics, Trial } from '../../bench/attack/trial.js';

const documented = readFileSync(
  new URL('../../docs/internals/attacks.md', import.meta.url),
  'utf8',
);

describe('attacks', () => {
  it('have different names', () => {
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  });

  it.each(attacks.map(({ name, does }) => [name, does]))('%s is in attacks.md', (name, does) => {
    expect(documented).toContain(`| \`${name}\` | ${does} |`);
  });
});

describe('aims', () => {
  const honest: HonestStatistics = {
    ...{ kind: 'checks', requests: 100, failures: {}, failedAfter: 0 },
    ...{ p50Before: 2, p99Before: 6, p50: 4, p99: 40, p99After: 7 },
  };
  const trial: Trial = {
    ...{ attack: attacks[0]!, mode: 'keys', honest: [honest], attacker: {} },
    ...{ residentMiB: 200, peakMiB: 300, writtenMiB: 0, ended: null },
  };
  const missedWith = (figures: Partial<HonestStatistics>) =>
    missedAims({ ...trial, honest: [{ ...honest, ...figures }] });

  it('are met by a service that keeps working', () => {
    expect(missedAims(trial)).toEqual([]);
  });

  it('are missed after failures, slow answers, too much memory or the end of the service', () => {
    expect(missedWith({ failures: { ECONNRESET: 2, '503 overloaded': 1 } })).toEqual([
      '3 checks failed',
    ]);
    expect(missedWith({ p99: 251 })).toEqual(['p99 of checks 251 ms']);
    expect(missedWith({ p99After: 27 })).toEqual(['checks not as before']);
    expect(missedWith({ failedAfter: 1 })).toEqual(['checks not as before']);
    expect(missedAims({ ...trial, peakMiB: 2000 })).toEqual(['2,000 MiB']);
    expect(missedAims({ ...trial, ended: 'SIGABRT' })).toEqual(['the service ended (SIGABRT)']);
  });

  it('are missed if the attacker gets a reply that its attack may not have', () => {
    const attack = { ...attacks[0]!, outcomes: /: 400$/ };
    const attacker = { 'two hosts: 400': 7, 'two hosts: 200': 1 };
    const broken = ['the attacker got "two hosts: 200"'];
    expect(brokenPromises({ ...trial, attack, attacker })).toEqual(broken);
    expect(missedAims({ ...trial, attack, attacker })).toEqual(broken);
  });

  it('allow requests for pages more time if the page threads are full', () => {
    const slow = { ...trial, honest: [{ ...honest, p99: 900 }] };
    expect(missedAims({ ...slow, attack: { ...attacks[0]!, fillsPages: true } })).toEqual([]);
  });
});
