import {
  type Answer,
  type Ask,
  advance,
  begin,
  type ChangeResult,
  type Machine,
  type Present,
  type Watched,
} from '../../../../src/store/cassandra/attempt.js';
import {
  fateOf,
  isExpired,
  noRegister,
  type Register,
} from '../../../../src/store/cassandra/protocol.js';
import {
  areNear,
  type Case,
  type Change,
  type Judged,
  keysOf,
  nameOf,
  type Row,
  type Step,
  stepOf,
  storedRegister,
  type World,
  type Writer,
  writerOf,
} from './world.js';

/** Every world that may come next. */
export function nextWorlds(world: World, given: Case): World[] {
  return [
    ...world.writers.flatMap((_, index) => stepsOf(world, given, index)),
    ...ghostSteps(world, given),
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
  if (writer.machine === null) return readSteps(startOf(world, index, step), given, index);
  const crashed = world.crashes > 0 ? [crash(world, index, step)] : [];
  return [...crashed, ...answersTo(world, given, index)];
}

/** An operation begins with its first read. */
function startOf(world: World, index: number, step: Step): World {
  const after = world.writers.flatMap(({ results }) =>
    results.filter(({ outcome }) => outcome !== null).map(({ name }) => name),
  );
  const { kind, id } = step;
  const expiresAt = step.expiresAt ?? null;
  const machine = begin({ kind, id, expiresAt, priority: priorityOf(index) });
  return withWriter(world, index, { machine, now: world.clock, after });
}

/** Writers are numbered by age, which is the worst order as well as the best. */
const priorityOf = (index: number) => `p${index}`;

function crash(world: World, index: number, step: Step): World {
  const { at, now, after, results } = world.writers[index]!;
  const result = { name: nameOf(index, at), step, now, outcome: null, after };
  const crashed = { crashed: true, machine: null, survey: null, results: [...results, result] };
  return withWriter({ ...world, crashes: world.crashes - 1 }, index, crashed);
}

function answersTo(world: World, given: Case, index: number): World[] {
  const { ask } = world.writers[index]!.machine!;
  switch (ask.kind) {
    case 'read':
      return readSteps(world, given, index);
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

function readSteps(world: World, given: Case, index: number): World[] {
  const { machine, now } = world.writers[index]!;
  const { register } = storedRegister(world, machine!.operation.id);
  const content = given.programs[index]![world.writers[index]!.at]!.content;
  const present = presentOf(given, register, content, now);
  return [answer(world, given, index, { kind: 'read', register, present })];
}

function presentOf(given: Case, register: Register, content: string, now: number): Present {
  if (register.current === null || isExpired(register, now)) return 'absent';
  return stepOf(given, register.current).content === content ? 'same' : 'other';
}

/**
 * The look before the announcement in one step: it may always see nothing, for what is there may
 * have come after its keys were read; and it may see whatever is committed now.
 */
function lookSteps(world: World, given: Case, index: number): World[] {
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
function surveySteps(
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

type Announcement = Ask & { kind: 'announce' };

/** From now on the rows are under way, and may be missed as if they were still to be sent. */
function announce(world: World, given: Case, { attempt }: Announcement): World {
  const { content, expiresAt } = stepOf(given, attempt.attempt);
  const until = untilOf(expiresAt);
  const rows = keysOf(given, content).map((key) => ({
    ...attempt,
    key,
    content,
    inFlight: true,
    until,
  }));
  return { ...world, rows: [...world.rows, ...rows].sort(byName) };
}

const byName = (a: Row, b: Row) => (a.attempt + a.key < b.attempt + b.key ? -1 : 1);

function announced(world: World, given: Case, index: number, { attempt }: Announcement): World {
  const rows = world.rows.map((row) =>
    row.attempt === attempt.attempt ? { ...row, inFlight: false } : row,
  );
  return answer({ ...world, rows }, given, index, { kind: 'ok' });
}

/** The engine collects a moment after the service has stopped to count. */
const untilOf = (expiresAt: number | undefined) => (expiresAt === undefined ? null : expiresAt + 1);

function rewrite(world: World, given: Case, index: number, attempt: string): World {
  const until = untilOf(given.programs[index]![world.writers[index]!.at]!.expiresAt);
  const keeps = given.broken === 'renews without rewriting the rows';
  const rows = world.rows.map((row) =>
    row.attempt === attempt && !keeps ? { ...row, until } : row,
  );
  return answer({ ...world, rows }, given, index, { kind: 'ok' });
}

/** Applied or refused, at once or by a second copy of the request; or nobody knows. */
function changeSteps(world: World, given: Case, index: number, change: Change): World[] {
  const { sent } = world.writers[index]!;
  const answered = (after: World, result: ChangeResult) =>
    answer(after, given, index, { kind: 'change', result });
  if (sent) {
    const { register } = storedRegister(world, change.id);
    return [answered(withDocument(world, change.id, register, null), { kind: 'applied' })];
  }
  const { register } = storedRegister(world, change.id);
  const steps: World[] = [];
  if (register.version !== change.expected) {
    // Where it was sent twice, the first copy may be what changed it.
    const isDone = register.version === change.next.version;
    steps.push(answered(world, isDone ? { kind: 'applied' } : { kind: 'refused', register }));
  } else {
    const after = applied(world, given, change);
    steps.push(
      given.stale === true
        ? withWriter(after, index, { sent: true })
        : answered(after, { kind: 'applied' }),
    );
  }
  if (world.timeouts > 0) {
    const { id, expected, next } = change;
    const ghosts = [...world.ghosts, { id, expected, next }];
    const lost = { ...world, ghosts, timeouts: world.timeouts - 1 };
    // Sent to another node, too: the writer goes on with the answer of that one.
    steps.push(lost);
    const withdraws =
      given.broken === 'withdraws while the outcome is unknown' &&
      world.writers[index]!.machine!.phase === 'deciding';
    const result: ChangeResult = withdraws
      ? { kind: 'refused', register: { ...noRegister, version: 'unread' } }
      : { kind: 'unknown' };
    steps.push(answered(lost, result));
  }
  return steps;
}

function applied(world: World, given: Case, { id, next }: Change): World {
  const { register } = storedRegister(world, id);
  const written = given.broken === 'forgets what took effect' ? { ...next, recent: [] } : next;
  const removes = given.broken === 'removes the rows of registers' && next.current === null;
  return withDocument(world, id, removes ? noRegister : written, given.stale ? register : null);
}

function ghostSteps(world: World, given: Case): World[] {
  return world.ghosts.flatMap((ghost, index) => {
    const { register } = storedRegister(world, ghost.id);
    if (ghost.plain !== true && register.version !== ghost.expected) return [];
    const ghosts = world.ghosts.toSpliced(index, 1);
    return [applied({ ...world, ghosts }, given, ghost)];
  });
}

/**
 * Time passes, never so far that an operation from two ticks ago is still under way: the engine
 * collects later than any operation may last.
 */
function clockSteps(world: World, { clockMax = 0 }: Case): World[] {
  const collected = Object.entries(world.documents).flatMap(([id, { register }]) => {
    const { expiresAt } = register;
    if (expiresAt === null || world.clock <= expiresAt) return [];
    return [withDocument(world, id, noRegister, null)];
  });
  const isLate = ({ machine, now }: Writer) => machine !== null && now < world.clock;
  if (world.clock >= clockMax || world.writers.some(isLate)) return collected;
  return [...collected, { ...world, clock: world.clock + 1 }];
}

/** The writer goes on with what it was answered. */
function answer(world: World, given: Case, index: number, answered: Answer): World {
  const writer = world.writers[index]!;
  let { freshCount } = writer;
  const prefix = nameOf(index, writer.at);
  const fresh = () => `${prefix}.${freshCount++}`;
  const next = advance(writer.machine!, answered, fresh);
  const machine =
    given.broken === 'grows younger with every try' ? younger(next, freshCount) : next;
  const moved = withWriter(world, index, { machine, freshCount, survey: null, sent: false });
  if (machine.ask.kind === 'announce') return announce(moved, given, machine.ask);
  return machine.ask.kind === 'done' ? finish(moved, given, index) : moved;
}

function younger(machine: Machine, tries: number): Machine {
  if (machine.phase !== 'reading' || tries === 0) return machine;
  const priority = `p9${machine.operation.priority}`;
  return { ...machine, operation: { ...machine.operation, priority } };
}

function finish(world: World, given: Case, index: number): World {
  const { at, now, after, results, machine } = world.writers[index]!;
  const { ask, base, operation } = machine!;
  if (ask.kind !== 'done') return world;
  const step = given.programs[index]![at]!;
  const result = { name: nameOf(index, at), step, now, outcome: ask.outcome, after };
  const finished = { at: at + 1, machine: null, freshCount: 0, results: [...results, result] };
  const next = withWriter(world, index, finished);
  const writesSightings = given.broken === 'writes sightings into the register';
  if (!writesSightings || ask.outcome !== 'unchanged') return next;
  const sighting = { id: operation.id, expected: null, next: base, plain: true };
  return { ...next, ghosts: [...next.ghosts, sighting] };
}

function withWriter(world: World, index: number, changes: Partial<Writer>): World {
  return { ...world, writers: world.writers.with(index, { ...world.writers[index]!, ...changes }) };
}

/** Ghosts whose condition can never hold again go: versions are not reused. */
function withDocument(
  world: World,
  id: string,
  register: Register,
  earlier: Register | null,
): World {
  const documents = { ...world.documents, [id]: { register, earlier } };
  const sorted = Object.entries(documents).sort(([a], [b]) => (a < b ? -1 : 1));
  const ghosts = world.ghosts.filter(
    ({ plain, ...ghost }) =>
      plain || ghost.id !== id || ghost.expected === null || ghost.expected === register.version,
  );
  return { ...world, documents: Object.fromEntries(sorted), ghosts };
}
