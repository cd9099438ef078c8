import type { Watched } from '../../../../src/store/cassandra/protocol/attempt.js';
import { fateOf, type Register } from '../../../../src/store/cassandra/protocol/protocol.js';
import {
  areNear,
  type Case,
  type Judged,
  keysOf,
  type Row,
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
  const seen = matchingRows(world, given, index).some(({ id, ...row }) =>
    registersSeen(world, id).some((each) => fateOf(row, each, now) === 'committed'),
  );
  return (seen ? [true, false] : [false]).map((committed) =>
    answer(world, given, index, { kind: 'survey', survey: { ...nothing, committed } }),
  );
}

const nothing = { committed: false, undecided: [], expired: [] };

/** One key, or one register, at a time. */
export function surveySteps(
  world: World,
  given: Case,
  index: number,
  among: readonly string[] | null,
): World[] {
  const writer = world.writers[index]!;
  const { content, kind } = given.programs[index]![writer.at]!;
  const survey = writer.survey ?? { keys: keysOf(given, content), found: [], statuses: [] };
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
  if (row === undefined) return surveyed(world, given, index, survey.statuses);
  return registerReads(world, given, row).flatMap(({ register, serial }) => {
    const status = fateOf(row, register, writer.now);
    if (status === 'committed') {
      const committed = { ...nothing, committed: true };
      return [answer(world, given, index, { kind: 'survey', survey: committed })];
    }
    if (!serial && given.broken !== 'concludes from reads that are not serial') return [];
    const judged = status === 'dead' ? [] : [{ row, status, register }];
    const statuses = [...survey.statuses, ...judged];
    return [withWriter(world, index, { survey: { ...survey, found, statuses } })];
  });
}

function surveyed(world: World, given: Case, index: number, statuses: readonly Judged[]): World[] {
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
    const survey = { committed: false, undecided, expired };
    return answer({ ...world, leases }, given, index, { kind: 'survey', survey });
  });
}

/** Whoever waits for a writer that crashed waits until the lease is over. */
function isGone({ writers }: World, attempt: string): boolean {
  return writers[writerOf(attempt)]!.crashed;
}

function matchingRows(world: World, given: Case, index: number): Row[] {
  const { id, content } = given.programs[index]![world.writers[index]!.at]!;
  return world.rows.filter((row) => row.id !== id && areNear(given, row.content, content));
}

/** What a read of these rows may give: each that may be missed is there or not. */
function subsetsSeen([row, ...rows]: readonly Row[], clock: number): Row[][] {
  if (row === undefined) return [[]];
  const others = subsetsSeen(rows, clock);
  const withIt = others.map((subset) => [row, ...subset]);
  const mayMiss = row.inFlight || (row.until !== null && row.until <= clock);
  return mayMiss ? [...others, ...withIt] : withIt;
}

function registersSeen(world: World, id: string): Register[] {
  const { register, earlier } = storedRegister(world, id);
  return earlier === null ? [register] : [register, earlier];
}

/** A serial read, or another one, which may be behind as long as a change is not acknowledged. */
function registerReads(world: World, given: Case, { id }: Row) {
  const serial = { register: storedRegister(world, id).register, serial: true };
  if (given.stale !== true) return [serial];
  return [serial, ...registersSeen(world, id).map((register) => ({ register, serial: false }))];
}
