import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CheckOutcome,
  type Collection,
  isLive,
  isUnchanged,
  type Level,
  later,
  type MatchRule,
  matchEffect,
  NeardupError,
  renewed,
  requestedLifetime,
  type Scope,
  type Signature,
  type StoredDocument,
} from 'neardup/engine';
import { first, type Search } from '../search/candidates.js';
import {
  type createSurvey,
  type FoundMatches,
  type Glance,
  noneFound,
  type OpenAttempt,
} from '../search/survey.js';
import type { Counts } from '../tables/counts.js';
import type { AttemptRow, IndexRows } from '../tables/index-rows.js';
import { type DocumentRow, noRow, type Registers, secondsToLive } from '../tables/registers.js';
import type { Sightings } from '../tables/sightings.js';
import {
  type Answer,
  type Ask,
  advance,
  begin,
  type Effect,
  type Machine,
  type Operation,
  type Outcome,
  outcomeIfDecided,
  type Replaced,
  type Watched,
} from './attempt.js';
import type { Prepared } from './claims.js';
import { type Announced, cleared, killed, type Register, tookEffect } from './protocol.js';
import { newToken, readTime } from './tokens.js';

export interface Parts {
  readonly registers: Registers;
  readonly rows: IndexRows;
  readonly sightings: Sightings;
  readonly survey: ReturnType<typeof createSurvey>;
  readonly counts: Counts;
}

/** Task of an operation: to store a document under an id, or to delete it. */
export interface Intent {
  readonly collection: Collection;
  readonly kind: Operation['kind'];
  readonly id: string;
  /** Signature with only the fields that the collection compares (`keptSignature`); null for a deletion. */
  readonly signature: Signature | null;
  readonly text: Uint8Array | null;
  /** Policy of a check; null if the document is stored without comparing it with others. */
  readonly policy: Policy | null;
  readonly expiresAt: number | null;
  readonly now: number;
  /** Returns true if the current document equals the new one; null to compare only their exact hashes. */
  readonly isSame: ((document: StoredDocument) => boolean) | null;
  /** Builds the new document from the current one, if any, and the extractor stored with the new document's content. */
  readonly next: (earlier: StoredDocument | undefined, extractor: Kept) => StoredDocument;
  /** Throws if the current document forbids the operation; null if every document allows it. */
  readonly refuses: ((document: StoredDocument) => void) | null;
  /** Identifies a deletion that has an idempotency key, so that a retry does not delete twice; otherwise null. */
  readonly token: string | null;
  /**
   * Called just before each try to decide, with the outcome that the operation will have if the decision is applied;
   * null if no call is needed.
   */
  readonly prepare: ((attempt: AttemptName, done: Done) => Promise<void>) | null;
}

/** Policy of a check. */
export interface Policy {
  readonly rule: MatchRule;
  /** Documents that may match; undefined: all. */
  readonly scope: Scope | undefined;
  /** Number of best matches to return. */
  readonly wanted: number;
  readonly duplicateIf: Level;
  /** True: a new version of a stored document may be refused. The current version then stays. */
  readonly keepFormer: boolean;
  /** Returns the outcome of the check. @throws `too_many_replaced` */
  readonly decide: (earlier: StoredDocument | undefined, found: FoundMatches) => CheckOutcome;
}

/** Identifies an attempt that is about to decide. */
export interface AttemptName {
  readonly generation: number;
  readonly id: string;
  readonly attempt: string;
  readonly base: string | null;
}

/**
 * Extractor stored with a content: the one used for its first document. The whole value is null if the content has no
 * document yet.
 */
export type Kept = { readonly extractor: string | null } | null;

export interface Done {
  readonly outcome: Outcome;
  /** Document that had the id before, with its sightings (sightings.ts); undefined if there was none. */
  readonly earlier: StoredDocument | undefined;
  /** Document that the operation has stored; undefined if it stored none. */
  readonly stored: StoredDocument | undefined;
  readonly found: FoundMatches;
  /** Attempt that had stored `earlier`; null if there was no document. */
  readonly current: string | null;
}

