/**
 * Agreement between service processes without transactions over several rows: announce, survey, decide.
 *
 * Cassandra changes a single row atomically (a lightweight transaction). The row of a document is therefore its
 * register, and storing a content under an id is an *attempt*. "I" is the process that runs it:
 *
 *   read      my register; at the same time, the candidates that one replica knows under the keys of my content
 *   look      if the replica knows a candidate: all those keys, for matches that are already committed
 *   announce  rows that name my attempt under every key of my content, acknowledged by a quorum
 *   survey    all those keys: attempts of other ids whose content matches mine, and their registers
 *   mark      the registers of the documents that mine replaces
 *   decide    my register: `current` becomes my attempt, provided that its version is the one I read
 *
 * Two matching documents share a key, and both announce before they survey. So the later survey finds the other
 * attempt, and decides only when the other one is committed or dead:
 *
 *   committed   its register names it: mine is a duplicate, or is stored as similar
 *   undecided   its register still has the version from which it started: I wait if it is older, and
 *               kill it if it is younger or if I have watched it for longer than a lease
 *   dead        its register has moved on: it can never be committed, because versions are never reused
 *
 * Two documents that are only similar are both stored, and the later one is reported as similar. Once such a match is
 * committed, I follow only attempts that would refuse mine: the others change nothing, unless they are counted
 * (`keepPerFamily`). A search compares a bounded number of committed contents (search/candidates.ts) and, in addition,
 * all undecided ones.
 *
 * My decision deletes the documents that mine replaces. Before it, I mark each of their registers with my attempt. From
 * then on my register determines if they exist: they do until my attempt is committed, and a dead attempt leaves them
 * unchanged. A process that wants to change a marked register first waits for the attempt, and kills it after a lease.
 * An attempt that replaces documents follows all undecided attempts: one that read the keys before my announcement and
 * the register of my victim after my decision would miss both. After the decision I clear the marked registers. Until
 * then, readers look up the marks.
 *
 * A quorum read may miss an unacknowledged change, but once one read returned it, all later ones do. So I read my own
 * register at a quorum: a decision based on a stale version is refused. Two reads are serial: the read from which
 * another attempt is considered dead or killed, and the read of my own register after a refusal, because a quorum may
 * not know the refusing change yet.
 *
 * A single replica may be stale. It only shows if a look is worthwhile: the matches are read at a quorum, and the
 * survey finds anything the replica missed.
 *
 * A duplicate costs only reads. I read the registers of matches after my own, and then my own again, so the match was
 * committed at a moment when my document was absent.
 *
 * Killing an attempt gives its register a new version and changes nothing else; the condition of the attempt then never
 * holds. This file performs no I/O: `attempt.ts` computes the next step, the store performs it, and
 * test/store/cassandra/model runs both through all interleavings.
 *
 * Because versions are never reused, a change of a register may be sent twice: the second copy finds another version.
 * If a node hangs, the request is therefore sent to another node as well.
 */
export interface Register {
  /** Changes with every write of the register; null: no row. */
  readonly version: string | null;
  /** Attempt that stored the present document; null: no document. */
  readonly current: string | null;
  /**
   * Attempts and deletions applied in the last minutes, and at least the last eight. After a lost response, they prove
   * that a change was made, even if another change followed.
   */
  readonly recent: readonly string[];
  /** Milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
  /** Attempt that replaces the document. Once it is applied, the document is gone. */
  readonly mark: Announced | null;
}

/** The description of an attempt in its rows. */
export interface Announced {
  readonly attempt: string;
  /** Id of its document. */
  readonly id: string;
  /** Version of the register from which the attempt started. */
  readonly base: string | null;
  /** Priority of the operation's first try. Smaller is older. */
  readonly priority: string;
}

export const noRegister: Register = {
  version: null,
  current: null,
  recent: [],
  expiresAt: null,
  mark: null,
};

export type Fate = 'committed' | 'expired' | 'undecided' | 'dead';

/**
 * Returns the state of an attempt. Only a serial read may conclude `dead`: another read may return a register from
 * before the attempt began.
 */
export function fateOf(
  { attempt, base }: Pick<Announced, 'attempt' | 'base'>,
  register: Register,
  now: number,
): Fate {
  if (register.current === attempt) return isExpired(register, now) ? 'expired' : 'committed';
  return register.version === base ? 'undecided' : 'dead';
}

/** Returns true if the document has expired and counts as absent. */
export function isExpired({ current, expiresAt }: Register, now: number): boolean {
  return current !== null && expiresAt !== null && expiresAt <= now;
}

/** Returns true if an attempt or deletion was applied, as far back as `recent` reaches. */
export function tookEffect(token: string, { current, recent }: Register): boolean {
  return current === token || recent.includes(token);
}

/**
 * Resolves the mark of a register. If the attempt that set it was applied, the document is deleted; if the attempt is
 * dead, the mark has no effect. Any read can tell them apart, because the attempt read its own register before it set
 * the mark.
 * @param other register of the document that the attempt stores
 */
export function resolved(register: Register, other: Register): Register {
  const { mark } = register;
  if (mark === null || register.current === null) return { ...register, mark: null };
  if (tookEffect(mark.attempt, other))
    return { ...register, current: null, expiresAt: null, mark: null };
  return other.version === mark.base ? register : { ...register, mark: null };
}

/** Marks a document for deletion by an attempt. */
export function marked(register: Register, version: string, mark: Announced): Register {
  return { ...register, version, mark };
}

/** Changes the version, so that every attempt that started from this register is dead. */
export function killed(register: Register, version: string): Register {
  return { ...register, version };
}

/** Clears a document that has expired, and that nobody can renew any more. */
export function cleared(register: Register, version: string): Register {
  return { ...register, version, current: null, expiresAt: null, mark: null };
}

/** Deletes the document but keeps the row, so that no earlier attempt can find the version from which it started. */
export function deleted(register: Register, version: string, token: string): Register {
  return { ...cleared(register, version), recent: [token, ...register.recent] };
}

export function decided(
  register: Register,
  version: string,
  attempt: string,
  expiresAt: number | null,
): Register {
  return {
    version,
    current: attempt,
    recent: [attempt, ...register.recent],
    expiresAt,
    mark: null,
  };
}

export function renewed(register: Register, version: string, expiresAt: number | null): Register {
  return { ...register, version, expiresAt };
}
