import { useEffect, useState } from 'preact/hooks';
import { followDecisions } from '../api/events.js';
import type { DecisionEvent } from '../api/types.js';
import { useSession } from '../session.js';
import { ContradictionLine } from './contradictions.js';
import { DecisionTag } from './decision-tag.js';

const shownMax = 50;
/**
 * Decisions within this time are shown together, so that a busy crawl does not keep the page busy.
 */
const togetherMs = 400;
const toldMs = 3000;
const againMs = 3000;

interface LiveDecisionsProps {
  /** Called when decisions have come in, at most every few seconds. */
  readonly onTold: () => void;
}

interface Told extends DecisionEvent {
  readonly key: number;
}

/** Decisions as they are made, the newest first. */
export function LiveDecisions({ onTold }: LiveDecisionsProps) {
  const { t, collection } = useSession();
  const [events, setEvents] = useState<readonly Told[]>([]);
  const [live, setLive] = useState(false);
  useEffect(() => {
    setEvents([]);
    const abort = new AbortController();
    const { signal } = abort;
    let waiting: Told[] = [];
    let count = 0;
    let toldAt = 0;
    let untold = false;
    const timer = setInterval(() => {
      if (waiting.length > 0) {
        const news = waiting.toReversed();
        waiting = [];
        untold = true;
        setEvents((before) => [...news, ...before].slice(0, shownMax));
      }
      if (!untold || Date.now() - toldAt < toldMs) return;
      untold = false;
      toldAt = Date.now();
      onTold();
    }, togetherMs);
    const onDecision = (event: DecisionEvent) => {
      waiting.push({ ...event, key: count++ });
      if (waiting.length > shownMax) waiting.shift();
    };
    keepFollowing();
    return () => {
      abort.abort();
      clearInterval(timer);
    };

    /** Reconnects after a restart of the service; the page says why a stream ended. */
    async function keepFollowing(): Promise<void> {
      while (!signal.aborted) {
        await followDecisions({
          collection,
          signal,
          onOpen: () => setLive(true),
          onDecision,
        }).catch(
          () => {}, // the other requests of the page report what is wrong with the service
        );
        if (signal.aborted) return;
        setLive(false);
        await new Promise((resolve) => setTimeout(resolve, againMs));
      }
    }
  }, [collection]);

  return (
    <section class="card live">
      <h2>
        {t('live.title')}
        <span class={live ? 'aside pulse on' : 'aside pulse'} role="status">
          {t(live ? 'live.on' : 'live.off')}
        </span>
      </h2>
      {events.length === 0 ? (
        <p class="hint">{t('live.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ol class="told" tabIndex={0} aria-label={t('live.title')}>
          {events.map((event) => (
            <Line key={event.key} event={event} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Line({ event }: { readonly event: DecisionEvent }) {
  const { t, language, number } = useSession();
  const { at, decision, id, duplicateOf, similarTo, replaced } = event;
  const { similarity, distance, exact, contradicts } = event;
  const matched = duplicateOf ?? similarTo;
  const nearness = exact
    ? t('match.exact')
    : similarity !== null
      ? number(similarity, 2)
      : distance !== null && t('match.bits', { distance });
  return (
    <li>
      <time dateTime={at}>{new Date(at).toLocaleTimeString(language, { hour12: false })}</time>
      <DecisionTag decision={decision} />
      <span class="what">
        <code>{id ?? t('live.noId')}</code>
        {matched !== null && (
          <span class="hint">
            {t(duplicateOf === null ? 'live.similarTo' : 'live.duplicateOf')} <code>{matched}</code>{' '}
            {nearness}
          </span>
        )}
        {contradicts && <ContradictionLine contradicts={contradicts} />}
        {replaced.length > 0 && (
          <span class="hint">
            {t('live.replaced')} <code>{replaced.join(' ')}</code>
          </span>
        )}
      </span>
    </li>
  );
}