/** Lease duration of an attempt, measured from the moment at which this process first saw the attempt. */
const leaseMs = 3_000;
/**
 * Maximum duration of an attempt. It must be far shorter than the times for which registers are kept after their
 * documents have expired or been deleted (registers.ts), and long enough for 100 replacements on slow nodes, each of
 * which takes a separate serial write.
 */
const attemptMsMax = 60_000;
const waitMsMax = 200;
/** Time for which a register remembers the tokens of attempts and deletions that were applied to it. */
const rememberedMs = 10 * 60_000;
/**
 * Minimum number of tokens that a register remembers, regardless of their age. If the process of an attempt dies, the
 * marks that the attempt set on other registers may stay indefinitely, and readers need its token to resolve them.
 */
const rememberedMin = 8;

/**
 * Runs an operation by the protocol (protocol.ts): performs the requests of its state machine (attempt.ts) until the
 * machine is done.
 */
export async function operate(parts: Parts, intent: Intent): Promise<Done> {
  const { kind, id, expiresAt, policy, token } = intent;
  const keepFormer = policy?.keepFormer ?? false;
  const way = createAttemptDriver(parts, intent);
  let machine = begin({ kind, id, expiresAt, keepFormer, token, priority: newToken() });
  while (machine.ask.kind !== 'done') {
    const { phase } = machine;
    machine = advance(machine, await way.answer(machine, machine.ask), newToken);
    const hasEnded = machine.ask.kind === 'done';
    if (hasEnded && phasesThatChange.includes(phase)) await way.complete();
  }
  return way.done(machine.ask.outcome);
}

/** Phases in which an operation ends only if it has stored, replaced or deleted the document of its id. */
const phasesThatChange: readonly Machine['phase'][] = ['deciding', 'doubting', 'deleting'];

