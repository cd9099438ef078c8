import { setTimeout as sleep } from 'node:timers/promises';
import { NeardupError } from '../../../errors.js';
import type { Signature } from '../../../fingerprint/signature.js';
import { effectOf } from '../../../matching/decide.js';
import type { Match, MatchRule, Refusal } from '../../../matching/match.js';
import type { Collection } from '../../contract/collections.js';
import type { StoredDocument } from '../../contract/documents.js';
import { isLive, sameContent } from '../../rules/versions.js';
import type { createSurvey, Glance, OpenAttempt, Search } from '../search/survey.js';
import type { AttemptRow, IndexRows } from '../tables/index-rows.js';
import type { DocumentRow, Registers } from '../tables/registers.js';
import type { Sightings } from '../tables/sightings.js';
import { secondsToLive } from '../tables/time-to-live.js';
import {
  type Answer,
  type Ask,
  advance,
  begin,
  type Machine,
  type Operation,
  type Outcome,
  outcomeIfDecided,
  type Watched,
} from './attempt.js';
import { noRegister, type Register } from './protocol.js';
import { newToken, timeOf } from './tokens.js';

export interface Parts {
  readonly registers: Registers;
  readonly rows: IndexRows;
  readonly sightings: Sightings;
  readonly survey: ReturnType<typeof createSurvey>;
}

/** What is to be stored under an id, or deleted. */
export interface Intent {
  readonly collection: Collection;
  readonly kind: Operation['kind'];
  readonly id: string;
  /** As the collection keeps it; null for a deletion. */
  readonly signature: Signature | null;
  readonly text: Uint8Array | null;
  readonly rule: MatchRule | null;
  readonly limit: number;
  /** Which matches refuse a check, and whether they do so where a former version is present. */
  readonly duplicateIf: Refusal;
  readonly keepFormer: boolean;
  readonly expiresAt: number | null;
  readonly now: number;
  /**
   * Whether the present document is the same as the new one; null: it is if the content is equal.
   */
  readonly isSame: ((document: StoredDocument) => boolean) | null;
  /** The new document, from the one that was there and from what is kept with its content. */
  readonly next: (earlier: StoredDocument | undefined, extractor: Kept) => StoredDocument;
  /** Fails the operation on what is there; null: never. */
  readonly refuses: ((document: StoredDocument) => void) | null;
  /** The token of a deletion that must be made at most once; else null. */
  readonly token: string | null;
  /** Called before each decision, with its outcome; null: not needed. */
  readonly prepare: ((attempt: AttemptName, done: Done) => Promise<void>) | null;
}

/** An attempt that is about to decide. */
export interface AttemptName {
  readonly generation: number;
  readonly id: string;
  readonly attempt: string;
  readonly base: string | null;
}

/** The extractor of the first document of a content; null: there is no document of it yet. */
export type Kept = { readonly extractor: string | null } | null;

export interface Done {
  readonly outcome: Outcome;
  /** As it was found at first, with its sightings; undefined if it was absent. */
  readonly earlier: StoredDocument | undefined;
  /** As it is now; undefined unless this operation stored it. */
  readonly stored: StoredDocument | undefined;
  readonly matches: readonly Match[];
  /** The attempt that brought what was found at first; null: nothing was found. */
  readonly found: string | null;
}

/** Measured here, from the first sight of an attempt on. */
const leaseMs = 3_000;
/** An attempt that is older than this gives up: far less than the time to live of garbage. */
const attemptMsMax = 10_000;
const waitMsMax = 200;
/** For how long a register remembers tokens that took effect. */
const rememberedMs = 10 * 60_000;

/**
 * Takes an operation through the protocol: does each step that the machine asks for, until the end.
 */
export async function operate(parts: Parts, intent: Intent): Promise<Done> {
  const { kind, id, expiresAt, keepFormer, token } = intent;
  const way = createAttemptDriver(parts, intent);
  let machine = begin({ kind, id, expiresAt, keepFormer, token, priority: newToken() });
  while (machine.ask.kind !== 'done') {
    machine = advance(machine, await way.answer(machine, machine.ask), newToken);
  }
  return way.done(machine.ask.outcome);
}

