import type { Present } from '../../../../src/matching/decide.js';
import { type Ask, begin, type Watched } from '../../src/protocol/attempt.js';
import { isExpired, type Register, resolved } from '../../src/protocol/protocol.js';
import { changeSteps, clearingSteps, clockSteps, ghostSteps } from './changes.js';
import {
  earlyLookSteps,
  lookSteps,
  readsOf,
  serialRead,
  surveySteps,
  watchedFor,
} from './surveys.js';
import { type Case, type MarkedRead, nameOf, type Step, stepOf, type World } from './world.js';
import { answer, answeredIn, untilOf, withWriter } from './writers.js';

/** Returns every possible next world. */
export function nextWorlds(world: World, given: Case): World[] {
  return [
    ...world.writers.flatMap((_, index) => stepsOf(world, given, index)),
    ...ghostSteps(world, given),
    ...clearingSteps(world),
    ...clockSteps(world, given),
  ];
}

export function isFinished(world: World, { programs }: Case): boolean {
  return world.writers.every(({ crashed, at }, index) => crashed || at === programs[index]!.length);
}

function stepsOf(world: World, given: Case, index: number): World[] {
  const writer = world.writers[index]!;
  const step = given.programs[index]![writer.at];
  if (writer.crashed || step === undefined) return [];
  if (given.broken === 'looks before it reads' && writer.machine === null) {
    if (writer.foreseen === null) return earlyLookSteps(world, given, index);
  }
  if (writer.machine === null) {
    const started = startOf(world, given, index, step);
    return readSteps(started, given, index, false);
  }
  const crashed = world.crashes > 0 ? [crash(world, index, step)] : [];
  return [...crashed, ...answersTo(world, given, index)];
}

/** Begins an operation with its first read. */
function startOf(world: World, given: Case, index: number, step: Step): World {
  const { foreseen, after: earlier } = world.writers[index]!;
  const after = foreseen === null ? answeredIn(world) : earlier;
  const { kind, id } = step;
  const expiresAt = step.expiresAt ?? null;
  const priority = priorityOf(index);
  const keepFormer =
    step.keepFormer === true || given.broken === 'refuses another version of what is present';
  const machine = begin({ kind, id, expiresAt, keepFormer, token: null, priority });
  return withWriter(world, index, { machine, now: world.clock, after });
}

/** Priorities by the number of the writer, which is both the worst and the best order. */
const priorityOf = (index: number) => `p${index}`;

function crash(world: World, index: number, step: Step): World {
  const { at, now, after, results } = world.writers[index]!;
  const result = { name: nameOf(index, at), step, now, outcome: null, after };
  const crashed = {
    crashed: true,
    machine: null,
    survey: null,
    reading: null,
    results: [...results, result],
  };
  return withWriter({ ...world, crashes: world.crashes - 1 }, index, crashed);
}

function answersTo(world: World, given: Case, index: number): World[] {
  const { machine, reading } = world.writers[index]!;
  if (reading !== null) return markReadSteps(world, given, index, reading);
  const { ask } = machine!;
  switch (ask.kind) {
    case 'read':
      return readSteps(world, given, index, ask.serially);
    case 'survey':
      return surveySteps(world, given, index, ask.among);
    case 'look':
      return lookSteps(world, given, index);
    case 'announce':
      return [announced(world, given, index, ask)];
    case 'rewrite':
      return [rewrite(world, given, index, ask.attempt)];
    case 'change':
      return changeSteps(world, given, index, ask);
    case 'withdraw': {
      const rows = world.rows.filter(({ attempt }) => attempt !== ask.attempt);
      return [answer({ ...world, rows }, given, index, { kind: 'ok' })];
    }
    case 'wait':
      return [answer(world, given, index, { kind: 'ok' })];
    default:
      throw new Error(`Nothing answers ${ask.kind}`);
  }
}

function readSteps(world: World, given: Case, index: number, serially: boolean): World[] {
  const { machine } = world.writers[index]!;
  const { id } = machine!.operation;
  const keeps = given.broken === 'refuses without a second read' && machine!.phase === 'confirming';
  const serial = serially && given.broken !== 'starts again from reads that are not serial';
  const reads = serial ? [serialRead(world, id)] : readsOf(world, given, id);
  return reads.map((read) => {
    const register = keeps ? machine!.base : read.register;
    if (register.mark !== null) {
      return withWriter(read.after, index, { reading: { register, serial } });
    }
    return answerRead(read.after, given, index, register, null);
  });
}

function markReadSteps(
  world: World,
  given: Case,
  index: number,
  { register, serial }: MarkedRead,
): World[] {
  const { id } = register.mark!;
  const reads = serial ? [serialRead(world, id)] : readsOf(world, given, id);
  return reads.flatMap((read) => {
    const other = read.register;
    const own = resolvedIn(given, register, other);
    if (own.mark === null || given.broken === 'changes what is being replaced') {
      return [answerRead(read.after, given, index, own, null)];
    }
    return watchedFor(read.after, [{ ...own.mark, register: other }]).map(({ after, watched }) =>
      answerRead(after, given, index, own, watched[0]!),
    );
  });
}

/** Resolves the mark of a register, as `resolved` does. */
export function resolvedIn(given: Case, register: Register, other: Register): Register {
  if (given.broken !== 'takes a mark for a deletion') return resolved(register, other);
  return { ...register, current: null, expiresAt: null, mark: null };
}

function answerRead(
  world: World,
  given: Case,
  index: number,
  register: Register,
  replacing: Watched | null,
): World {
  const { now, at } = world.writers[index]!;
  const present = presentOf(given, register, given.programs[index]![at]!.content, now);
  return answer(world, given, index, { kind: 'read', register, present, replacing });
}

function presentOf(given: Case, register: Register, content: string, now: number): Present {
  if (register.current === null || isExpired(register, now)) return 'absent';
  return stepOf(given, register.current).content === content ? 'same' : 'other';
}

type Announcement = Ask & { kind: 'announce' };

function announced(world: World, given: Case, index: number, { attempt }: Announcement): World {
  const rows = world.rows.map((row) =>
    row.attempt === attempt.attempt ? { ...row, inFlight: false } : row,
  );
  return answer({ ...world, rows }, given, index, { kind: 'ok' });
}

function rewrite(world: World, given: Case, index: number, attempt: string): World {
  const until = untilOf(given.programs[index]![world.writers[index]!.at]!.expiresAt);
  const keeps = given.broken === 'renews without rewriting the rows';
  const rows = world.rows.map((row) =>
    row.attempt === attempt && !keeps ? { ...row, until } : row,
  );
  return answer({ ...world, rows }, given, index, { kind: 'ok' });
}
