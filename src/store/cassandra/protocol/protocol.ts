/**
 * The agreement between service processes, where no transaction spans two rows: announce, survey, decide.
 *
 * Cassandra changes one row atomically (a lightweight transaction), and nothing else. So the row of a document is its
 * register, and storing a content under an id is an *attempt*:
 *
 *   read      my register; at the same time, what one replica knows under the keys of my content
 *   look      if that knows any candidate: all those keys, for matches that are committed already
 *   announce  rows that name my attempt under every key of my content, acknowledged by a quorum
 *   survey    all those keys: attempts of other ids whose content matches mine, and their registers
 *   mark      the registers of the documents that mine replaces
 *   decide    my register: `current` becomes my attempt, on condition that its version is the one that I read
 *
 * Two matching documents share a key, and both announce before they survey. So the later survey finds the other
 * attempt, and decides only when that is committed or dead:
 *
 *   committed   its register names it: mine is a duplicate, or is stored as similar to it
 *   undecided   its register still has the version that it started from: I wait if it is older, and
 *               kill it if it is younger or if I have watched it for longer than a lease
 *   dead        its register has moved on: it can never be committed, for versions are never reused
 *
 * Two documents that are only similar are both stored, and the later one is reported as similar. Once such a match is
 * committed, only attempts that would refuse mine are followed: the others change nothing, unless they are counted
 * (`keepPerFamily`). A search compares a bounded number of committed contents (search/candidates.ts) and, in addition,
 * all that are undecided.
 *
 * Replaced documents are deleted at the moment at which mine is stored. Before the decision I mark each of their
 * registers with my attempt. From then on my register tells whether they exist: they do until my attempt is committed,
 * and a dead attempt leaves them as they were. A process that wants to change a marked register first waits for the
 * attempt, and kills it after a lease. While an attempt replaces documents, it follows all undecided attempts: one that
 * read the keys before my announcement and the register of my victim after my decision would miss both. After the
 * decision I clear the marked registers; until then, marks are looked up.
 *
 * A quorum may miss a change that is not acknowledged, but once a read returned it, all later ones do. So my own
 * register is read by a quorum: a decision from one that has moved on is refused. Two reads are serial: those from
 * which another attempt is taken for dead or killed, and my own after a refusal, since a quorum may not yet know the
 * change that refused me.
 *
 * One replica may be behind. So it only tells if a look is worth while: the matches are read by a quorum, and the
 * survey finds what the replica missed.
 *
 * A duplicate costs reads only. The registers of matches are read after my own, and then my own again: so the match was
 * committed at a moment when my document was absent.
 *
 * To kill is to give a register a new version and leave everything else as it is; the condition of the attempt then
 * never holds. Nothing here reads, waits or writes: `attempt.ts` computes the next step, the store takes it, and
 * test/store/cassandra/model runs both through all interleavings.
 *
 * Because versions are never reused, a change of a register may be sent twice: the later copy finds another version. So
 * if a node hangs, another one is asked as well.
 */
export interface Register {
  /** Changes with every write of the register; null: there is no row. */
  readonly version: string | null;
  /** The attempt that brought the document as it is; null: there is no document. */
  readonly current: string | null;
  /**
   * Attempts and deletions that took effect in the last minutes, and the last eight: after a lost answer, they show
   * that a change was made even if another has followed.
   */
  readonly recent: readonly string[];
  /** In milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
  /** The attempt that replaces the document: once it took effect, there is no document. */
  readonly mark: Announced | null;
}

/** The description of an attempt in its rows. */
export interface Announced {
  readonly attempt: string;
  /** Id of its document. */
  readonly id: string;
  /** The version of the register that it started from. */
  readonly base: string | null;
  /** Priority of the first try of its operation; the smaller one is older. */
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
 * Returns the state of an attempt. Only a serial read may conclude `dead`: another read may return a
 * register from before the attempt began.
 */
export function fateOf(
  { attempt, base }: Pick<Announced, 'attempt' | 'base'>,
  register: Register,
  now: number,
): Fate {
  if (register.current === attempt) return isExpired(register, now) ? 'expired' : 'committed';
  return register.version === base ? 'undecided' : 'dead';
}

/** Returns true if there is a document and it has expired, so that it counts as absent. */
export function isExpired({ current, expiresAt }: Register, now: number): boolean {
  return current !== null && expiresAt !== null && expiresAt <= now;
}

/** Returns true if an attempt or a deletion took effect, as far back as `recent` reaches. */
export function tookEffect(token: string, { current, recent }: Register): boolean {
  return current === token || recent.includes(token);
}

/**
 * A register whose mark was looked up. The mark of an attempt that took effect deleted the document; that
 * of a dead attempt has no effect. Any read shows which: the attempt had read its own register before it
 * set the mark.
 * @param other the register of the document that the attempt stores
 */
export function resolved(register: Register, other: Register): Register {
  const { mark } = register;
  if (mark === null || register.current === null) return { ...register, mark: null };
  if (tookEffect(mark.attempt, other))
    return { ...register, current: null, expiresAt: null, mark: null };
  return other.version === mark.base ? register : { ...register, mark: null };
}

/** A document that goes when an attempt takes effect. */
export function marked(register: Register, version: string, mark: Announced): Register {
  return { ...register, version, mark };
}

/** With another version every attempt that started from this one is dead. */
export function killed(register: Register, version: string): Register {
  return { ...register, version };
}

/** A document that has expired makes room: nobody can renew it any more. */
export function cleared(register: Register, version: string): Register {
  return { ...register, version, current: null, expiresAt: null, mark: null };
}

/** The document is gone; its row stays, so that no earlier attempt finds what it started from. */
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
