import { decisionOn, type MatchEffect, type Present } from '../../../matching/decide.js';
import {
  type Announced,
  cleared,
  decided,
  deleted,
  killed,
  marked,
  noRegister,
  type Register,
  renewed,
  tookEffect,
} from './protocol.js';

/**
 * The way of one operation through the protocol, as a machine of plain values: `begin` gives the
 * first step, `advance` the next one for what the store answered. It decides everything and does
 * nothing, so the store and the model checker run the same code.
 *
 *   read ─► (look) ─► announce ─► survey ◄─► kill, wait, mark
 *    ▲         │                     │
 *    │         ▼                     │
 *    ├─ (confirm ◄──── withdraw) ◄───┤
 *    │         └─► done              ▼
 *    └── withdraw ◄────── lost ── decide ─► done
 */
export interface Operation {
  readonly kind: 'add' | 'ifNew' | 'always' | 'delete';
  readonly id: string;
  /** Kept over all tries, so that an operation grows older with them. */
  readonly priority: string;
  readonly expiresAt: number | null;
  /** True if `ifNew` may be refused although a document with other content is present. */
  readonly keepFormer: boolean;
  /** Names a deletion that may have been made before, by another process; null: it is the first. */
  readonly token: string | null;
}

/** The next request of the machine to its driver. `fresh` values come from the caller. */
export type Ask =
  /** The register of the document; serially once it was seen to change, else a quorum is enough. */
  | { readonly kind: 'read'; readonly serially: boolean }
  /** Search, before the announcement, for a committed match that refuses. */
  | { readonly kind: 'look' }
  /**
   * Search for matches that are committed or may still be; after the first search, only for the rest of
   * `among`.
   */
  | { readonly kind: 'survey'; readonly among: readonly string[] | null }
  | { readonly kind: 'announce'; readonly attempt: Announced }
  /** The rows of the committed attempt again, to live as long as the new expiry. */
  | { readonly kind: 'rewrite'; readonly attempt: string }
  /** A lightweight transaction on the register of `id`, if its version is `expected`. */
  | {
      readonly kind: 'change';
      readonly id: string;
      readonly expected: string | null;
      readonly next: Register;
    }
  /** Deletes the rows of an attempt that can no longer be committed. */
  | { readonly kind: 'withdraw'; readonly attempt: string }
  /** Until this attempt has ended, or its lease. */
  | { readonly kind: 'wait'; readonly watched: Watched }
  | { readonly kind: 'done'; readonly outcome: Outcome };

export type Outcome =
  | 'new'
  | 'changed'
  /** Not stored: a committed match refuses it. */
  | 'duplicate'
  /** Stored, new or changed, beside a committed match that refuses or is only similar. */
  | 'duplicateStored'
  | 'similar'
  /** Not stored: a committed match is similar, and its family is full. */
  | 'keptOut'
  | 'unchanged'
  | 'deleted'
  | 'missing';

export type Answer =
  | {
      readonly kind: 'read';
      readonly register: Register;
      readonly present: Present;
      /** An undecided attempt that replaces my document; null: none. */
      readonly replacing: Watched | null;
    }
  | { readonly kind: 'survey'; readonly survey: Survey }
  | { readonly kind: 'change'; readonly result: ChangeResult }
  | { readonly kind: 'ok' };

/**
 * A search, with those of the uncommitted attempts that matter: all if I replace anything, as its place is taken at the
 * moment of my decision, or if the similar ones are counted; else, if a committed match is only similar, those that
 * would refuse, and if one refuses, none.
 */
export interface Survey {
  /** The effect of the best match that is committed; `full`: it is similar, and keeps me out. */
  readonly committed: Effect;
  /** Committed matches that I replace, with their registers as they were read. */
  readonly replaced: readonly Replaced[];
  /** Each with its register as it was read. */
  readonly undecided: readonly Watched[];
  readonly expired: readonly Watched[];
  /** Attempts that have marked what I replace. */
  readonly rivals: readonly Watched[];
}

export type Effect = MatchEffect | 'full';

export interface Replaced {
  readonly id: string;
  readonly register: Register;
}

export interface Watched extends Announced {
  readonly register: Register;
  /** True if I have watched it for longer than a lease. */
  readonly leaseOver: boolean;
}

