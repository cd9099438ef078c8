import type { MatchEffect } from '../../../../src/matching/decide.js';
import type { Level } from '../../../../src/matching/match.js';
import { refuses } from '../../../../src/matching/match-rule.js';
import { nothingAdded, numberAdded } from '../../../../test/matching/differences.js';
import type { Effect, Machine, Operation, Outcome } from '../../src/protocol/attempt.js';
import {
  type Announced,
  noRegister,
  type Register,
  resolved,
} from '../../src/protocol/protocol.js';

/**
 * A small world in which writers run the protocol: registers, rows and pending requests, as plain values. A step is one
 * event somewhere; `steps.ts` lists all possible next steps.
 *
 * A reader may see a row that is being written or has expired, and the next one may miss it. A change with a lost
 * response may be applied at any later moment, or never. Waiting may take any time, and a lease may end at any time.
 */
export interface World {
  readonly clock: number;
  readonly documents: Readonly<Record<string, StoredRegister>>;
  readonly rows: readonly Row[];
  /** Changes with an outcome unknown to their writers. */
  readonly ghosts: readonly Change[];
  readonly writers: readonly Writer[];
  readonly crashes: number;
  readonly timeouts: number;
  readonly leases: number;
}

export interface StoredRegister {
  readonly register: Register;
  /** Value that a read other than a serial one may still return; null: only the present one. */
  readonly earlier: Register | null;
}

export interface Row extends Announced {
  readonly key: string;
  readonly content: string;
  readonly inFlight: boolean;
  /** Time from which the row may be gone; null: never. */
  readonly until: number | null;
}

export interface Change {
  readonly id: string;
  readonly expected: string | null;
  readonly next: Register;
  /** Written without a condition, which only broken writers do. */
  readonly plain?: boolean;
}

export interface Writer {
  /** Program index of the current or next operation. */
  readonly at: number;
  readonly machine: Machine | null;
  /** Time of the current operation, shared by its tries. */
  readonly now: number;
  readonly after: readonly string[];
  readonly survey: SurveyInProgress | null;
  /** Effect seen too early; null: none, as for every correct writer. */
  readonly foreseen: Effect | null;
  /** Own register as read; the register of the marking attempt is read next. null: none. */
  readonly reading: MarkedRead | null;
  /** True if a request is pending. */
  readonly sent: boolean;
  readonly crashed: boolean;
  readonly freshCount: number;
  readonly results: readonly Result[];
}

export interface MarkedRead {
  readonly register: Register;
  readonly serial: boolean;
}

export interface SurveyInProgress {
  readonly keys: readonly string[];
  readonly found: readonly Row[];
  readonly committed: readonly CommittedMatch[];
  readonly statuses: readonly Judged[];
  /** Register of the first of `found`, as `reading` of a writer. */
  readonly reading: MarkedRead | null;
  /** Rows found uncommitted by a read other than a serial one. */
  readonly unsure: readonly Row[];
}

/** Fields of a committed match that its writer needs. */
export interface CommittedMatch {
  readonly effect: 'refusing' | 'similar';
  /** Empty unless contents are counted. */
  readonly content: string;
  /** null: not replaced. */
  readonly replaced: {
    readonly id: string;
    readonly register: Register;
    /** Register of the marking attempt. */
    readonly other: Register | null;
  } | null;
}

export interface Judged {
  readonly row: Row;
  readonly status: 'undecided' | 'expired';
  readonly register: Register;
}

/** Answer of an operation; null: its writer crashed. */
export interface Result {
  readonly name: string;
  readonly step: Step;
  readonly now: number;
  readonly outcome: Outcome | null;
  /** Names of operations answered before it began. */
  readonly after: readonly string[];
}

/** An operation of a program. */
export interface Step {
  readonly kind: Operation['kind'];
  readonly id: string;
  readonly content: string;
  readonly expiresAt?: number;
  readonly duplicateIf?: Level;
  readonly keepFormer?: boolean;
  /** Contents whose documents it replaces if they match. */
  readonly replaces?: readonly string[];
  /** Number of matching contents from which similar ones are no longer stored. */
  readonly keepPerFamily?: number;
}