/** Performs the requests of one state machine. Keeps the rows that it has read for later requests. */
function createAttemptDriver(parts: Parts, intent: Intent) {
  const { registers, rows, sightings, survey, counts } = parts;
  const { collection, id, signature, policy, now } = intent;
  const { generation, recipe } = collection;
  const firstSeen = new Map<string, number>();
  let own: DocumentRow = noRow;
  let earlier: StoredDocument | undefined;
  let found: FoundMatches = noneFound;
  let glance: Promise<Glance> | undefined;
  /** Oldest document with the same content, as read before the announcement. */
  let before: Promise<DocumentRow | undefined> | undefined;
  /** Oldest document with the same content, as read before the decision. */
  let kept: Promise<DocumentRow | undefined> | undefined;
  let mayBeKnown = false;
  let open: readonly OpenAttempt[] = [];
  /** Rows of other documents as they were read, by id and version. */
  const others = new Map<string, DocumentRow>();
  /** Rows of the documents that the attempt has marked for replacement, by id. */
  const marked = new Map<string, DocumentRow>();
  let attempt: AttemptRow | undefined;
  let next: StoredDocument | undefined;
  let tryBegan = 0;
  let waits = 0;

  const search = (): Search => ({
    collection,
    signature: signature!,
    rule: policy?.rule ?? exactOnly,
    scope: policy?.scope,
    excluded: id,
    refusal:
      policy === null
        ? undefined
        : { duplicateIf: policy.duplicateIf, lifetimeMs: requestedLifetime(intent) },
    wanted: policy?.wanted ?? 0,
    now,
  });

  async function read(serially: boolean): Promise<Answer> {
    tryBegan = performance.now();
    own = await (serially ? registers.readSerially : registers.read)(generation, id);
    const { register, document, marker } = own;
    const live = document !== null && isLive(document, now) ? document : undefined;
    earlier = live && (await sightings.of(generation, live, register.current!));
    if (earlier !== undefined) intent.refuses?.(earlier);
    const present = earlier === undefined ? 'absent' : isSame(earlier) ? 'same' : 'other';
    const replacing = marker && watch(register.mark!, marker);
    return { kind: 'read', register, present, replacing };
  }

  /**
   * Starts some reads at the same time as the first read of the register. The next step needs their results, unless the
   * id already has the same document.
   */
  function readAhead(): void {
    if (signature === null) return;
    mayBeKnown = false;
    before = undefined;
    if (intent.kind === 'ifNew') glance = survey.glance(search());
    else before = survey.sameContent(search());
    kept = before;
    // An error is handled where the result is awaited. This empty handler only prevents an unhandled rejection until
    // then.
    (glance ?? before)?.catch(() => {});
  }

  function isSame(document: StoredDocument): boolean {
    if (intent.isSame !== null) return intent.isSame(document);
    if (signature === null || policy === null) return false;
    return isUnchanged(document, { signature, duplicateIf: policy.duplicateIf });
  }

  async function look(): Promise<Answer> {
    // The registers of matches must be read only now, after the operation's own register. Otherwise, the reads might
    // combine states that never existed at the same time.
    const seen = await glance!;
    if (seen.exactHashes.includes(signature!.exactHash)) {
      before = survey.sameContent(search());
      before.catch(() => {});
    }
    found = await survey.look(search(), seen);
    return { kind: 'survey', survey: { ...judge(found), ...noneOpen } };
  }

  /** Returns the effect of the matches on the check, and the matches to replace. @throws `too_many_replaced` */
  function judge(found: FoundMatches): { committed: Effect; replaced: Replaced[] } {
    const effect = matchEffect(found.best, policy!.duplicateIf, found.outlivesBest);
    if (effect === 'none') return { committed: effect, replaced: [] };
    const { reason, replaced } = policy!.decide(earlier, found);
    const committed = reason === 'familyFull' ? 'full' : effect;
    return { committed, replaced: replaced.map((each) => note(each, found.rows.get(each)!)) };
  }

  function note(of: string, row: DocumentRow): Replaced {
    others.set(packPlace(of, row.register.version), row);
    return { id: of, register: row.register };
  }

  async function openAttempts(among: readonly string[] | null): Promise<Answer> {
    const { attempt: name } = attempt!;
    const replaces = (present: FoundMatches) => judge(present).replaced.length > 0;
    const seen = await survey.open(search(), name, among, replaces);
    found = seen;
    mayBeKnown = seen.mayBeKnown;
    open = [...seen.undecided, ...seen.expired];
    const effect = judge(found);
    const rivals = effect.replaced.flatMap(({ id: of, register: { mark, version } }) => {
      if (mark === null || mark.attempt === name) return [];
      return [watch(mark, others.get(packPlace(of, version))!.marker!)];
    });
    const undecided = seen.undecided.map((each) => watch(each, each.row));
    const expired = seen.expired.map((each) => watch(each, each.row));
    return { kind: 'survey', survey: { ...effect, undecided, expired, rivals } };
  }

  /**
   * Withdraws the announced attempt if the check fails because it would replace too many documents. Always throws the
   * error again.
   */
  async function withdrawIfRefused(error: unknown): Promise<never> {
    const { code } = error as Partial<NeardupError>;
    if (code === 'too_many_replaced') await rows.remove(generation, recipe, attempt!);
    throw error;
  }

  function watch({ attempt, id: of, base, priority }: Announced, row: DocumentRow): Watched {
    const time = performance.now();
    const since = firstSeen.get(attempt) ?? time;
    firstSeen.set(attempt, since);
    const { register } = note(of, row);
    return { attempt, id: of, base, priority, register, leaseOver: time - since > leaseMs };
  }

  async function announce({ attempt: announced }: Ask & { kind: 'announce' }) {
    const { storedAt, expiresAt } = intent.next(earlier, null);
    const since = (await before)?.since ?? announced.attempt;
    attempt = { ...announced, since, storedAt, signature: signature! };
    marked.clear();
    const seconds = secondsToLive(expiresAt, now);
    await rows.write(generation, recipe, attempt, intent.text, seconds);
  }

  /**
   * Writes the index rows of the current document again with a longer time to live, if its expiry is extended. If the
   * rows expired before the document, searches would miss it.
   */
  async function rewrite(): Promise<void> {
    const { document } = own;
    const { expiresAt } = document!;
    if (later(expiresAt, intent.expiresAt) === expiresAt) return;
    const seconds = secondsToLive(intent.expiresAt, now);
    const text = await rows.textOf(generation, document!.signature.exactHash);
    await rows.write(generation, recipe, toRow(own), text, seconds);
  }

  async function change(machine: Machine, ask: Ask & { kind: 'change' }): Promise<Answer> {
    const { phase } = machine;
    const isDecision = phase === 'deciding';
    if (performance.now() - tryBegan > attemptMsMax) throw tooLate(id);
    if (isDecision) {
      if (mayBeKnown) kept ??= survey.sameContent(search());
      next = intent.next(earlier, (await kept)?.document ?? null);
      const { attempt: name, base } = attempt!;
      await intent.prepare?.(
        { generation, id, attempt: name, base },
        done(outcomeIfDecided(machine)),
      );
    }
    const former = ask.id === id ? own : others.get(packPlace(ask.id, ask.expected))!;
    const row = rowAfter(former, ask.next, isDecision);
    const result = await registers.change(generation, ask.id, ask.expected, row, now);
    if (result.kind === 'unknown') await pause();
    if (phase === 'killing' && result.kind === 'applied' && row.document === null) {
      const victim = open.find((each) => each.id === ask.id);
      if (victim !== undefined && former.document !== null) await forget(victim, former.document);
    }
    if (phase === 'renewing' && result.kind === 'applied') {
      counts.document(collection, former.document!, -1);
      counts.document(collection, row.document!, 1);
    }
    if (phase === 'marking' && result.kind === 'applied') marked.set(ask.id, row);
    return { kind: 'change', result };
  }

  function rowAfter(former: DocumentRow, to: Register, isDecision: boolean): DocumentRow {
    const register = { ...to, recent: remembered(to.recent) };
    if (to.current === null) return { ...noRow, register };
    if (isDecision) return { ...noRow, register, document: next!, since: attempt!.since };
    return {
      ...former,
      register,
      document: { ...former.document!, ...renewedLife(former.document!, to) },
    };
  }

  /** Returns the life of a document after a change of its register that keeps the document. */
  function renewedLife(
    { expiresAt: before, lifetimeMs }: StoredDocument,
    { expiresAt }: Register,
  ): Pick<StoredDocument, 'expiresAt' | 'lifetimeMs'> {
    if (expiresAt === before) return { expiresAt, lifetimeMs };
    const by = intent.kind === 'add' ? 'addition' : 'check';
    return { expiresAt, lifetimeMs: renewed(lifetimeMs, requestedLifetime(intent), by) };
  }

  async function pause(): Promise<void> {
    await sleep(Math.min(waitMsMax, 5 * 2 ** waits++) * (0.5 + Math.random() / 2));
  }

  /**
   * Waits until the lease of an attempt is over, or the attempt has ended: its register has changed, or its row is
   * gone.
   */
  async function waitFor({ attempt: name, id: of, register }: Watched): Promise<void> {
    const row = open.find((each) => each.attempt === name);
    for (;;) {
      if (performance.now() - tryBegan > attemptMsMax) throw tooLate(id);
      await pause();
      if (performance.now() - firstSeen.get(name)! > leaseMs) return;
      const [version, isThere] = await Promise.all([
        registers.versionOf(generation, of),
        row === undefined || rows.isThere(generation, row),
      ]);
      if (version !== register.version || !isThere) return;
    }
  }

  /** Counts the stored document, and deletes the rows of the documents that the operation has replaced or deleted. */
  async function complete(): Promise<void> {
    if (next !== undefined) {
      counts.document(collection, next, 1);
      if (!(await isKnown())) counts.content(collection, next, 1);
    }
    if (own.document !== null) await forget(toRow(own), own.document);
    // Failures are harmless: because the attempt is committed, readers already treat the marked documents as deleted.
    await Promise.allSettled([...marked].map(([of, row]) => clear(of, row)));
  }

  /** Returns true if another document already had the content. The content has then been counted already. */
  async function isKnown(): Promise<boolean> {
    return (await kept) !== undefined;
  }

  async function forget(row: AttemptRow, document: StoredDocument): Promise<void> {
    await rows.remove(generation, recipe, row);
    counts.document(collection, document, -1);
    const others = rows.attemptsOf(generation, row.signature.exactHash);
    if ((await first(others)) === undefined) counts.content(collection, document, -1);
  }

  async function clear(of: string, row: DocumentRow): Promise<void> {
    await forget(toRow(row), row.document!);
    const { register } = row;
    const after = { ...noRow, register: cleared(register, newToken()) };
    await registers.change(generation, of, register.version, after, now);
  }

  function done(outcome: Outcome): Done {
    const isStored = ['new', 'changed', 'duplicateStored', 'similar'].includes(outcome);
    const stored = isStored ? next : undefined;
    return { outcome, earlier, stored, found, current: own.register.current };
  }

  return {
    async answer(machine: Machine, ask: Ask): Promise<Answer> {
      switch (ask.kind) {
        case 'read':
          if (machine.phase === 'reading') readAhead();
          return read(ask.serially);
        case 'look':
          return look();
        case 'survey':
          return openAttempts(ask.among).catch(withdrawIfRefused);
        case 'change':
          return change(machine, ask);
        case 'announce':
          await announce(ask);
          break;
        case 'rewrite':
          await rewrite();
          break;
        case 'withdraw':
          await rows.remove(generation, recipe, attempt!);
          break;
        case 'wait':
          await waitFor(ask.watched);
          break;
        case 'done':
          break;
      }
      return { kind: 'ok' };
    },

    done,
    complete,
  };
}