/** `unknown`: it may have been applied, or may still be. */
export type ChangeResult =
  | { readonly kind: 'applied' }
  | { readonly kind: 'refused'; readonly register: Register }
  | { readonly kind: 'unknown' };

export interface Machine {
  readonly operation: Operation;
  readonly phase:
    | 'reading'
    | 'looking'
    | 'announcing'
    | 'surveying'
    | 'waiting'
    | 'killing'
    | 'marking'
    | 'blocked'
    | 'unblocking'
    | 'deciding'
    | 'doubting'
    | 'deleting'
    | 'rewriting'
    | 'renewing'
    | 'withdrawing'
    | 'confirming'
    | 'done';
  readonly ask: Ask;
  /** My register as it was read. */
  readonly base: Register;
  readonly present: Present;
  /** My attempt, or what names my deletion; null: none yet. */
  readonly token: string | null;
  /** As the last survey saw it. */
  readonly committed: Effect;
  /** Matches that are still to be marked. */
  readonly replaced: readonly Replaced[];
  /** True if the last survey found any. */
  readonly isReplacing: boolean;
  /** An attempt that replaces my document, while I wait for it or kill it. */
  readonly blocker: Watched | null;
  /** Attempts whose registers I have yet to change. */
  readonly victims: readonly Watched[];
  /** Attempts of which it is not known what has become of them; null: nobody has looked yet. */
  readonly open: readonly string[] | null;
}

/** Returns a value that was never used before. */
export type Fresh = () => string;

export function begin(operation: Operation): Machine {
  return {
    operation,
    phase: 'reading',
    ask: { kind: 'read', serially: false },
    base: noRegister,
    present: 'absent',
    token: null,
    committed: 'none',
    replaced: [],
    isReplacing: false,
    blocker: null,
    victims: [],
    open: null,
  };
}

/** A refused change shows that the register has changed, which a quorum may not know yet. */
function beginAgain(operation: Operation): Machine {
  return { ...begin(operation), ask: { kind: 'read', serially: true } };
}

export function advance(machine: Machine, answer: Answer, fresh: Fresh): Machine {
  if (answer.kind === 'read') return afterRead(machine, answer, fresh);
  if (answer.kind === 'survey') return afterSurvey(machine, answer.survey, fresh);
  if (answer.kind === 'change') return afterChange(machine, answer.result, fresh);
  switch (machine.phase) {
    case 'announcing':
      return machine.operation.kind === 'add' ? decide(machine, fresh) : survey(machine);
    case 'waiting':
      return survey(machine);
    case 'rewriting':
      return renew(machine, fresh);
    case 'blocked':
      return beginAgain(machine.operation);
    case 'withdrawing':
      return machine.committed === 'none' ? beginAgain(machine.operation) : confirm(machine);
    default:
      throw new Error(`An attempt that is ${machine.phase} expects another answer`);
  }
}

function afterRead(machine: Machine, answer: Answer & { kind: 'read' }, fresh: Fresh): Machine {
  const { operation } = machine;
  const { register: base, present, replacing } = answer;
  if (machine.phase === 'confirming') {
    const refused = machine.committed === 'full' ? 'keptOut' : 'duplicate';
    return base.version === machine.base.version
      ? done(machine, refused)
      : afterRead(begin(operation), answer, fresh);
  }
  const read: Machine = { ...machine, base, present };
  if (replacing !== null) return unblock(read, replacing, fresh);
  if (operation.kind === 'delete') {
    const { token } = operation;
    if (token !== null && tookEffect(token, base)) return done(read, 'deleted');
    return present === 'absent'
      ? done(read, 'missing')
      : remove({ ...read, token: token ?? fresh() }, fresh);
  }
  if (present === 'same') {
    if (operation.expiresAt === null) return done(read, 'unchanged');
    const ask: Ask = { kind: 'rewrite', attempt: base.current! };
    return { ...read, phase: 'rewriting', ask };
  }
  if (!mayBeRefused(read)) return announce(read, fresh);
  return { ...read, phase: 'looking', ask: { kind: 'look' } };
}

/** Another version of a document that is present is stored, whatever it resembles. */
function mayBeRefused({ operation: { kind, keepFormer }, present }: Machine): boolean {
  return kind === 'ifNew' && decisionOn(present, 'refusing', keepFormer) === 'duplicate';
}