export interface Case {
  readonly name: string;
  /** Contents that are not equal, and add nothing to each other. */
  readonly near: readonly Pair[];
  /** Contents that match despite a contradiction. */
  readonly similar?: readonly Pair[];
  readonly programs: readonly (readonly Step[])[];
  /** Limits on crashing writers, lost responses, and ended leases of live writers. */
  readonly crashes?: number;
  readonly timeouts?: number;
  readonly leases?: number;
  readonly clockMax?: number;
  /** True if reads other than serial ones may be stale. */
  readonly stale?: boolean;
  readonly broken?: Broken;
}

type Pair = readonly [string, string];

/** A rule of the protocol to leave out. */
export type Broken =
  | 'ignores undecided attempts'
  | 'removes the rows of registers'
  | 'writes sightings into the register'
  | 'ignores what has expired'
  | 'renews without rewriting the rows'
  | 'withdraws while the outcome is unknown'
  | 'forgets what took effect'
  | 'concludes from reads that are not serial'
  | 'grows younger with every try'
  | 'stores always without a look'
  | 'ignores undecided attempts that are only similar'
  | 'takes one similar match for all'
  | 'forgets what it left out'
  | 'refuses without a second read'
  | 'reads what was there before'
  | 'starts again from reads that are not serial'
  | 'looks before it reads'
  | 'refuses another version of what is present'
  | 'changes what is being replaced'
  | 'takes a mark for a deletion'
  | 'marks what another has marked'
  | 'replaces without a look at others'
  | 'counts without those under way';

export function firstWorld({ programs, crashes = 0, timeouts = 0, leases = 0 }: Case): World {
  const writer: Writer = {
    at: 0,
    machine: null,
    now: 0,
    after: [],
    survey: null,
    foreseen: null,
    reading: null,
    sent: false,
    crashed: false,
    freshCount: 0,
    results: [],
  };
  const writers = programs.map(() => writer);
  return { clock: 0, documents: {}, rows: [], ghosts: [], writers, crashes, timeouts, leases };
}

export function storedRegister({ documents }: World, id: string): StoredRegister {
  return documents[id] ?? { register: noRegister, earlier: null };
}

/** Returns the current register of a document, ignoring its mark. */
export function presentRegister(world: World, id: string): Register {
  const { register } = storedRegister(world, id);
  if (register.mark === null) return register;
  return resolved(register, storedRegister(world, register.mark.id).register);
}

/** Two matching contents share one key, the weakest case; equal contents share their own. Omits unshared keys. */
export function keysOf({ near, similar = [], programs }: Case, content: string): string[] {
  const sameContent = programs.flat().filter((step) => step.content === content);
  const own = new Set(sameContent.map(({ id }) => id)).size > 1 ? [content] : [];
  const shared = [...near, ...similar].filter((pair) => pair.includes(content));
  return [...own, ...shared.map((pair) => pair.join('~'))];
}

/** Returns the effect of a document with that content on an operation. */
export function matchOf(given: Case, step: Step, content: string): MatchEffect {
  const { near, similar = [] } = given;
  const isOneOf = (pairs: readonly Pair[]) =>
    pairs.some((pair) => pair.includes(step.content) && pair.includes(content));
  const exact = step.content === content;
  const isSimilar = isOneOf(similar);
  if (!exact && !isSimilar && !isOneOf(near)) return 'none';
  const match = { exact, distance: 0, similarity: null };
  const differs = isSimilar ? numberAdded() : nothingAdded;
  return refuses({ ...match, ...differs }, step.duplicateIf ?? 'page') ? 'refusing' : 'similar';
}

export const nameOf = (writer: number, at: number) => `${writer}.${at}`;

/** Attempts are named by their writer and its operation. */
export const writerOf = (attempt: string) => Number(attempt.split('.')[0]);

/** Returns the operation of an attempt. */
export function stepOf({ programs }: Case, attempt: string): Step {
  return programs[writerOf(attempt)]![Number(attempt.split('.')[1])]!;
}
