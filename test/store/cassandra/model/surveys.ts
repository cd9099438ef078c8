import type { Watched } from '../../../../src/store/cassandra/protocol/attempt.js';
import { fateOf, type Register } from '../../../../src/store/cassandra/protocol/protocol.js';
import {
  type Case,
  type Judged,
  keysOf,
  matchOf,
  type Row,
  type Step,
  type SurveyInProgress,
  storedRegister,
  type World,
  writerOf,
} from './world.js';
import { answer, withWriter } from './writers.js';

/**
 * The look before the announcement in one step: it may always see nothing, for what is there may
 * have come after its keys were read; and it may see whatever is committed now.
 */
export function lookSteps(world: World, given: Case, index: number): World[] {
  const { now } = world.writers[index]!;
  const step = stepUnderWay(world, given, index);
  const seen = matchingRows(world, given, index).flatMap(({ id, content, ...row }) => {
    const registers = registersSeen(world, id);
    const isCommitted = registers.some((each) => fateOf(row, each, now) === 'committed');
    return isCommitted ? [matchOf(given, step, content)] : [];
  });
  return [...new Set([nothing.committed, ...seen])].map((committed) =>
    answer(world, given, index, { kind: 'survey', survey: { ...nothing, committed } }),
  );
}

const nothing = { committed: 'none', undecided: [], expired: [] } as const;

/** One key, or one register, at a time. */
export function surveySteps(
  world: World,
  given: Case,
  index: number,
  among: readonly string[] | null,
): World[] {
  const writer = world.writers[index]!;
  const step = stepUnderWay(world, given, index);
  const { content, kind } = step;
  const begun = { keys: keysOf(given, content), found: [], similar: false, statuses: [] };
  const survey = writer.survey ?? begun;
  if (given.broken === 'stores always without a look' && kind === 'always') {
    return [answer(world, given, index, { kind: 'survey', survey: nothing })];
  }
  const [key, ...keys] = survey.keys;
  if (key !== undefined) {
    const there = matchingRows(world, given, index).filter(
      (row) => row.key === key && (among === null || among.includes(row.attempt)),
    );
    return subsetsSeen(there, world.clock).map((seen) => {
      const fresh = seen.filter(({ attempt }) => !survey.found.some((f) => f.attempt === attempt));
      const found = [...survey.found, ...fresh];
      return withWriter(world, index, { survey: { ...survey, keys, found } });
    });
  }
  const [row, ...found] = survey.found;
  if (row === undefined) return surveyed(world, given, index, survey);
  return registerReads(world, given, row).flatMap(({ register, serial }) => {
    const status = fateOf(row, register, writer.now);
    if (status === 'committed') {
      const committed = matchOf(given, step, row.content);
      if (committed === 'similar') {
        return [withWriter(world, index, { survey: { ...survey, found, similar: true } })];
      }
      return [answer(world, given, index, { kind: 'survey', survey: { ...nothing, committed } })];
    }
    if (!serial && given.broken !== 'concludes from reads that are not serial') return [];
    const judged = status === 'dead' ? [] : [{ row, status, register }];
    const statuses = [...survey.statuses, ...judged];
    return [withWriter(world, index, { survey: { ...survey, found, statuses } })];
  });
}

function surveyed(
  world: World,
  given: Case,
  index: number,
  { similar, statuses: judged }: SurveyInProgress,
): World[] {
  const step = stepUnderWay(world, given, index);
  const { broken } = given;
  const statuses = judged.filter(({ row }) => {
    const mayBecome = matchOf(given, step, row.content);
    if (mayBecome === 'refusing') return !similar || broken !== 'takes one similar match for all';
    return !similar && broken !== 'ignores undecided attempts that are only similar';
  });
  const watched = (status: Judged['status'], leaseOver: boolean): Watched[] =>
    statuses
      .filter((each) => each.status === status)
      .map(({ row, register }) => {
        const { attempt, id, base, priority } = row;
        const gone = isGone(world, attempt);
        return { attempt, id, base, priority, register, leaseOver: leaseOver || gone };
      });
  const expired = given.broken === 'ignores what has expired' ? [] : watched('expired', false);
  const ignores = given.broken === 'ignores undecided attempts';
  const mayEnd =
    world.leases > 0 && watched('undecided', false).some(({ leaseOver }) => !leaseOver);
  return (mayEnd ? [false, true] : [false]).map((leaseOver) => {
    const undecided = ignores ? [] : watched('undecided', leaseOver);
    const leases = world.leases - Number(leaseOver);
    const committed = similar ? 'similar' : 'none';
    const survey = { committed, undecided, expired } as const;
    return answer({ ...world, leases }, given, index, { kind: 'survey', survey });
  });
}

/** Whoever waits for a writer that crashed waits until the lease is over. */
function isGone({ writers }: World, attempt: string): boolean {
  return writers[writerOf(attempt)]!.crashed;
}

function matchingRows(world: World, given: Case, index: number): Row[] {
  const step = stepUnderWay(world, given, index);
  return world.rows.filter(
    (row) => row.id !== step.id && matchOf(given, step, row.content) !== 'none',
  );
}

function stepUnderWay(world: World, { programs }: Case, index: number): Step {
  return programs[index]![world.writers[index]!.at]!;
}

/** What a read of these rows may give: each that may be missed is there or not. */
function subsetsSeen([row, ...rows]: readonly Row[], clock: number): Row[][] {
  if (row === undefined) return [[]];
  const others = subsetsSeen(rows, clock);
  const withIt = others.map((subset) => [row, ...subset]);
  const mayMiss = row.inFlight || (row.until !== null && row.until <= clock);
  return mayMiss ? [...others, ...withIt] : withIt;
}

export function registersSeen(world: World, id: string): Register[] {
  const { register, earlier } = storedRegister(world, id);
  return earlier === null ? [register] : [register, earlier];
}

/** A serial read, or another one, which may be behind as long as a change is not acknowledged. */
function registerReads(world: World, given: Case, { id }: Row) {
  const serial = { register: storedRegister(world, id).register, serial: true };
  if (given.stale !== true) return [serial];
  return [serial, ...registersSeen(world, id).map((register) => ({ register, serial: false }))];
}
