import { isDeepStrictEqual } from 'node:util';
import type { Effect, Survey, Watched } from '../../src/protocol/attempt.js';
import { attemptState, type Register, resolved } from '../../src/protocol/protocol.js';
import { withDocument } from './changes.js';
import { resolvedIn } from './steps.js';
import {
  type Case,
  type CommittedMatch,
  type Judged,
  keysOf,
  matchOf,
  presentRegister,
  type Row,
  type Step,
  type SurveyInProgress,
  storedRegister,
  type World,
  writerOf,
} from './world.js';
import { answer, answeredIn, withWriter } from './writers.js';

/**
 * Performs the look before the announcement in one step. It may always see nothing, because documents may have appeared
 * after their keys were read, and it may see anything committed now.
 */
export function lookSteps(world: World, given: Case, index: number): World[] {
  const { foreseen } = world.writers[index]!;
  const looks =
    foreseen === null
      ? looksOf(world, given, index)
      : [{ committed: foreseen, replaced: [], after: world }];
  return looks.map(({ committed, replaced, after }) =>
    answer(after, given, index, { kind: 'survey', survey: { ...nothing, committed, replaced } }),
  );
}

/** Performs the look separately, for a writer that looks before it reads its own register. */
export function earlyLookSteps(world: World, given: Case, index: number): World[] {
  return looksOf(world, given, index).map(({ committed, after }) =>
    withWriter(after, index, { foreseen: committed, after: answeredIn(world) }),
  );
}

function looksOf(world: World, given: Case, index: number) {
  const { now } = world.writers[index]!;
  const step = stepInFlight(world, given, index);
  const rows = matchingRows(world, given, index);
  const seen = rows.flatMap((row) =>
    readsOf(world, given, row.id).flatMap(({ register, after }) => {
      if (attemptState(row, withoutMark(world, register), now) !== 'committed') return [];
      const match = { effect: effectIn(given, step, row), content: row.content, replaced: null };
      const replaced = isReplaced(step, row) ? [{ id: row.id, register }] : [];
      const committed = committedEffect(step, [match], true);
      return [{ committed, replaced, after }];
    }),
  );
  const present = rows.filter(
    (row) => attemptState(row, presentRegister(world, row.id), now) === 'committed',
  );
  const all = present.map((row) => ({
    ...{ effect: effectIn(given, step, row), content: row.content, replaced: null },
  }));
  const isFull = committedEffect(step, all, true) === 'full';
  const full = isFull ? [{ committed: 'full' as const, replaced: [], after: world }] : [];
  return [{ committed: nothing.committed, replaced: [], after: world }, ...seen, ...full];
}

/** A document replaced when the other register was read is absent; otherwise it was present before. */
const withoutMark = (world: World, register: Register) =>
  register.mark === null
    ? register
    : resolved(register, storedRegister(world, register.mark.id).register);

const nothing: Survey = {
  ...{ committed: 'none', replaced: [] },
  ...{ undecided: [], expired: [], rivals: [] },
};

const effectIn = (given: Case, step: Step, { content }: Row) =>
  matchOf(given, step, content) as CommittedMatch['effect'];

const isReplaced = ({ replaces = [] }: Step, { content }: Row) => replaces.includes(content);

/** Returns the combined effect of all committed matches. @param mayBeKeptOut no document is present under the id */
function committedEffect(
  { kind, keepPerFamily = Number.POSITIVE_INFINITY }: Step,
  committed: readonly CommittedMatch[],
  mayBeKeptOut: boolean,
): Effect {
  if (committed.some(({ effect }) => effect === 'refusing')) return 'refusing';
  if (committed.length === 0) return 'none';
  const contents = new Set(committed.map(({ content }) => content)).size;
  return mayBeKeptOut && kind !== 'add' && contents >= keepPerFamily ? 'full' : 'similar';
}