function afterSurvey(machine: Machine, found: Survey, fresh: Fresh): Machine {
  const { committed, replaced, undecided, expired, rivals } = found;
  const isKeptOut =
    committed === 'full' ||
    (committed === 'refusing' && replaced.length === 0 && mayBeRefused(machine));
  const surveyed: Machine = { ...machine, committed, replaced };
  if (machine.phase === 'looking') {
    return isKeptOut ? confirm(surveyed) : announce(machine, fresh);
  }
  if (isKeptOut) return withdraw(surveyed);
  // A match was deleted that had hidden weaker ones, or a new match appeared that this check replaces.
  const isReplacing = replaced.length > 0;
  if (
    weights[committed] < weights[machine.committed] ||
    (isReplacing && !machine.isReplacing && machine.open !== null)
  ) {
    return survey({ ...surveyed, isReplacing, open: null });
  }
  const victims = [...undecided, ...rivals, ...expired];
  const open = victims.map(({ attempt }) => attempt);
  const older =
    undecided.find((each) => !mayKill(machine, each)) ?? rivals.find(({ leaseOver }) => !leaseOver);
  if (older !== undefined) {
    const ask: Ask = { kind: 'wait', watched: older };
    return { ...surveyed, isReplacing, open, phase: 'waiting', ask };
  }
  return kill({ ...surveyed, isReplacing, open, victims }, fresh);
}

const weights: Readonly<Record<Effect, number>> = { none: 0, similar: 1, full: 1, refusing: 2 };

function mayKill({ operation }: Machine, { priority, leaseOver }: Watched): boolean {
  return leaseOver || priority > operation.priority;
}

/**
 * Another attempt may delete my document: my change depends on its end. A mark is set just before the
 * decision, so I wait for it whatever its age: if I killed it, it would soon mark my document again, and
 * need not know of me.
 */
function unblock(machine: Machine, blocker: Watched, fresh: Fresh): Machine {
  if (!blocker.leaseOver) {
    return { ...machine, phase: 'blocked', blocker, ask: { kind: 'wait', watched: blocker } };
  }
  const { id, register } = blocker;
  const next = killed(register, fresh());
  const ask: Ask = { kind: 'change', id, expected: register.version, next };
  return { ...machine, phase: 'unblocking', blocker, ask };
}

function afterChange(machine: Machine, result: ChangeResult, fresh: Fresh): Machine {
  switch (machine.phase) {
    case 'killing':
      return afterKill(machine, result, fresh);
    case 'marking':
      return result.kind === 'applied'
        ? mark({ ...machine, replaced: machine.replaced.slice(1) }, fresh)
        : survey(machine);
    case 'unblocking':
      return beginAgain(machine.operation);
    case 'deleting':
      if (result.kind === 'unknown') return remove(machine, fresh);
      return hasWon(machine, result) ? done(machine, 'deleted') : beginAgain(machine.operation);
    case 'renewing':
      return result.kind === 'applied' ? done(machine, 'unchanged') : beginAgain(machine.operation);
    case 'deciding':
      if (result.kind === 'unknown') return doubt(machine, fresh);
      return hasWon(machine, result) ? stored(machine) : withdrawAndRetry(machine);
    case 'doubting':
      if (result.kind === 'unknown') return doubt(machine, fresh);
      // Applied: I have killed my own attempt.
      return result.kind === 'refused' && hasWon(machine, result)
        ? stored(machine)
        : withdrawAndRetry(machine);
    default:
      throw new Error(`An attempt that is ${machine.phase} changed nothing`);
  }
}

/** Who was not killed may have been committed, which shows when it is looked at again. */
function afterKill(machine: Machine, result: ChangeResult, fresh: Fresh): Machine {
  const [victim, ...victims] = machine.victims;
  const isDead = result.kind === 'applied';
  const open = machine.open!.filter((attempt) => !isDead || attempt !== victim!.attempt);
  return kill({ ...machine, victims, open }, fresh);
}

function hasWon({ token }: Machine, result: ChangeResult): boolean {
  if (result.kind === 'applied') return true;
  return result.kind === 'refused' && tookEffect(token!, result.register);
}

