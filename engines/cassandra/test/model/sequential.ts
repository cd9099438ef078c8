import type { Outcome } from '../../src/protocol/attempt.js';
import {
  type Case,
  matchOf,
  presentRegister,
  type Result,
  type Step,
  stepOf,
  type World,
} from './world.js';

/** Documents of a single-process store. */
type Held = Readonly<Record<string, HeldDocument>>;

interface HeldDocument {
  readonly content: string;
  readonly expiresAt: number | null;
}

/**
 * Returns true if some sequence of the operations gives the same answers and leaves the same documents. An operation
 * follows all that were answered before it began. Operations of crashed writers took effect as a whole or not at all.
 */
export function hasSequentialOrder(world: World, given: Case): boolean {
  const results = world.writers.flatMap((writer) => writer.results);
  return canContinue({}, results, world, given);
}

function canContinue(held: Held, left: readonly Result[], world: World, given: Case): boolean {
  if (left.every(({ outcome }) => outcome === null) && isHeld(held, world, given)) return true;
  return left.some((result, index) => {
    if (left.some(({ name }) => result.after.includes(name))) return false;
    // Documents expired for any operation may have been cleared, even by a check that stored nothing.
    return [held, unexpired(held, world.clock)].some((before) => {
      const { outcome, after } = perform(before, result.step, result.now, given);
      if (result.outcome !== null && result.outcome !== outcome) return false;
      return canContinue(after, left.toSpliced(index, 1), world, given);
    });
  });
}

function unexpired(held: Held, now: number): Held {
  const live = Object.entries(held).filter(([, each]) => isLive(each, now));
  return Object.fromEntries(live);
}

function isLive(found: HeldDocument | undefined, now: number): boolean {
  return found !== undefined && (found.expiresAt === null || found.expiresAt > now);
}

const forever = Number.POSITIVE_INFINITY;

function perform(
  held: Held,
  step: Step,
  now: number,
  given: Case,
): { outcome: Outcome; after: Held } {
  const { kind, id, content } = step;
  const expiresAt = step.expiresAt ?? null;
  const isThere = (other: string) => isLive(held[other], now);
  const stored: Held = { ...held, [id]: { content, expiresAt } };
  if (kind === 'delete') {
    if (!isThere(id)) return { outcome: 'missing', after: held };
    const { [id]: _, ...others } = held;
    return { outcome: 'deleted', after: others };
  }
  if (isThere(id) && held[id]!.content === content) {
    // Only an addition shortens a life.
    const [until, asked] = [held[id]!.expiresAt ?? forever, expiresAt ?? forever];
    const isKept = kind !== 'add' && asked <= until;
    return { outcome: 'unchanged', after: isKept ? held : stored };
  }
  const matches = Object.keys(held)
    .filter((other) => other !== id && isThere(other))
    .map((other) => ({ other, effect: matchOf(given, step, held[other]!.content) }))
    .filter(({ effect }) => effect !== 'none');
  const isRefused = matches.some(({ effect }) => effect === 'refusing');
  const replaced = matches.filter(
    ({ other, effect }) =>
      step.replaces?.includes(held[other]!.content) && (!isRefused || effect === 'refusing'),
  );
  const left = Object.entries(stored).filter(
    ([each]) => !replaced.some(({ other }) => other === each),
  );
  const after: Held = Object.fromEntries(left);
  if (kind === 'add') return { outcome: isThere(id) ? 'changed' : 'new', after: stored };
  if (isRefused) {
    const mayBeSkipped = kind === 'ifNew' && (!isThere(id) || step.keepFormer === true);
    return mayBeSkipped && replaced.length === 0
      ? { outcome: 'duplicate', after: held }
      : { outcome: 'duplicateStored', after };
  }
  if (matches.length === 0) return { outcome: isThere(id) ? 'changed' : 'new', after };
  const contents = new Set(matches.map(({ other }) => held[other]!.content)).size;
  const isFull = !isThere(id) && contents >= (step.keepPerFamily ?? Number.POSITIVE_INFINITY);
  return isFull ? { outcome: 'keptOut', after: held } : { outcome: 'similar', after };
}

/** Returns true if the unexpired documents are those of the registers. */
function isHeld(held: Held, world: World, given: Case): boolean {
  const ids = new Set([...Object.keys(held), ...Object.keys(world.documents)]);
  const contentOf = (found: HeldDocument | undefined) =>
    isLive(found, world.clock) ? found!.content : null;
  return [...ids].every((id) => {
    const register = presentRegister(world, id);
    const { current } = register;
    const stored: HeldDocument | undefined =
      current === null
        ? undefined
        : { content: stepOf(given, current).content, expiresAt: register.expiresAt };
    return contentOf(held[id]) === contentOf(stored);
  });
}
