/**
 * Attacks the built service while honest clients use it: `npm run bench -- attack [NAME …] [--seconds 8] [--mode
 * keys|open] [--program dist/main.js] [--against FILE] [--strict]`
 *
 * 16 honest clients send a check every 20 ms each from the attacker's address: with a separate key (`keys`), or without
 * keys (`open`). Every attack has a separate service with 512 MiB of heap. Each row has the latencies before, during
 * and after the attack. `--program` attacks another build. `--against` alternates between another build and this one,
 * and adds a second table for both. The exit code is 1 if the service ended, or if an attacker got a reply that its attack
 * may not have; with `--strict` also for a missed aim.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compiledFile } from '../src/package-facts.js';
import type { Attack } from './attack/attack.js';
import { attacks } from './attack/attacks.js';
import { aims, brokenPromises, comparisonOf, missedAims, reportOf } from './attack/report.js';
import { type Mode, type Trial, tryAttack } from './attack/trial.js';

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '8' },
    mode: { type: 'string' },
    against: { type: 'string' },
    program: { type: 'string', default: compiledFile('main.js').pathname },
    strict: { type: 'boolean', default: false },
  },
});
const modes = (['keys', 'open'] as const).filter(
  (mode) => options.mode === undefined || options.mode === mode,
);
const chosen = attacks.filter(({ name }) => names.length === 0 || names.includes(name));
const unknown = names.filter((name) => attacks.every((attack) => attack.name !== name));
if (unknown.length > 0 || modes.length === 0) {
  const known = attacks.map(({ name }) => name).join(', ');
  process.stderr.write(`Unknown: ${[...unknown, options.mode].join(' ')}. Attacks: ${known}\n`);
  process.exitCode = 2;
} else {
  await attackAll();
}

async function attackAll(): Promise<void> {
  const trials: Trial[] = [];
  const others: Trial[] = [];
  for (const attack of chosen) {
    for (const mode of modes) {
      if (options.against !== undefined)
        others.push(await attackOnce(attack, mode, options.against));
      trials.push(await attackOnce(attack, mode, options.program));
    }
  }
  process.stdout.write(`${reportOf(trials)}\n\n${aims}\n`);
  if (others.length > 0) process.stdout.write(`\n${comparisonOf(others, trials)}\n`);
  const missed = options.strict ? missedAims : brokenPromises;
  if (trials.some((trial) => missed(trial).length > 0)) process.exitCode = 1;
}

async function attackOnce(attack: Attack, mode: Mode, program: string): Promise<Trial> {
  process.stderr.write(`${attack.name}, ${describe(mode)}, ${program} …`);
  const trial = await tryAttack(attack, mode, resolve(program), Number(options.seconds));
  process.stderr.write(` ${missedAims(trial).join('; ') || 'held'}\n`);
  return trial;
}

function describe(mode: Mode): string {
  return mode === 'keys' ? 'with keys' : 'without keys';
}
