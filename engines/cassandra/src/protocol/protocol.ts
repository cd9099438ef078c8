/**
 * Agreement between service processes without transactions over several rows: announce, survey, decide.
 *
 * Cassandra can only change a single row atomically (a lightweight transaction). So each document id has one row that
 * decides which document is stored under it: its register. An attempt stores a content (the comparable data of a text)
 * under an id. In these steps, "I" is the process that runs the attempt, and keys are the index keys of the content,
 * such as its bands:
 *
 *   read      read my register and, at the same time, the candidates that one replica has under the keys of my content
 *   look      if that replica has a candidate: search all those keys for matches that are already committed
 *   announce  write rows that name my attempt under every key of my content, acknowledged by a quorum
 *   survey    search all those keys for attempts of other ids whose content matches mine, and read their registers
 *   mark      mark the registers of the documents that my document replaces
 *   decide    change my register if it still has the version that I read: `current` becomes my attempt
 *
 * Two matching documents share a key, and both announce before they survey. So at least the later survey finds the
 * attempt of the other document. The process that surveyed decides only when that attempt is committed or dead:
 *
 *   committed   the register names the attempt: my document is a duplicate, or is stored as similar
 *   undecided   the register still has the version from which the attempt started: I wait for the attempt if it is
 *               older than mine, and kill it if it is younger, or if I have watched it for longer than a lease
 *   dead        the register has another version: the attempt can never be committed, because versions are never
 *               reused
 *
 * Two documents that are only similar are both stored, and the later one is reported as similar. Once such a match is
 * committed, I follow only attempts that would refuse my document. Other attempts do not affect my decision, unless
 * similar documents are counted (`keepPerFamily`). A search compares a limited number of committed contents
 * (search/candidates.ts) and, in addition, all undecided ones.
 *
 * My decision also deletes the documents that my document replaces. Before the decision, I mark the register of each of
 * them with my attempt. A marked document exists until my attempt is committed, and stays if my attempt dies. So every
 * reader of a marked register must also read my register, until I clear the marked ones after the decision. A process
 * that wants to change a marked register first waits for my attempt, and kills it after a lease.
 *
 * An attempt that replaces documents follows all undecided attempts. Otherwise, another process could miss both my
 * document, if it has read the keys before my announcement, and the replaced document, if it reads the register of that
 * document after my decision.
 *
 * A quorum read may miss a change that is not acknowledged yet, but once a quorum read has returned the change, all
 * later ones do. So it is enough to read my own register at a quorum: if the version that I read is stale, my decision
 * is refused. Two kinds of reads are serial: those after which another attempt is treated as dead or is killed, and the
 * read of my own register after a refused change, because the change that caused the refusal may not be at a quorum
 * yet.
 *
 * A single replica may be stale. It is only asked whether a look is worthwhile: the matches themselves are read at a
 * quorum, and the survey finds those that the replica missed.
 *
 * A duplicate costs only reads. I read the registers of the matches after my own register, and then my own again. If my
 * register has not changed, there was a moment at which the match was committed and my document was absent.
 *
 * An attempt is killed by giving its register a new version. Nothing else is changed, but the condition of the
 * attempt's decision can then never hold. This file performs no I/O: `attempt.ts` computes the next step, the store
 * performs it, and the model checker (test/store/cassandra/model) runs both files through all interleavings.
 *
 * Because versions are never reused, a change to a register may be sent twice: the second copy finds another version
 * and is not applied. So if a node hangs, the request is sent to another node as well.
 */
export interface Register {
  /** Version of the register, which changes with every write; null if there is no row. */
  readonly version: string | null;
  /** Attempt that stored the current document; null if there is no document. */
  readonly current: string | null;
  /**
   * Tokens of the attempts and deletions that were applied to the register in the last ten minutes, and at least the
   * last eight. If the response to a change was lost, its token here proves that the change was applied, even if
   * another change followed.
   */
  readonly recent: readonly string[];
  /** Expiry of the document in milliseconds since 1970; null if it never expires. */
  readonly expiresAt: number | null;
  /**
   * Attempt to store another document, which is to replace this one. Once that attempt is committed, this document is
   * absent.
   */
  readonly mark: Announced | null;
}

/** An attempt as its rows describe it. */
export interface Announced {
  readonly attempt: string;
  /** Id under which the attempt stores its document. */
  readonly id: string;
  /** Version of the register from which the attempt started. */
  readonly base: string | null;
  /** Priority of the operation by the time of its first try: the smaller the string, the older the operation. */
  readonly priority: string;
}

export const noRegister: Register = {
  version: null,
  current: null,
  recent: [],
  expiresAt: null,
  mark: null,
};

export type AttemptState = 'committed' | 'expired' | 'undecided' | 'dead';

/**
 * Returns the state of an attempt.
 * @param register register of the document that the attempt stores. The result `dead` is certain only if the register
 * was read serially: another read may return the register as it was before the attempt began
 */
export function attemptState(
  { attempt, base }: Pick<Announced, 'attempt' | 'base'>,
  register: Register,
  now: number,
): AttemptState {
  if (register.current === attempt) return isExpired(register, now) ? 'expired' : 'committed';
  return register.version === base ? 'undecided' : 'dead';
}

/** Returns true if the document of a register has expired and counts as absent. */
export function isExpired({ current, expiresAt }: Register, now: number): boolean {
  return current !== null && expiresAt !== null && expiresAt <= now;
}

/**
 * Returns true if an attempt or deletion was applied to a register. May return false for an old change whose token is
 * no longer in `recent`.
 */
export function tookEffect(token: string, { current, recent }: Register): boolean {
  return current === token || recent.includes(token);
}

/**
 * Resolves the mark of a register, that is, finds out if its document has been replaced. If the attempt that set the
 * mark was committed, the document is deleted; if the attempt is dead, the mark has no effect.
 * @param other register of the document that the attempt stores. It need not be read serially, because the attempt had
 *   already read this register when it set the mark
 */
export function resolved(register: Register, other: Register): Register {
  const { mark } = register;
  if (mark === null || register.current === null) return { ...register, mark: null };
  if (tookEffect(mark.attempt, other))
    return { ...register, current: null, expiresAt: null, mark: null };
  return other.version === mark.base ? register : { ...register, mark: null };
}

/** Marks a document that is replaced once the attempt in the mark is committed. */
export function marked(register: Register, version: string, mark: Announced): Register {
  return { ...register, version, mark };
}

/** Changes only the version of a register. Every undecided attempt that started from the register is then dead. */
export function killed(register: Register, version: string): Register {
  return { ...register, version };
}

/** Removes the document from a register, because it has expired or was replaced or deleted. */
export function cleared(register: Register, version: string): Register {
  return { ...register, version, current: null, expiresAt: null, mark: null };
}

/**
 * Deletes the document of a register but keeps the register. If the row were missing, an earlier attempt that started
 * from a missing row could still be committed.
 */
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
