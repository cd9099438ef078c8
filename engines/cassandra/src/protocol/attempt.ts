import { decisionOn, type MatchEffect, type Present, renewed as renewedLife } from 'neardup/engine';
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
 * State machine of one operation in the protocol (protocol.ts), made of plain values. `begin` returns the first state;
 * `advance` returns the next one, given the answer to the request (`Ask`) of the current state. The machine makes every
 * decision and performs no I/O, so the store and the model checker run the same code.
 *
 *   read ─► (look) ─► announce ─► survey ◄─► kill, wait, mark
 *    ▲         │                     │
 *    │         ▼                     │
 *    ├─ (confirm ◄──── withdraw) ◄───┤
 *    │         └─► done              ▼
 *    └── withdraw ◄────── lost ── decide ─► done
 */
export interface Operation {
  /**
   * `add` stores a document without a search. `ifNew` is a check that stores the document unless a match refuses it.
   * `always` is a check that stores the document even if a match refuses it.
   */
  readonly kind: 'add' | 'ifNew' | 'always' | 'delete';
  readonly id: string;
  /**
   * Priority of the operation by its age: the smaller the string, the older the operation. All tries of an operation
   * have the same priority, so that a retry does not make it younger.
   */
  readonly priority: string;
  readonly expiresAt: number | null;
  /** True if an `ifNew` operation may also be refused when a document with another text is stored under the id. */
  readonly keepFormer: boolean;
  /**
   * Token of a deletion with an idempotency key; null otherwise. The token in the register shows if an earlier try,
   * even in another process, has already made the deletion.
   */
  readonly token: string | null;
}

/** Request of the machine to its driver. */
export type Ask =
  /**
   * Reads the operation's own register: serially if the operation starts again (`beginAgain`), otherwise at a quorum.
   */
  | { readonly kind: 'read'; readonly serially: boolean }
  /** Before the announcement, searches for a committed match that refuses the document. */
  | { readonly kind: 'look' }
  /**
   * Searches for committed matches, and for open attempts (undecided or expired) whose contents match. Follows only the
   * attempts that `among` names, or all of them if it is null.
   */
  | { readonly kind: 'survey'; readonly among: readonly string[] | null }
  | { readonly kind: 'announce'; readonly attempt: Announced }
  /**
   * Extends the life of the current document: rewrites the index rows of its attempt with a time to live that covers
   * the new expiry.
   */
  | { readonly kind: 'rewrite'; readonly attempt: string }
  /** Replaces the register of `id` by `next` if its version is `expected`, in a lightweight transaction. */
  | {
      readonly kind: 'change';
      readonly id: string;
      readonly expected: string | null;
      readonly next: Register;
    }
  /** Deletes the rows of the operation's own attempt, which will not be committed. */
  | { readonly kind: 'withdraw'; readonly attempt: string }
  /** Waits until the attempt of another operation has ended, or its lease is over. */
  | { readonly kind: 'wait'; readonly watched: Watched }
  | { readonly kind: 'done'; readonly outcome: Outcome };

export type Outcome =
  | 'new'
  | 'changed'
  /** Not stored, because a committed match refuses the document. */
  | 'duplicate'
  /** Stored although a committed match refuses the document. */
  | 'duplicateStored'
  /** Stored although a committed match is similar to the document. */
  | 'similar'
  /** Not stored, because a committed match is similar and `keepPerFamily` similar contents are already stored. */
  | 'keptOut'
  | 'unchanged'
  | 'deleted'
  | 'missing';

export type Answer =
  | {
      readonly kind: 'read';
      readonly register: Register;
      readonly present: Present;
      /** Undecided attempt that has marked this document in order to replace it; null if there is none. */
      readonly replacing: Watched | null;
    }
  | { readonly kind: 'survey'; readonly survey: Survey }
  | { readonly kind: 'change'; readonly result: ChangeResult }
  | { readonly kind: 'ok' };

/**
 * Result of a search: the committed matches, and the open attempts that may affect this operation (`Found` in
 * survey.ts).
 */
export interface Survey {
  /** Effect of the best committed match. `full`: similar, and `keepPerFamily` similar contents are already stored. */
  readonly committed: Effect;
  /** Committed matches that this operation replaces. */
  readonly replaced: readonly Replaced[];
  /** Attempts that are undecided, that is, neither committed nor dead. */
  readonly undecided: readonly Watched[];
  /** Attempts that are committed, but whose documents have expired. */
  readonly expired: readonly Watched[];
  /** Other attempts that have marked documents listed in `replaced`. */
  readonly rivals: readonly Watched[];
}

export type Effect = MatchEffect | 'full';

export interface Replaced {
  readonly id: string;
  /** Register of the document, as read by the search. */
  readonly register: Register;
}

/** Attempt of another operation. */
export interface Watched extends Announced {
  /** Register of the document that the attempt stores, as last read. */
  readonly register: Register;
  /** True if a lease has passed since this process first saw the attempt. */
  readonly leaseOver: boolean;
}

