import { hash } from 'node:crypto';
import { isExpired } from '../../src/protocol/protocol.js';
import { hasSequentialOrder } from './sequential.js';
import { isFinished, nextWorlds } from './steps.js';
import {
  type Case,
  firstWorld,
  matchOf,
  presentRegister,
  type Step,
  stepOf,
  type World,
  writerOf,
} from './world.js';

export interface Explored {
  /** Number of distinct worlds. */
  readonly worlds: number;
  /** First fault, with the path to it; null: none. */
  readonly fault: Fault | null;
}

export interface Fault {
  readonly what: string;
  /** Worlds from the initial one to the faulty one. */
  readonly way: readonly World[];
}

/**
 * Explores every reachable world once, breadth first, so that the path to a fault is a shortest one.
 * @throws if there are more than `worldsMax` worlds, because nothing is proved then
 */
export function explore(given: Case, worldsMax: number): Explored {
  const worlds: World[] = [firstWorld(given)];
  const cameFrom: number[] = [-1];
  const numbers = new Map([[keyOf(worlds[0]!), 0]]);
  const predecessors: number[][] = [[]];
  const ends: number[] = [];
  const fault = (what: string, at: number): Explored => {
    const way: World[] = [];
    for (let index = at; index >= 0; index = cameFrom[index]!) way.unshift(worlds[index]!);
    return { worlds: worlds.length, fault: { what, way } };
  };
  for (let index = 0; index < worlds.length; index++) {
    const world = worlds[index]!;
    if (hasRefusingPair(world, given)) return fault('two of the same are stored', index);
    if (killsOlder(world)) return fault('a younger operation kills an older one', index);
    if (isFinished(world, given)) {
      ends.push(index);
      if (!hasSequentialOrder(world, given)) return fault('no order explains the answers', index);
    }
    for (const next of nextWorlds(world, given)) {
      const key = keyOf(next);
      const known = numbers.get(key);
      if (known !== undefined) {
        predecessors[known]!.push(index);
        continue;
      }
      if (worlds.length >= worldsMax) throw new Error(`Cut at ${worldsMax} worlds: ${given.name}`);
      numbers.set(key, worlds.length);
      worlds.push(next);
      cameFrom.push(index);
      predecessors.push([index]);
    }
  }
  const stuck = firstWithoutEnd(predecessors, ends);
  return stuck === null ? { worlds: worlds.length, fault: null } : fault('nobody can end', stuck);
}

/** Returns true if a document refuses another one, both stored by checks alone and unexpired. */
function hasRefusingPair(world: World, given: Case): boolean {
  const steps = Object.keys(world.documents).flatMap((id) => {
    const register = presentRegister(world, id);
    if (register.current === null || isExpired(register, world.clock)) return [];
    const step = stepOf(given, register.current);
    return mayBeRefused(step, given) ? [step] : [];
  });
  const refuses = (a: Step, b: Step) => matchOf(given, a, b.content) === 'refusing';
  return steps.some((a, index) =>
    steps.slice(index + 1).some((b) => refuses(a, b) && refuses(b, a)),
  );
}

/** Returns true if one refusing document is reason enough to refuse a check. */
function mayBeRefused(step: Step, { programs }: Case): boolean {
  const { kind, id, content, keepFormer, replaces } = step;
  if (kind !== 'ifNew' || replaces !== undefined) return false;
  const isFormer = (other: Step) =>
    other.id === id && other.kind !== 'delete' && other.content !== content;
  return keepFormer === true || !programs.flat().some(isFormer);
}

/**
 * Returns true if a younger writer killed an older one in time. Writers are numbered by age. Writers that nobody
 * younger kills in time end eventually.
 */
function killsOlder({ writers }: World): boolean {
  return writers.some(({ machine }, index) => {
    if (machine?.phase !== 'killing') return false;
    const { attempt, register, leaseOver } = machine.victims[0]!;
    const isCommitted = register.current === attempt;
    return !leaseOver && !isCommitted && writerOf(attempt) < index;
  });
}

/** Returns a world from which no end can be reached; null: none. */
function firstWithoutEnd(predecessors: readonly number[][], ends: readonly number[]) {
  const reaches = new Uint8Array(predecessors.length);
  const open = [...ends];
  for (const end of ends) reaches[end] = 1;
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    for (const before of predecessors[index]!) {
      if (reaches[before] === 1) continue;
      reaches[before] = 1;
      open.push(before);
    }
  }
  const stuck = reaches.indexOf(0);
  return stuck === -1 ? null : stuck;
}

/** Worlds share most of their parts, so each part is serialized only once. */
function keyOf({ documents, rows, ghosts, writers, ...others }: World): string {
  const parts = [...Object.entries(documents).flat(), rows, ghosts, ...writers];
  return hash('sha1', `${Object.values(others)} ${parts.map(inWords).join(' ')}`, 'base64');
}

const words = new WeakMap<object, string>();

function inWords(part: string | object): string {
  if (typeof part === 'string') return part;
  const known = words.get(part);
  if (known !== undefined) return known;
  const made = JSON.stringify(part);
  words.set(part, made);
  return made;
}
