import { decisionOn, type MatchEffect, type Present } from '../../../matching/decide.js';
import {
  type Announced,
  cleared,
  decided,
  deleted,
  killed,
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
 *   read ─► (look) ─► announce ─► survey ◄─► kill, wait
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
  /** Whether `ifNew` may be refused where a document with other content is present. */
  readonly keepFormer: boolean;
  /** Names a deletion that may have been made before, by another process; null: it is the first. */
  readonly token: string | null;
}

/** What is to be done next. `fresh` values come from the caller. */
export type Ask =
  /** The register of the document; serially once it was seen to change, else a quorum is enough. */
  | { readonly kind: 'read'; readonly serially: boolean }
  /** Before the announcement: whether a match that refuses is committed. */
  | { readonly kind: 'look' }
  /** What matches and is committed or may come; once it was asked, only what is left of `among`. */
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
  | { readonly kind: 'wait' }
  | { readonly kind: 'done'; readonly outcome: Outcome };

export type Outcome =
  | 'new'
  | 'changed'
  /** Not stored: a committed match refuses it. */
  | 'duplicate'
  /** Stored, new or changed, beside a committed match that refuses or is only similar. */
  | 'duplicateStored'
  | 'similar'
  | 'unchanged'
  | 'deleted'
  | 'missing';

export type Answer =
  | { readonly kind: 'read'; readonly register: Register; readonly present: Present }
  | { readonly kind: 'survey'; readonly survey: Survey }
  | { readonly kind: 'change'; readonly result: ChangeResult }
  | { readonly kind: 'ok' };

/**
 * If a match is committed that is only similar, others that are only similar may be missing, and if one
 * that refuses is, all.
 */
export interface Survey {
  /** The effect of the best match that is committed. */
  readonly committed: MatchEffect;
  /** Each with its register as it was read. */
  readonly undecided: readonly Watched[];
  readonly expired: readonly Watched[];
}

export interface Watched extends Announced {
  readonly register: Register;
  /** Whether I have watched it for longer than a lease. */
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
  readonly committed: MatchEffect;
  /** Whose versions are still to be changed. */
  readonly victims: readonly Watched[];
  /** Attempts of which it is not known what has become of them; null: nobody has looked yet. */
  readonly open: readonly string[] | null;
}

/** Gives values that nobody ever had. */
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
    victims: [],
    open: null,
  };
}

/** Whoever was refused has seen a change that a quorum may not know yet. */
function beginAgain(operation: Operation): Machine {
  return { ...begin(operation), ask: { kind: 'read', serially: true } };
}

export function advance(machine: Machine, answer: Answer, fresh: Fresh): Machine {
  if (answer.kind === 'read') return afterRead(machine, answer.register, answer.present, fresh);
  if (answer.kind === 'survey') return afterSurvey(machine, answer.survey, fresh);
  if (answer.kind === 'change') return afterChange(machine, answer.result, fresh);
  switch (machine.phase) {
    case 'announcing':
      return machine.operation.kind === 'add' ? decide(machine, fresh) : survey(machine);
    case 'waiting':
      return survey(machine);
    case 'rewriting':
      return renew(machine, fresh);
    case 'withdrawing':
      return machine.committed === 'refusing' ? confirm(machine) : beginAgain(machine.operation);
    default:
      throw new Error(`An attempt that is ${machine.phase} expects another answer`);
  }
}

function afterRead(machine: Machine, base: Register, present: Present, fresh: Fresh): Machine {
  const { operation } = machine;
  if (machine.phase === 'confirming') {
    return base.version === machine.base.version
      ? done(machine, 'duplicate')
      : afterRead(begin(operation), base, present, fresh);
  }
  const read: Machine = { ...machine, base, present };
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
  const { operation } = machine;
  const { committed, undecided, expired } = found;
  if (machine.phase === 'looking') {
    return committed === 'refusing' ? confirm(machine) : announce(machine, fresh);
  }
  if (committed === 'refusing') {
    const refused: Machine = { ...machine, committed };
    return mayBeRefused(machine) ? withdraw(refused) : decide(refused, fresh);
  }
  // The similar match has gone, and in its presence others that are only similar were left out.
  if (committed === 'none' && machine.committed === 'similar') {
    return survey({ ...machine, committed, open: null });
  }
  const open = [...undecided, ...expired].map(({ attempt }) => attempt);
  const surveyed: Machine = { ...machine, committed, open };
  const isMine = ({ priority, leaseOver }: Watched) => leaseOver || priority > operation.priority;
  if (!undecided.every(isMine)) return { ...surveyed, phase: 'waiting', ask: { kind: 'wait' } };
  return kill({ ...surveyed, victims: [...undecided, ...expired] }, fresh);
}

function afterChange(machine: Machine, result: ChangeResult, fresh: Fresh): Machine {
  switch (machine.phase) {
    case 'killing':
      return afterKill(machine, result, fresh);
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
 * Only what the first survey found has to be followed: who announced later finds me in its own, and
 * waits or kills me, so nobody who starts again and again holds me up.
 */
function survey(machine: Machine): Machine {
  return { ...machine, phase: 'surveying', ask: { kind: 'survey', among: machine.open } };
}

/** The next of the victims; after the last one the decision, or another look at what is open. */
function kill(machine: Machine, fresh: Fresh): Machine {
  const [victim] = machine.victims;
  if (victim === undefined) {
    return machine.open!.length > 0 ? survey(machine) : decide(machine, fresh);
  }
  const { id, register } = victim;
  const next =
    register.current === victim.attempt ? cleared(register, fresh()) : killed(register, fresh());
  const ask: Ask = { kind: 'change', id, expected: register.version, next };
  return { ...machine, phase: 'killing', ask };
}

function decide(machine: Machine, fresh: Fresh): Machine {
  const { base, token, operation } = machine;
  const next = decided(base, fresh(), token!, operation.expiresAt);
  return { ...machine, phase: 'deciding', ask: changeOwn(machine, next) };
}

/** It is not known whether I decided: kill my own attempt, then I know. */
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

/** What an operation that decides will have come to, if its attempt is committed. */
export function outcomeIfDecided({ committed, present, operation }: Machine): Outcome {
  if (committed === 'refusing') return 'duplicateStored';
  if (committed === 'similar') return 'similar';
  return decisionOn(present, committed, operation.keepFormer);
}

function done(machine: Machine, outcome: Outcome): Machine {
  return { ...machine, phase: 'done', ask: { kind: 'done', outcome } };
}