/** Result of a conditional change. `unknown`: it may have been applied, or may still be applied later. */
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
  /** The operation's own register, as it was last read. */
  readonly base: Register;
  readonly present: Present;
  /** Name of the operation's attempt, or token of the deletion; null if there is none yet. */
  readonly token: string | null;
  /** Effect of the best committed match in the last survey. */
  readonly committed: Effect;
  /** Matches to replace that have yet to be marked. */
  readonly replaced: readonly Replaced[];
  /** True if the last survey found documents to replace. */
  readonly isReplacing: boolean;
  /**
   * Attempt of another operation that has marked this document. This operation waits for that attempt, or kills it.
   * Null if there is none.
   */
  readonly blocker: Watched | null;
  /** Attempts that have yet to be killed. */
  readonly victims: readonly Watched[];
  /** Names of the attempts that surveys have found and that may still be undecided; null if no survey has been made. */
  readonly open: readonly string[] | null;
}

/** Returns a token that was never used before. */
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

/**
 * Restarts the operation, because another operation, or an earlier change by this one, may have changed its register.
 * Reads the register serially, because such a change may not have reached a quorum yet.
 */
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
    if (expiryAfter(read) === base.expiresAt) return done(read, 'unchanged');
    const ask: Ask = { kind: 'rewrite', attempt: base.current! };
    return { ...read, phase: 'rewriting', ask };
  }
  if (!mayBeRefused(read)) return announce(read, fresh);
  return { ...read, phase: 'looking', ask: { kind: 'look' } };
}

/**
 * Returns true if a match can refuse the operation. A new version of a stored document can be refused only with
 * `keepFormer`.
 */
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
  // Surveys all attempts again in two cases. First, the strongest match has been deleted: while it existed, attempts
  // with weaker matches were left out. Second, the check has only now found a match to replace, so all attempts matter.
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
 * Waits for an attempt that has marked this document, and kills it only after its lease. If that attempt is committed,
 * it deletes the document, so this operation cannot continue before the attempt has ended. This operation waits even
 * for a younger attempt, because an attempt marks documents just before it decides. If the attempt were killed at once,
 * its operation would soon mark the document again, possibly without having seen this operation.
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
      // The change was the kill of this operation's own attempt. If it was applied, the attempt is dead, and the
      // operation tries again.
      return result.kind === 'refused' && hasWon(machine, result)
        ? stored(machine)
        : withdrawAndRetry(machine);
    default:
      throw new Error(`An attempt that is ${machine.phase} changed nothing`);
  }
}

/**
 * Continues with the next attempt to kill. If a kill was not applied, the attempt may have been committed before; the
 * next survey shows whether it was.
 */
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
 * Requests a survey. After the first survey, only the attempts that it found are followed. An attempt that announces
 * itself later finds this one in its own survey, and waits for it or kills it. So attempts that keep restarting cannot
 * delay this operation forever.
 */
function survey(machine: Machine): Machine {
  return { ...machine, phase: 'surveying', ask: { kind: 'survey', among: machine.open } };
}

/**
 * Kills the next attempt of `victims`. After the last one, surveys again if attempts are still open; otherwise marks
 * and decides.
 */
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

/** Marks the next document to replace. After the last one, decides. */
function mark(machine: Machine, fresh: Fresh): Machine {
  const { base, token, operation } = machine;
  const isMarked = ({ register }: Replaced) => register.mark?.attempt === token;
  // All attempts set their marks in the order of ids, so two attempts cannot wait for each other's marks.
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

/**
 * Kills the operation's own attempt, because the outcome of its decision is unknown. The result of the kill shows
 * whether the decision was applied.
 */
function doubt(machine: Machine, fresh: Fresh): Machine {
  const ask = changeOwn(machine, killed(machine.base, fresh()));
  return { ...machine, phase: 'doubting', ask };
}

function remove(machine: Machine, fresh: Fresh): Machine {
  const next = deleted(machine.base, fresh(), machine.token!);
  return { ...machine, phase: 'deleting', ask: changeOwn(machine, next) };
}

function renew(machine: Machine, fresh: Fresh): Machine {
  const next = renewed(machine.base, fresh(), expiryAfter(machine));
  return { ...machine, phase: 'renewing', ask: changeOwn(machine, next) };
}

/** Returns the expiry of the unchanged document after the operation. */
function expiryAfter({ base, operation: { kind, expiresAt } }: Machine): number | null {
  return renewedLife(base.expiresAt, expiresAt, kind === 'add' ? 'addition' : 'check');
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
 * Reads the operation's own register again after a match was found that refuses the document. If the version of the
 * register is unchanged, nothing was stored under the id in between, so the refusal was right at the moment when the
 * match was read.
 */
function confirm(machine: Machine): Machine {
  return { ...machine, phase: 'confirming', ask: { kind: 'read', serially: false } };
}

function stored(machine: Machine): Machine {
  return done(machine, outcomeIfDecided(machine));
}

/** Returns the outcome that an operation has if its attempt is committed. */
export function outcomeIfDecided({ committed, present, operation }: Machine): Outcome {
  if (committed === 'refusing') return 'duplicateStored';
  if (committed === 'similar') return 'similar';
  if (committed === 'full') return 'keptOut';
  return decisionOn(present, committed, operation.keepFormer);
}

function done(machine: Machine, outcome: Outcome): Machine {
  return { ...machine, phase: 'done', ask: { kind: 'done', outcome } };
}