/** Reads one key or one register at a time. */
export function surveySteps(
  world: World,
  given: Case,
  index: number,
  among: readonly string[] | null,
): World[] {
  const writer = world.writers[index]!;
  const step = stepInFlight(world, given, index);
  const { content, kind } = step;
  const begun: SurveyInProgress = {
    ...{ keys: keysOf(given, content), found: [], committed: [], statuses: [] },
    ...{ reading: null, unsure: [] },
  };
  const survey = writer.survey ?? begun;
  if (given.broken === 'stores always without a look' && kind === 'always') {
    return [answer(world, given, index, { kind: 'survey', survey: nothing })];
  }
  const [key, ...keys] = survey.keys;
  if (key !== undefined) {
    const there = matchingRows(world, given, index).filter(
      (row) => row.key === key && (needsAll(step) || isAmong(row, among)),
    );
    return subsetsSeen(there, world.clock).map((seen) => {
      const fresh = seen.filter(({ attempt }) => !survey.found.some((f) => f.attempt === attempt));
      const found = [...survey.found, ...fresh];
      return withWriter(world, index, { survey: { ...survey, keys, found } });
    });
  }
  const [row] = survey.found;
  if (row === undefined) return surveyed(world, given, index, survey);
  if (survey.reading === null) {
    return registerReads(world, given, row).flatMap(({ register, after, serial }) =>
      register.mark === null
        ? judgedRow(after, given, index, { survey, register, other: null, serial })
        : [withWriter(after, index, { survey: { ...survey, reading: { register, serial } } })],
    );
  }
  const { register, serial } = survey.reading;
  const { id } = register.mark!;
  const reads = serial ? [serialRead(world, id)] : readsOf(world, given, id);
  return reads.flatMap(({ register: other, after }) =>
    judgedRow(after, given, index, {
      ...{ survey, other, serial },
      register: resolvedIn(given, register, other),
    }),
  );
}

/**
 * Returns true if a step counts or replaces matches. Such a step must read all committed matches in every survey, not
 * only in the first.
 */
const needsAll = ({ keepPerFamily, replaces }: Step) =>
  keepPerFamily !== undefined || replaces !== undefined;

const isAmong = ({ attempt }: Row, among: readonly string[] | null) =>
  among === null || among.includes(attempt);

interface RowRead {
  readonly survey: SurveyInProgress;
  /** Register of the first of its rows. */
  readonly register: Register;
  readonly other: Register | null;
  readonly serial: boolean;
}

function judgedRow(
  world: World,
  given: Case,
  index: number,
  { survey, register, other, serial }: RowRead,
): World[] {
  const writer = world.writers[index]!;
  const step = stepInFlight(world, given, index);
  const [row, ...found] = survey.found;
  const goOn = (changes: Partial<SurveyInProgress>) =>
    withWriter(world, index, { survey: { ...survey, found, reading: null, ...changes } });
  const status = attemptState(row!, register, writer.now);
  if (status === 'committed') {
    const effect = effectIn(given, step, row!);
    if (effect === 'refusing' && step.replaces === undefined) {
      const seen = { ...nothing, committed: effect };
      return [answer(world, given, index, { kind: 'survey', survey: seen })];
    }
    const { id } = row!;
    const match: CommittedMatch = {
      ...{ effect, content: step.keepPerFamily === undefined ? '' : row!.content },
      replaced: isReplaced(step, row!) ? { id, register, other } : null,
    };
    const isKnown = survey.committed.some((each) => isDeepStrictEqual(each, match));
    return [goOn(isKnown ? {} : { committed: [...survey.committed, match] })];
  }
  const { ask } = writer.machine!;
  if (ask.kind === 'survey' && !isAmong(row!, ask.among)) return [goOn({})];
  if (!serial && given.broken !== 'concludes from reads that are not serial') {
    // Beside a refusing match, and without replaced ones, it need not be read serially.
    if (step.replaces !== undefined) return [goOn({ unsure: [...survey.unsure, row!] })];
    return survey.reading === null ? [] : [goOn({ found: survey.found })];
  }
  const judged = status === 'dead' ? [] : [{ row: row!, status, register }];
  return [goOn({ statuses: [...survey.statuses, ...judged] })];
}

