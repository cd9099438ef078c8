import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../harness/measure.js';
import type { Attack } from './attack.js';
import type { AttackerMessage } from './attacker.js';
import { type Child, startChild } from './child.js';
import type { HonestMessage } from './honest.js';
import type { HonestKind, Sample } from './honest-clients.js';
import { type AttackedService, startAttackedService } from './service.js';

/** `keys`: the attacker has a different key from the honest clients, or none; `open`: no client has a key. */
export type Mode = 'keys' | 'open';

export interface Trial {
  readonly attack: Attack;
  readonly mode: Mode;
  readonly honest: readonly HonestStatistics[];
  /** Count of each outcome of the attacker's connections. */
  readonly attacker: Readonly<Record<string, number>>;
  readonly residentMiB: number;
  readonly peakMiB: number;
  /** Growth of the database during the attack. */
  readonly writtenMiB: number;
  /** Reason for the exit of the service; null if it did not exit. */
  readonly ended: string | null;
}

export interface HonestStatistics {
  readonly kind: HonestKind;
  /** Number of requests since the start of the attack. */
  readonly requests: number;
  /** Count of each failure. */
  readonly failures: Readonly<Record<string, number>>;
  /** Number of failures after the pause following the attack. */
  readonly failedAfter: number;
  readonly p50Before: number;
  readonly p99Before: number;
  readonly p50: number;
  readonly p99: number;
  readonly p99After: number;
}

const settleMs = 1000;
const idleMs = 3000;
const pauseMs = 2000;
const afterMs = 2000;

/** Runs one attack on a separate service, with a few seconds before, during and after it. */
export async function tryAttack(
  attack: Attack,
  mode: Mode,
  program: string,
  seconds: number,
): Promise<Trial> {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
  const children: Child[] = [];
  const start = (file: string) => {
    const child = startChild(new URL(file, import.meta.url));
    children.push(child);
    return child;
  };
  let service: AttackedService | undefined;
  try {
    const scope = mode === 'open' ? undefined : (attack.scope ?? 'read');
    service = await startAttackedService(program, directory, scope);
    return await measure(attack, mode, seconds, service, start('honest.ts'), start('attacker.ts'));
  } finally {
    for (const child of children) await child.end();
    await service?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(
  attack: Attack,
  mode: Mode,
  seconds: number,
  service: AttackedService,
  honest: Child,
  attacker: Child,
): Promise<Trial> {
  const { url, keys } = service;
  const kinds: readonly HonestKind[] = ['checks', ...(attack.beside ?? [])];
  await honest.ask({
    begin: { url: url.href, key: keys.honest, kinds },
  } satisfies HonestMessage);
  await attacker.ask({
    kind: 'prepare',
    attack: attack.name,
    url: url.href,
    key: attack.scope === null ? null : keys.attacker,
    operatorKey: keys.operator,
  } satisfies AttackerMessage);
  await sleep(settleMs);

  const idleFrom = now();
  await sleep(idleMs);
  const residentMiB = service.residentMiB();
  const fileMiB = service.fileMiB();
  service.peakMiB();

  const attackFrom = now();
  await attacker.ask({ kind: 'begin' } satisfies AttackerMessage);
  await sleep(seconds * 1000);
  const counts = await attacker.ask<Trial['attacker']>({
    kind: 'stop',
  } satisfies AttackerMessage);
  await attacker.end();
  const attackTo = now();
  const writtenMiB = service.fileMiB() - fileMiB;

  await sleep(pauseMs);
  const afterFrom = now();
  await sleep(afterMs);
  const peakMiB = service.peakMiB();
  const samples = await honest.ask<Sample[]>({} satisfies HonestMessage);
  const during = (from: number, to: number) => (sample: Sample) =>
    sample.due >= from && sample.due < to;
  return {
    attack,
    mode,
    honest: kinds.map((kind) => {
      const all = samples.filter((sample) => sample.kind === kind);
      return statisticsOf(kind, {
        before: all.filter(during(idleFrom, attackFrom)),
        while: all.filter(during(attackFrom, attackTo)),
        pause: all.filter(during(attackTo, afterFrom)),
        after: all.filter(during(afterFrom, Number.POSITIVE_INFINITY)),
      });
    }),
    attacker: counts,
    residentMiB,
    peakMiB,
    writtenMiB,
    ended: service.ended(),
  };
}

function statisticsOf(
  kind: HonestKind,
  phases: Readonly<Record<'before' | 'while' | 'pause' | 'after', readonly Sample[]>>,
): HonestStatistics {
  const sent = [...phases.while, ...phases.pause, ...phases.after].filter((sample) => sample.sent);
  const failures: Record<string, number> = {};
  for (const { failure } of sent) {
    if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1;
  }
  const latency = (samples: readonly Sample[], share: number) =>
    quantile(
      samples.filter(isTime).map(({ latencyMs }) => latencyMs),
      share,
    );
  return {
    kind,
    requests: sent.length,
    failures,
    failedAfter: phases.after.filter(({ failure }) => failure !== null).length,
    p50Before: latency(phases.before, 0.5),
    p99Before: latency(phases.before, 0.99),
    p50: latency(phases.while, 0.5),
    p99: latency(phases.while, 0.99),
    p99After: latency(phases.after, 0.99),
  };
}

/** Tests if a sample counts as a latency. Refusals are fast; an unanswered request waited long. */
function isTime({ failure }: Sample): boolean {
  return failure === null || failure === 'no answer';
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
