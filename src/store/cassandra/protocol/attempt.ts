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
 * State machine of one operation in the protocol, made of plain values: `begin` returns the first step, `advance`
 * computes the next step from the store's answer. The machine makes every decision and performs no I/O, so the store
 * and the model checker run the same code.
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
  /** Kept for all tries, so that an operation keeps its age when it is retried. */
  readonly priority: string;
  readonly expiresAt: number | null;
  /** True if `ifNew` may be refused even though a document with other content is present. */
  readonly keepFormer: boolean;
  /** Token of a deletion that another process may have made already; null: this is the first try. */
  readonly token: string | null;
}

/** Next request of the machine to its driver. The caller supplies `fresh` values. */
export type Ask =
  /** Reads the document's register, serially after a refused change; otherwise, a quorum is enough. */
  | { readonly kind: 'read'; readonly serially: boolean }
  /** Searches for a committed match that refuses, before the announcement. */
  | { readonly kind: 'look' }
  /** Searches for committed and undecided matches. After the first search, undecided ones are limited to `among`. */
  | { readonly kind: 'survey'; readonly among: readonly string[] | null }
  | { readonly kind: 'announce'; readonly attempt: Announced }
  /** Rewrites the rows of the committed attempt with the new expiry. */
  | { readonly kind: 'rewrite'; readonly attempt: string }
  /** Runs a lightweight transaction on the register of `id` if its version is `expected`. */
  | {
      readonly kind: 'change';
      readonly id: string;
      readonly expected: string | null;
      readonly next: Register;
    }
  /** Deletes the rows of an attempt that cannot be committed any more. */
  | { readonly kind: 'withdraw'; readonly attempt: string }
  /** Waits until this attempt or its lease has ended. */
  | { readonly kind: 'wait'; readonly watched: Watched }
  | { readonly kind: 'done'; readonly outcome: Outcome };

export type Outcome =
  | 'new'
  | 'changed'
  /** Not stored: refused by a committed match. */
  | 'duplicate'
  /** Stored, new or changed, despite a committed match that refuses or is only similar. */
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
      /** Undecided attempt that will replace this document; null: there is none. */
      readonly replacing: Watched | null;
    }
  | { readonly kind: 'survey'; readonly survey: Survey }
  | { readonly kind: 'change'; readonly result: ChangeResult }
  | { readonly kind: 'ok' };

/**
 * Result of a search, with the uncommitted attempts that matter. All of them matter if this operation replaces
 * documents, whose places are freed at its decision, or if similar documents are counted. Otherwise only attempts that
 * would refuse matter if a committed match is similar, and none if a committed match refuses.
 */
export interface Survey {
  /** Effect of the best committed match. `full`: similar, and its family is full. */
  readonly committed: Effect;
  /** Committed matches to replace, with their registers as read. */
  readonly replaced: readonly Replaced[];
  /** Undecided attempts with their registers as read. */
  readonly undecided: readonly Watched[];
  readonly expired: readonly Watched[];
  /** Attempts that have marked the documents to replace. */
  readonly rivals: readonly Watched[];
}

export type Effect = MatchEffect | 'full';

export interface Replaced {
  readonly id: string;
  readonly register: Register;
}

export interface Watched extends Announced {
  readonly register: Register;
  /** True if this process has watched the attempt for longer than a lease. */
  readonly leaseOver: boolean;
}

/** `unknown`: the change may have been applied, or may be applied later. */
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
  /** Own register as read. */
  readonly base: Register;
  readonly present: Present;
  /** Own attempt, or the token of the deletion; null: none yet. */
  readonly token: string | null;
  /** Effect found by the last survey. */
  readonly committed: Effect;
  /** Matches still to be marked. */
  readonly replaced: readonly Replaced[];
  /** True if the last survey found documents to replace. */
  readonly isReplacing: boolean;
  /** Attempt that replaces this document, while waiting for it or killing it. */
  readonly blocker: Watched | null;
  /** Attempts whose registers are still to be changed. */
  readonly victims: readonly Watched[];
  /** Attempts of which the outcome is unknown; null: not surveyed yet. */
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

/** A refused change proves that the register has changed, but a quorum may not know this change yet. */
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

/** Returns false for a new version of a present document: it is stored regardless of matches. */
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
  // A match that was deleted had hidden weaker ones, or a new match has appeared that this check replaces.
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
 * Handles an attempt that may delete this document: whether the change applies depends on how it ends. A mark is set
 * just before the decision, so this operation waits for the attempt, whatever its age. If it were killed, the attempt
 * would soon mark the document again, possibly without having seen this operation.
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
      // Applied, which means that this operation killed its own attempt.
      return result.kind === 'refused' && hasWon(machine, result)
        ? stored(machine)
        : withdrawAndRetry(machine);
    default:
      throw new Error(`An attempt that is ${machine.phase} changed nothing`);
  }
}

/** An attempt that escaped the kill may have been committed. The next survey shows it. */
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
 * Surveys again for the attempts found by the first survey only. A later attempt finds this one in its own survey and
 * waits for it or kills it, so restarting attempts cannot delay this operation forever.
 */
function survey(machine: Machine): Machine {
  return { ...machine, phase: 'surveying', ask: { kind: 'survey', among: machine.open } };
}

/** Kills the next victim. After the last one: marks and the decision, or another survey of the open attempts. */
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

/** Marks the next document to replace. After the last one: the decision. */
function mark(machine: Machine, fresh: Fresh): Machine {
  const { base, token, operation } = machine;
  const isMarked = ({ register }: Replaced) => register.mark?.attempt === token;
  // Every attempt sets its marks in the same order, so no two can wait for each other's marks.
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

/** Kills its own attempt if the outcome of the decision is unknown: the result of the kill reveals it. */
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
 * Reads its own register again after a refusing match was found. If its version is unchanged, no document was stored
 * under this id before the match was stored.
 */
function confirm(machine: Machine): Machine {
  return { ...machine, phase: 'confirming', ask: { kind: 'read', serially: false } };
}

function stored(machine: Machine): Machine {
  return done(machine, outcomeIfDecided(machine));
}

/** Returns the outcome of a deciding operation if its attempt is committed. */
export function outcomeIfDecided({ committed, present, operation }: Machine): Outcome {
  if (committed === 'refusing') return 'duplicateStored';
  if (committed === 'similar') return 'similar';
  if (committed === 'full') return 'keptOut';
  return decisionOn(present, committed, operation.keepFormer);
}

function done(machine: Machine, outcome: Outcome): Machine {
  return { ...machine, phase: 'done', ask: { kind: 'done', outcome } };
}