const noneOpen = { undecided: [], expired: [], rivals: [] };

const exactOnly = { maxDistance: 0, minSimilarity: 1, shortMinSimilarity: 1 };

const packPlace = (id: string, version: string | null) => `${version} ${id}`;

/** Returns the attempt that stored a document, as it is recorded in its rows. */
function toRow({ register, document, since }: DocumentRow): AttemptRow {
  const { id, storedAt, signature } = document!;
  const attempt = register.current!;
  // The version from which the attempt started (`base`) is unknown. The name of the attempt is used instead, because it
  // is never the version of a register.
  const announced = { attempt, id, base: attempt, priority: '' };
  return { ...announced, since: since!, storedAt, signature };
}

function remembered(recent: readonly string[]): string[] {
  const since = Date.now() - rememberedMs;
  return recent.filter((token, at) => at < rememberedMin || readTime(token) > since);
}

function tooLate(id: string): NeardupError {
  return new NeardupError(
    'not_ready',
    `Cannot store document "${id}": Cassandra takes too long; the document may or may not have been stored`,
    { retryAfterSeconds: 5 },
  );
}

/**
 * Returns a function that tests if the attempt of another process was committed. If the attempt is undecided, the
 * function kills it.
 */
export function createSettle(registers: Registers) {
  return async function settle(
    { generation, id, attempt, base }: Prepared,
    now: number,
  ): Promise<boolean> {
    for (;;) {
      const row = await registers.readSerially(generation, id);
      const { register } = row;
      if (tookEffect(attempt, register)) return true;
      if (register.version !== base) return false;
      const next = { ...row, register: killed(register, newToken()) };
      const { kind } = await registers.change(generation, id, base, next, now);
      if (kind === 'applied') return false;
      await sleep(50);
    }
  };
}
