import type { Watched } from '../../../../src/store/cassandra/protocol/attempt.js';
import { fateOf, type Register } from '../../../../src/store/cassandra/protocol/protocol.js';
import { withDocument } from './changes.js';
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
import { answer, answeredIn, withWriter } from './writers.js';

/**
 * The look before the announcement in one step: it may always see nothing, for what is there may
 * have come after its keys were read; and it may see whatever is committed now.
 */
export function lookSteps(world: World, given: Case, index: number): World[] {
  const { foreseen } = world.writers[index]!;
  const looks =
    foreseen === null ? looksOf(world, given, index) : [{ committed: foreseen, after: world }];
  return looks.map(({ committed, after }) =>
    answer(after, given, index, { kind: 'survey', survey: { ...nothing, committed } }),
  );
}

/** Whoever looks before it reads its own register does so in a step of its own. */
export function earlyLookSteps(world: World, given: Case, index: number): World[] {
  return looksOf(world, given, index).map(({ committed, after }) =>
    withWriter(after, index, { foreseen: committed, after: answeredIn(world) }),
  );
}

function looksOf(world: World, given: Case, index: number) {
  const { now } = world.writers[index]!;
  const step = stepUnderWay(world, given, index);
  const seen = matchingRows(world, given, index).flatMap(({ id, content, ...row }) =>
    readsOf(world, given, id)
      .filter(({ register }) => fateOf(row, register, now) === 'committed')
      .map(({ after }) => ({ committed: matchOf(given, step, content), after })),
  );
  return [{ committed: nothing.committed, after: world }, ...seen];
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
  return registerReads(world, given, row).flatMap(({ register, after, serial }) => {
    const status = fateOf(row, register, writer.now);
    if (status === 'committed') {
      const committed = matchOf(given, step, row.content);
      if (committed === 'similar') {
        return [withWriter(after, index, { survey: { ...survey, found, similar: true } })];
      }
      return [answer(after, given, index, { kind: 'survey', survey: { ...nothing, committed } })];
    }
    if (!serial && given.broken !== 'concludes from reads that are not serial') return [];
    const judged = status === 'dead' ? [] : [{ row, status, register }];
    const statuses = [...survey.statuses, ...judged];
    return [withWriter(after, index, { survey: { ...survey, found, statuses } })];
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

/** What a read gives, and the world after it. */
interface RegisterRead {
  readonly register: Register;
  readonly after: World;
}

/** A read of which no write that is under way takes effect unseen. */
export function serialRead(world: World, id: string): RegisterRead {
  const { register, earlier } = storedRegister(world, id);
  return { register, after: earlier === null ? world : withDocument(world, id, register, null) };
}

/**
 * A read by a quorum may give what was there before a change that is not acknowledged. Once a read gave
 * the change, all later ones do: before it answers, it writes to a quorum what it gives.
 */
export function readsOf(world: World, given: Case, id: string): RegisterRead[] {
  const { register, earlier } = storedRegister(world, id);
  if (earlier === null) return [{ register, after: world }];
  const mayGoBack =
    given.broken === 'reads what was there before' ||
    given.broken === 'concludes from reads that are not serial';
  const latest = mayGoBack ? { register, after: world } : serialRead(world, id);
  return [latest, { register: earlier, after: world }];
}

/** A serial read, or another one, which may be behind as long as a change is not acknowledged. */
function registerReads(world: World, given: Case, { id }: Row) {
  const serial = { ...serialRead(world, id), serial: true };
  if (given.stale !== true) return [serial];
  return [serial, ...readsOf(world, given, id).map((read) => ({ ...read, serial: false }))];
}
