import { type Answer, type Ask, advance, type Machine } from '../../src/protocol/attempt.js';
import { type Case, keysOf, nameOf, type Row, stepOf, type World, type Writer } from './world.js';

/** Continues the writer with an answer. */
export function answer(world: World, given: Case, index: number, answered: Answer): World {
  const writer = world.writers[index]!;
  let { freshCount } = writer;
  const prefix = nameOf(index, writer.at);
  const fresh = () => `${prefix}.${freshCount++}`;
  const next = advance(writer.machine!, answered, fresh);
  const machine = withFault(next, given, writer.machine!, freshCount);
  const moved = withWriter(world, index, {
    ...{ machine, freshCount, survey: null },
    ...{ reading: null, sent: false },
  });
  if (machine.ask.kind === 'announce') return announce(moved, given, machine.ask);
  return machine.ask.kind === 'done' ? finish(moved, given, index) : moved;
}

function withFault(next: Machine, { broken }: Case, before: Machine, tries: number): Machine {
  if (broken === 'grows younger with every try') return younger(next, tries);
  if (broken !== 'forgets what it left out' || next.ask.kind !== 'survey') return next;
  return { ...next, open: before.open, ask: { ...next.ask, among: before.open } };
}

function younger(machine: Machine, tries: number): Machine {
  if (machine.phase !== 'reading' || tries === 0) return machine;
  const priority = `p9${machine.operation.priority}`;
  return { ...machine, operation: { ...machine.operation, priority } };
}

/** Sends the rows. They are pending, and readers may miss them. */
function announce(world: World, given: Case, { attempt }: Ask & { kind: 'announce' }): World {
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

/** Cassandra collects rows a moment after the service stops counting them. */
export const untilOf = (expiresAt: number | undefined) =>
  expiresAt === undefined ? null : expiresAt + 1;

function finish(world: World, given: Case, index: number): World {
  const { at, now, after, results, machine } = world.writers[index]!;
  const { ask, base, operation } = machine!;
  if (ask.kind !== 'done') return world;
  const step = given.programs[index]![at]!;
  const result = { name: nameOf(index, at), step, now, outcome: ask.outcome, after };
  const finished = {
    at: at + 1,
    machine: null,
    foreseen: null,
    freshCount: 0,
    results: [...results, result],
  };
  const next = withWriter(world, index, finished);
  const writesSightings = given.broken === 'writes sightings into the register';
  if (!writesSightings || ask.outcome !== 'unchanged') return next;
  const sighting = { id: operation.id, expected: null, next: base, plain: true };
  return { ...next, ghosts: [...next.ghosts, sighting] };
}

/** Returns the names of answered operations. */
export function answeredIn({ writers }: World): string[] {
  return writers.flatMap(({ results }) =>
    results.filter(({ outcome }) => outcome !== null).map(({ name }) => name),
  );
}

export function withWriter(world: World, index: number, changes: Partial<Writer>): World {
  return { ...world, writers: world.writers.with(index, { ...world.writers[index]!, ...changes }) };
}