function surveyed(world: World, given: Case, index: number, survey: SurveyInProgress): World[] {
  const { committed: matches, statuses: judged, unsure } = survey;
  const step = stepInFlight(world, given, index);
  const { broken } = given;
  const { present, token } = world.writers[index]!.machine!;
  const committed = committedEffect(step, matches, present === 'absent');
  const isRefused = committed === 'refusing';
  const replaced = matches.flatMap(({ effect, replaced: each }) =>
    each !== null && (!isRefused || effect === 'refusing') ? [each] : [],
  );
  const isReplacing = replaced.length > 0 && broken !== 'replaces without a look at others';
  if (unsure.length > 0 && (!isRefused || isReplacing)) {
    return [withWriter(world, index, { survey: { ...survey, found: unsure, unsure: [] } })];
  }
  const counts = step.keepPerFamily !== undefined && broken !== 'counts without those under way';
  const statuses = judged.filter(({ row }) => {
    if (isRefused) return isReplacing;
    const mayBecome = matchOf(given, step, row.content);
    const isFirst = matches.length === 0;
    if (mayBecome === 'refusing') return isFirst || broken !== 'takes one similar match for all';
    if (broken === 'ignores undecided attempts that are only similar') return false;
    return isFirst || counts || isReplacing;
  });
  const rivals = replaced.flatMap(({ register: { mark }, other }) =>
    mark === null || mark.attempt === token ? [] : [{ ...mark, register: other! }],
  );
  const withStatus = (status: Judged['status']) =>
    statuses
      .filter((each) => each.status === status)
      .map(({ row: { attempt, id, base, priority }, register }) => ({
        ...{ attempt, id, base, priority, register },
      }));
  const ignores = broken === 'ignores undecided attempts';
  const marking = broken === 'marks what another has marked' ? [] : rivals;
  const undecided = ignores ? [] : withStatus('undecided');
  const expired = broken === 'ignores what has expired' ? [] : withStatus('expired');
  return watchedFor(world, [...undecided, ...marking]).map(({ after, watched }) => {
    const answered = {
      ...{ committed, undecided: watched.slice(0, undecided.length) },
      replaced: replaced.map(({ id, register }) => ({ id, register })),
      expired: expired.map((each) => ({ ...each, leaseOver: isGone(world, each.attempt) })),
      rivals: watched.slice(undecided.length),
    };
    return answer(after, given, index, { kind: 'survey', survey: answered });
  });
}

/** Returns attempts with their leases, which may end at any time. */
export function watchedFor(
  world: World,
  open: readonly Omit<Watched, 'leaseOver'>[],
): { readonly after: World; readonly watched: Watched[] }[] {
  const mayEnd = world.leases > 0 && open.some(({ attempt }) => !isGone(world, attempt));
  return (mayEnd ? [false, true] : [false]).map((isOver) => ({
    after: { ...world, leases: world.leases - Number(isOver) },
    watched: open.map((each) => ({
      ...each,
      leaseOver: isOver || isGone(world, each.attempt),
    })),
  }));
}

/** A writer that waits for a crashed one waits until the lease ends. */
function isGone({ writers }: World, attempt: string): boolean {
  return writers[writerOf(attempt)]!.crashed;
}

function matchingRows(world: World, given: Case, index: number): Row[] {
  const step = stepInFlight(world, given, index);
  return world.rows.filter(
    (row) => row.id !== step.id && matchOf(given, step, row.content) !== 'none',
  );
}

function stepInFlight(world: World, { programs }: Case, index: number): Step {
  return programs[index]![world.writers[index]!.at]!;
}

/** Returns the possible results of a read of these rows: each row that may be missed is present or not. */
function subsetsSeen([row, ...rows]: readonly Row[], clock: number): Row[][] {
  if (row === undefined) return [[]];
  const others = subsetsSeen(rows, clock);
  const withIt = others.map((subset) => [row, ...subset]);
  const mayMiss = row.inFlight || (row.until !== null && row.until <= clock);
  return mayMiss ? [...others, ...withIt] : withIt;
}

/** Result of a read, and the world after it. */
interface RegisterRead {
  readonly register: Register;
  readonly after: World;
}

/** Reads serially: afterwards, no pending write takes effect unseen. */
export function serialRead(world: World, id: string): RegisterRead {
  const { register, earlier } = storedRegister(world, id);
  return { register, after: earlier === null ? world : withDocument(world, id, register, null) };
}

/**
 * Reads at a quorum, which may return the state before an unacknowledged change. Once a read returned the change, all
 * later ones do: a read writes its result to a quorum before it answers.
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

/** Reads serially, or otherwise with a possibly stale result while a change is unacknowledged. */
function registerReads(world: World, given: Case, { id }: Row) {
  const serial = { ...serialRead(world, id), serial: true };
  if (given.stale !== true) return [serial];
  return [serial, ...readsOf(world, given, id).map((read) => ({ ...read, serial: false }))];
}