/** What one operation remembers between its steps. */
function createAttemptDriver({ registers, rows, sightings, survey }: Parts, intent: Intent) {
  const { collection, id, signature, now } = intent;
  const { generation, recipe } = collection;
  const firstSeen = new Map<string, number>();
  let own: DocumentRow = { register: noRegister, document: null };
  let earlier: StoredDocument | undefined;
  let matches: readonly Match[] = [];
  let glance: Promise<Glance> | undefined;
  let kept: Promise<DocumentRow | undefined> | undefined;
  let mayBeKnown = false;
  let open = new Map<string, OpenAttempt>();
  let attempt: AttemptRow | undefined;
  let next: StoredDocument | undefined;
  let tryBegan = 0;
  let waits = 0;

  const search = (): Search => ({
    collection,
    signature: signature!,
    rule: intent.rule!,
    excluded: id,
    wanted: intent.limit + 1,
    now,
  });

  async function read(serially: boolean): Promise<Answer> {
    tryBegan = performance.now();
    own = await (serially ? registers.readSerially : registers.read)(generation, id);
    const { register, document } = own;
    const found = document !== null && isLive(document, now) ? document : undefined;
    earlier = found && (await sightings.of(generation, found, register.current!));
    if (earlier !== undefined) intent.refuses?.(earlier);
    const present = earlier === undefined ? 'absent' : isSame(earlier) ? 'same' : 'other';
    return { kind: 'read', register, present };
  }

  /** What will be asked after the register was read, if nothing is there. */
  function readAhead(): void {
    if (signature === null) return;
    mayBeKnown = false;
    kept = undefined;
    if (intent.kind === 'ifNew') glance = survey.glance(search());
    else kept = survey.sameContent(search());
    // Whoever needs it gets the error.
    (glance ?? kept)?.catch(() => {});
  }

  function isSame(document: StoredDocument): boolean {
    if (intent.isSame !== null) return intent.isSame(document);
    return signature !== null && sameContent(document.signature, signature);
  }

  async function look(): Promise<Answer> {
    // Registers are read after my own one: else what I see of both may never have been so at once.
    matches = await survey.look(search(), await glance!);
    return { kind: 'survey', survey: { committed: committed(), undecided: [], expired: [] } };
  }

  const committed = () => effectOf(matches[0], intent.duplicateIf);

  async function openAttempts(among: readonly string[] | null): Promise<Answer> {
    const found = await survey.open(search(), intent.duplicateIf, attempt!.attempt, among);
    matches = found.matches;
    mayBeKnown = found.mayBeKnown;
    open = new Map([...found.undecided, ...found.expired].map((each) => [each.id, each]));
    const undecided = found.undecided.map(watch);
    const expired = found.expired.map(watch);
    return { kind: 'survey', survey: { committed: committed(), undecided, expired } };
  }

  function watch({ row, ...watched }: OpenAttempt): Watched {
    const time = performance.now();
    const since = firstSeen.get(watched.attempt) ?? time;
    firstSeen.set(watched.attempt, since);
    const { attempt, id, base, priority } = watched;
    return {
      attempt,
      id,
      base,
      priority,
      register: row.register,
      leaseOver: time - since > leaseMs,
    };
  }

  async function announce(announced: AttemptRow['attempt'], ask: Ask & { kind: 'announce' }) {
    const { storedAt, expiresAt } = intent.next(earlier, null);
    attempt = { ...ask.attempt, attempt: announced, storedAt, signature: signature! };
    const seconds = secondsToLive(expiresAt, now);
    await rows.write(generation, recipe, attempt, intent.text, seconds);
  }

  /** If rows expired before their document, searches would not find it. */
  async function rewrite(current: string): Promise<void> {
    const { document } = own;
    if (document!.expiresAt === null || intent.expiresAt! <= document!.expiresAt) return;
    const { storedAt, signature } = document!;
    const row = { attempt: current, id, base: current, priority: '', storedAt, signature };
    const seconds = secondsToLive(intent.expiresAt, now);
    const text = await rows.textOf(generation, signature.exactHash);
    await rows.write(generation, recipe, row, text, seconds);
  }

  async function change(machine: Machine, ask: Ask & { kind: 'change' }): Promise<Answer> {
    const isDecision = machine.phase === 'deciding';
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
    const before = ask.id === id ? own : open.get(ask.id)!.row;
    const document = documentOf(ask, before, isDecision);
    const register = { ...ask.next, recent: ask.next.recent.filter(isRemembered) };
    const row = { register, document };
    const result = await registers.change(generation, ask.id, ask.expected, row, now);
    if (result.kind === 'unknown') await pause();
    if (result.kind === 'applied' && machine.phase !== 'killing')
      await forgetEarlier(machine.phase);
    const cleared = machine.phase === 'killing' && document === null && before.document !== null;
    if (result.kind === 'applied' && cleared) {
      await rows.remove(generation, recipe, open.get(ask.id)!);
    }
    return { kind: 'change', result };
  }

  function documentOf(
    { next: to }: { readonly next: Register },
    before: DocumentRow,
    isDecision: boolean,
  ): StoredDocument | null {
    if (to.current === null) return null;
    if (isDecision) return next!;
    return { ...before.document!, expiresAt: to.expiresAt };
  }

  async function pause(): Promise<void> {
    await sleep(Math.min(waitMsMax, 5 * 2 ** waits++) * (0.5 + Math.random() / 2));
  }

  /** The rows of the replaced or deleted document. */
  async function forgetEarlier(phase: Machine['phase']): Promise<void> {
    const { document, register } = own;
    if (document === null || (phase !== 'deciding' && phase !== 'deleting')) return;
    const { storedAt, signature } = document;
    const row = { attempt: register.current!, id, base: null, priority: '', storedAt, signature };
    await rows.remove(generation, recipe, row);
  }

  function done(outcome: Outcome): Done {
    const isStored = ['new', 'changed', 'duplicateStored', 'similar'].includes(outcome);
    const found = own.register.current;
    return { outcome, earlier, stored: isStored ? next : undefined, matches, found };
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
          return openAttempts(ask.among);
        case 'change':
          return change(machine, ask);
        case 'announce':
          await announce(ask.attempt.attempt, ask);
          break;
        case 'rewrite':
          await rewrite(ask.attempt);
          break;
        case 'withdraw':
          await rows.remove(generation, recipe, attempt!);
          break;
        case 'wait':
          if (performance.now() - tryBegan > attemptMsMax) throw tooLate(id);
          await pause();
          break;
        case 'done':
          break;
      }
      return { kind: 'ok' };
    },

    done,
  };
}

function isRemembered(token: string): boolean {
  return timeOf(token) > Date.now() - rememberedMs;
}

function tooLate(id: string): NeardupError {
  return new NeardupError(
    'not_ready',
    `Cannot store document "${id}": Cassandra takes too long; whether it was stored is not known`,
    { retryAfterSeconds: 5 },
  );
}
