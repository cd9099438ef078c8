import type { DecisionEvent } from 'neardup-client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { apiCall, neardup, send } from '../api/request.js';
import type { Decision, LoggedDecision } from '../api/types.js';
import { useSession } from '../session.js';

/** Maximum number of decisions kept in the list. */
const shownMax = 200;
/** Decisions within this interval are shown together, to limit rendering during a busy crawl. */
const togetherMs = 400;
const toldMs = 3000;
const againMs = 3000;

/** A decision in the list, either live or from the log. */
export interface Told
  extends Omit<DecisionEvent, 'collection' | 'covers' | 'containment' | 'relation'> {
  readonly key: string;
  /** True if its two documents can be compared by their ids. */
  readonly comparable: boolean;
}

export interface DecisionsOptions {
  /** Decisions to show; null for all. */
  readonly only: readonly Decision[] | null;
  /** True to pause the list. */
  readonly held: boolean;
  /** Called after new decisions, at most every few seconds. */
  readonly onTold: () => void;
}

export interface LiveStream {
  readonly live: boolean;
  /** Newest first. */
  readonly events: readonly Told[];
  /** Decisions received while the list was paused, newest first. */
  readonly waiting: readonly Told[];
  /** Shows the waiting decisions. */
  show(): void;
}

/**
 * Lists the latest decisions of the log, and new decisions as they arrive. While the list is paused, new decisions
 * wait. Cassandra has no log.
 */
export function useDecisions({ only, held, onTold }: DecisionsOptions): LiveStream {
  const { collection, described, embedded } = useSession();
  const [events, setEvents] = useState<readonly Told[]>([]);
  const [waiting, setWaiting] = useState<readonly Told[]>([]);
  const [live, setLive] = useState(false);
  const keepsRefused = (described?.refusedPages ?? null) !== null;
  const latest = useRef({ onTold, keepsRefused });
  latest.current = { onTold, keepsRefused };
  const wanted = only?.join(',');

  useEffect(() => {
    setEvents([]);
    setWaiting([]);
    if (!embedded) return;
    const abort = new AbortController();
    const call = apiCall('GET', '/decisions', { query: { collection, limit: shownMax } });
    send(call, abort.signal).then(
      ({ decisions }) => {
        const logged = decisions.flatMap(toldOfLog);
        setEvents((before) =>
          [...before, ...logged.filter(isAbsentFrom(before))].slice(0, shownMax),
        );
      },
      () => {}, // other requests of the page report problems of the service
    );
    return () => abort.abort();
  }, [collection, embedded]);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    let arrived: Told[] = [];
    let toldAt = 0;
    let untold = false;
    const timer = setInterval(() => {
      if (arrived.length > 0) {
        const news = arrived.toReversed();
        arrived = [];
        untold = true;
        setWaiting((before) => [...news, ...before].slice(0, shownMax));
      }
      if (!untold || Date.now() - toldAt < toldMs) return;
      untold = false;
      toldAt = Date.now();
      latest.current.onTold();
    }, togetherMs);
    const onDecision = (event: DecisionEvent) => {
      const comparable = event.stored || latest.current.keepsRefused;
      arrived.push({ ...event, key: `${nextKey++}`, comparable });
      if (arrived.length > shownMax) arrived.shift();
    };
    keepFollowing();
    return () => {
      abort.abort();
      clearInterval(timer);
    };

    async function follow(): Promise<void> {
      const wish = only === null ? {} : { decisions: only };
      const events = await neardup.events({ collection, signal, ...wish });
      setLive(true);
      for await (const event of events) onDecision(event);
    }

    /** Reconnects whenever the stream ends, for example because the service restarts. */
    async function keepFollowing(): Promise<void> {
      while (!signal.aborted) {
        await follow().catch(
          () => {}, // other requests of the page report problems of the service
        );
        if (signal.aborted) return;
        setLive(false);
        await new Promise((resolve) => setTimeout(resolve, againMs));
      }
    }
  }, [collection, wanted]);

  function show() {
    if (waiting.length === 0) return;
    setEvents((before) => [...waiting, ...before.filter(isAbsentFrom(waiting))].slice(0, shownMax));
    // Others may have arrived since.
    setWaiting((before) => before.filter((each) => !waiting.includes(each)));
  }
  useEffect(() => {
    if (!held) show();
  }, [held, waiting]);

  return { live, events, waiting, show };
}

let nextKey = 0;

/**
 * Converts a log record to the form of a streamed decision. Omits records of replaced pages, because the decision on
 * the replacing page reports the replacement.
 */
function toldOfLog(record: LoggedDecision): Told[] {
  const { number, decision, match, kept, verdict, certainty, ...shared } = record;
  if (decision === 'replaced') return [];
  const found = {
    duplicateOf: decision === 'duplicate' ? match : null,
    similarTo: decision === 'similar' ? match : null,
  };
  const comparable = shared.stored || kept;
  return [{ ...shared, ...found, decision, key: `logged ${number}`, comparable, replaced: [] }];
}

/** Returns a test for decisions that a list lacks, because a decision may be both in the log and in the stream. */
function isAbsentFrom(others: readonly Told[]) {
  const eventKey = ({ at, id, decision }: Told) => JSON.stringify([at, id, decision]);
  const places = new Set(others.map(eventKey));
  return (told: Told) => !places.has(eventKey(told));
}

/**
 * Tests if the user is reading a list: the pointer is over it, it contains the focus, or it is scrolled away from its
 * start.
 */
export function useHeld() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  return {
    held: pointed || focused || scrolled,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      onFocusIn: () => setFocused(true),
      onFocusOut: () => setFocused(false),
      onScroll: ({ currentTarget }: Event) => setScrolled((currentTarget as Element).scrollTop > 0),
    },
  };
}
