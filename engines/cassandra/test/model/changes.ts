import type { ChangeResult } from '../../src/protocol/attempt.js';
import { cleared, noRegister, type Register } from '../../src/protocol/protocol.js';
import {
  type Case,
  type Change,
  presentRegister,
  storedRegister,
  type World,
  type Writer,
} from './world.js';
import { answer, withWriter } from './writers.js';

/** Returns the outcomes of a change: applied or refused, at once or by a second copy of the request; or unknown. */
export function changeSteps(world: World, given: Case, index: number, change: Change): World[] {
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
    // If the change was sent twice, its first copy may have changed the register.
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
    // Sent to another node as well: the writer continues with that node's response.
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

export function ghostSteps(world: World, given: Case): World[] {
  return world.ghosts.flatMap((ghost, index) => {
    const { register } = storedRegister(world, ghost.id);
    if (ghost.plain !== true && register.version !== ghost.expected) return [];
    const ghosts = world.ghosts.toSpliced(index, 1);
    return [applied({ ...world, ghosts }, given, ghost)];
  });
}

/** The register of a replaced document is cleared some time later, or never. */
export function clearingSteps(world: World): World[] {
  return Object.entries(world.documents).flatMap(([id, { register }]) => {
    if (register.mark === null || presentRegister(world, id).current !== null) return [];
    return [withDocument(world, id, cleared(register, `${register.version} cleared`), null)];
  });
}

/**
 * Advances the clock, but never so far that an operation from two ticks ago is still running: Cassandra collects
 * garbage later than any operation may last.
 */
export function clockSteps(world: World, { clockMax = 0 }: Case): World[] {
  const collected = Object.entries(world.documents).flatMap(([id, { register }]) => {
    const { expiresAt } = register;
    if (expiresAt === null || world.clock <= expiresAt) return [];
    return [withDocument(world, id, noRegister, null)];
  });
  const isLate = ({ machine, now }: Writer) => machine !== null && now < world.clock;
  if (world.clock >= clockMax || world.writers.some(isLate)) return collected;
  return [...collected, { ...world, clock: world.clock + 1 }];
}

/** Drops ghosts whose condition can never hold again, because versions are not reused. */
export function withDocument(
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
