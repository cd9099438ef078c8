import { useState } from 'preact/hooks';
import type { LabelWord } from '../api/types.js';
import { pairKey, type Step } from '../labels/queue.js';
import { useLabelQueue } from '../labels/use-label-queue.js';
import { useSession } from '../session.js';
import { useKeys } from '../use-keys.js';
import { CopyCurl } from './copy-curl.js';
import { HostName } from './document-name.js';
import { Closeness } from './found-match.js';
import { PairDifference } from './pair-difference.js';
import { AnswerOf, Empty, Failure, Loading } from './states.js';

const keyOfLabel: Readonly<Record<LabelWord, string>> = { same: 's', version: 'v', different: 'd' };
const words = Object.keys(keyOfLabel) as LabelWord[];

interface LabelQueueProps {
  /** Called after a label was added or removed. */
  readonly onLabels: () => void;
}

/** Uncertain pairs, one at a time, each answered by a key or a button. */
export function LabelQueue({ onLabels }: LabelQueueProps) {
  const { t, collection } = useSession();
  const [separate, setSeparate] = useState(false);
  const queue = useLabelQueue(onLabels);
  const { asked, action, pair, last, skips } = queue;
  const [shown, setShown] = useState<string | null>(null);
  // Nobody can judge a difference that is not on the screen yet.
  const canAnswer = pair !== undefined && shown === pairKey(pair);
  const answer = (label: LabelWord) => canAnswer && queue.answer(label, separate);
  const card = useKeys<HTMLElement>({
    s: () => answer('same'),
    v: () => answer('version'),
    d: () => answer('different'),
    k: queue.skip,
    ' ': queue.skip,
    u: queue.undo,
  });
  return (
    <section class="card label-queue" ref={card} aria-label={t('labels.queue')}>
      <h2>
        {t('labels.queue')}
        <span class="aside">{t('labels.keys')}</span>
      </h2>
      <div class="last-answer" role="status">
        {last && <LastStep step={last} busy={action.busy} onUndo={queue.undo} />}
      </div>
      {action.failure && <Failure failure={action.failure} />}
      {pair !== undefined ? (
        <>
          <p class="pair-facts">
            <Closeness {...pair} />
            <span class="hint">{t(pair.match ? 'labels.isMatch' : 'labels.isNoMatch')}</span>
          </p>
          <PairDifference
            key={pairKey(pair)}
            a={pair.a}
            b={pair.b}
            says="both"
            onShown={() => setShown(pairKey(pair))}
          />
          <div class="actions answers">
            {words.map((label) => (
              <button
                key={label}
                type="button"
                title={t(`label.${label}.why`)}
                aria-keyshortcuts={keyOfLabel[label]}
                disabled={!canAnswer || action.busy}
                onClick={() => answer(label)}
              >
                {t(`label.${label}`)} <kbd>{keyOfLabel[label]}</kbd>
              </button>
            ))}
            <button type="button" aria-keyshortcuts="k" disabled={action.busy} onClick={queue.skip}>
              {t('labels.skip')} <kbd>k</kbd>
            </button>
            <CopyCurl
              call={{
                method: 'POST',
                path: '/labels',
                body: { a: pair.a, b: pair.b, label: 'same', collection },
              }}
            />
          </div>
          <label class="tick">
            <input
              type="checkbox"
              checked={separate}
              onChange={({ currentTarget }) => setSeparate(currentTarget.checked)}
            />
            <span>
              {t('labels.separate')}
              <span class="hint">{t('labels.separateNote')}</span>
            </span>
          </label>
        </>
      ) : (
        <AnswerOf asked={asked}>
          {() =>
            asked.busy ? (
              <Loading />
            ) : (
              <Empty title={t('labels.none')}>
                <p>{t(skips > 0 ? 'labels.onlySkipped' : 'labels.noneHint', { count: skips })}</p>
                {skips > 0 && (
                  <button type="button" onClick={queue.askSkippedAgain}>
                    {t('labels.askSkipped')}
                  </button>
                )}
              </Empty>
            )
          }
        </AnswerOf>
      )}
    </section>
  );
}

interface LastStepProps {
  readonly step: Step;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

/** Last label or skip, with a button to undo it. */
function LastStep({ step: { pair, label, separated }, busy, onUndo }: LastStepProps) {
  const { t } = useSession();
  return (
    <p class="actions">
      <span class="hint">
        {label === null ? t('labels.skipped') : t('labels.said', { label: t(`label.${label}`) })}{' '}
        <HostName host={pair.a} /> · <HostName host={pair.b} />
        {separated && ` · ${t('labels.separated')}`}
      </span>
      <button type="button" class="small" aria-keyshortcuts="u" disabled={busy} onClick={onUndo}>
        {t('labels.undo')} <kbd>u</kbd>
      </button>
    </p>
  );
}