function announce(machine: Machine, fresh: Fresh): Machine {
  const { id, priority } = machine.operation;
  const token = fresh();
  const attempt: Announced = { attempt: token, id, base: machine.base.version, priority };
  return { ...machine, phase: 'announcing', token, ask: { kind: 'announce', attempt } };
}

/**
 * Only attempts that the first survey found have to be followed: a later one finds me in its own survey,
 * and waits or kills me, so that restarting attempts cannot delay me forever.
 */
function survey(machine: Machine): Machine {
  return { ...machine, phase: 'surveying', ask: { kind: 'survey', among: machine.open } };
}

/** The next of the victims; after the last one marks and the decision, or another look at what is open. */
function kill(machine: Machine, fresh: Fresh): Machine {
  const [victim] = machine.victims;
  if (victim === undefined) {
    return machine.open!.length > 0 ? survey(machine) : mark(machine, fresh);
  }
  const { id, register } = victim;
  const next =
    register.current === victim.attempt ? cleared(register, fresh()) : killed(register, fresh());
  const ask: Ask = { kind: 'change', id, expected: register.version, next };
  return { ...machine, phase: 'killing', ask };
}

/** The next of the documents that I replace; after the last one the decision. */
function mark(machine: Machine, fresh: Fresh): Machine {
  const { base, token, operation } = machine;
  const isMarked = ({ register }: Replaced) => register.mark?.attempt === token;
  // Every attempt marks in the same order, so no two can wait for each other's marks.
  const [next, ...replaced] = machine.replaced.filter((each) => !isMarked(each)).sort(byId);
  if (next === undefined) return decide(machine, fresh);
  const { id, priority } = operation;
  const own: Announced = { attempt: token!, id, base: base.version, priority };
  const { register } = next;
  const ask: Ask = {
    ...{ kind: 'change', id: next.id, expected: register.version },
    next: marked(register, fresh(), own),
  };
  return { ...machine, phase: 'marking', replaced: [next, ...replaced], ask };
}

const byId = (a: Replaced, b: Replaced) => (a.id < b.id ? -1 : 1);

function decide(machine: Machine, fresh: Fresh): Machine {
  const { base, token, operation } = machine;
  const next = decided(base, fresh(), token!, operation.expiresAt);
  return { ...machine, phase: 'deciding', ask: changeOwn(machine, next) };
}

/** Kills my own attempt if it is unknown whether it decided; then the outcome is known. */
function doubt(machine: Machine, fresh: Fresh): Machine {
  const ask = changeOwn(machine, killed(machine.base, fresh()));
  return { ...machine, phase: 'doubting', ask };
}

function remove(machine: Machine, fresh: Fresh): Machine {
  const next = deleted(machine.base, fresh(), machine.token!);
  return { ...machine, phase: 'deleting', ask: changeOwn(machine, next) };
}

function renew(machine: Machine, fresh: Fresh): Machine {
  const next = renewed(machine.base, fresh(), machine.operation.expiresAt);
  return { ...machine, phase: 'renewing', ask: changeOwn(machine, next) };
}

function changeOwn({ operation, base }: Machine, next: Register): Ask {
  return { kind: 'change', id: operation.id, expected: base.version, next };
}

function withdraw(machine: Machine): Machine {
  const ask: Ask = { kind: 'withdraw', attempt: machine.token! };
  return { ...machine, phase: 'withdrawing', ask };
}

function withdrawAndRetry(machine: Machine): Machine {
  return withdraw({ ...machine, committed: 'none' });
}

/**
 * A match that refuses was seen after the first read, and a document may have been stored under my id
 * before that match was. It was not if my register has the version that it had.
 */
function confirm(machine: Machine): Machine {
  return { ...machine, phase: 'confirming', ask: { kind: 'read', serially: false } };
}

function stored(machine: Machine): Machine {
  return done(machine, outcomeIfDecided(machine));
}

/** Returns the outcome of a deciding operation, provided that its attempt is committed. */
export function outcomeIfDecided({ committed, present, operation }: Machine): Outcome {
  if (committed === 'refusing') return 'duplicateStored';
  if (committed === 'similar') return 'similar';
  if (committed === 'full') return 'keptOut';
  return decisionOn(present, committed, operation.keepFormer);
}

function done(machine: Machine, outcome: Outcome): Machine {
  return { ...machine, phase: 'done', ask: { kind: 'done', outcome } };
}
