import { useRef, useState } from 'preact/hooks';
import type { Decision } from '../api/types.js';
import { decisions } from '../decisions.js';
import { type Told, useDecisions, useHeld } from '../live/use-decisions.js';
import { useSession } from '../session.js';
import { readableHost } from '../text/host-name.js';
import { useListFocus } from '../use-list-focus.js';
import { CopyCurl } from './copy-curl.js';
import { DecisionLine } from './decision-line.js';

interface LiveDecisionsProps {
  /** Called after new decisions, at most every few seconds. */
  readonly onTold: () => void;
}

/** Recent decisions from the log, and live decisions, newest first. The list pauses while the user is reading. */
export function LiveDecisions({ onTold }: LiveDecisionsProps) {
  const { t, collection } = useSession();
  const [only, setOnly] = useState<readonly Decision[]>([]);
  const [words, setWords] = useState('');
  const [paused, setPaused] = useState(false);
  const { held, handlers } = useHeld();
  const list = useRef<HTMLOListElement>(null);
  const moveFocus = useListFocus(list);
  const filter = only.length === 0 ? null : only;
  const { live, events, waiting, show } = useDecisions({
    only: filter,
    held: held || paused,
    onTold,
  });
  const fits = fitting(filter, words);
  const shown = events.filter(fits);
  const news = waiting.filter(fits).length;
  const query = { collection, decision: filter?.join(',') };

  return (
    <section class="card live">
      <h2>
        {t('live.title')}
        <span class={live ? 'aside pulse on' : 'aside pulse'} role="status">
          {t(live ? 'live.on' : 'live.off')}
        </span>
      </h2>
      <div class="live-tools">
        <fieldset class="actions">
          <legend class="unseen">{t('live.only')}</legend>
          {decisions.map((each) => (
            <button
              key={each}
              type="button"
              class="small"
              aria-pressed={only.includes(each)}
              onClick={() =>
                setOnly(
                  only.includes(each) ? only.filter((other) => other !== each) : [...only, each],
                )
              }
            >
              {t(`decision.${each}`)}
            </button>
          ))}
        </fieldset>
        <input
          type="search"
          aria-label={t('live.words')}
          placeholder={t('live.words')}
          dir="auto"
          value={words}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <div class="actions">
          <button
            type="button"
            class="small"
            aria-pressed={paused}
            onClick={() => setPaused(!paused)}
          >
            {t('live.pause')}
          </button>
          <CopyCurl call={{ method: 'GET', path: '/events', query }} />
          {news > 0 && (held || paused) && (
            <button
              type="button"
              class="primary small"
              onClick={() => {
                show();
                list.current?.scrollTo(0, 0);
              }}
            >
              {t('live.news', { count: news })}
            </button>
          )}
        </div>
      </div>
      {shown.length === 0 ? (
        <p class="hint">{t(events.length === 0 ? 'live.none' : 'live.noneFits')}</p>
      ) : (
        <ol
          class="told"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t('live.title')}
          ref={list}
          onKeyDown={moveFocus}
          {...handlers}
        >
          {shown.map((event) => (
            <DecisionLine key={event.key} event={event} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** Returns a test for decisions of these kinds that have the words in a title or id. */
function fitting(only: readonly Decision[] | null, words: string) {
  const wanted = words.trim().toLowerCase();
  return ({ decision, id, title, duplicateOf, similarTo }: Told) =>
    (only === null || only.includes(decision)) &&
    [id, title, duplicateOf, similarTo].some((each) =>
      `${each ?? ''} ${readableHost(each ?? '')}`.toLowerCase().includes(wanted),
    );
}
