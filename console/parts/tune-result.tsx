import { useMemo, useState } from 'preact/hooks';
import { request } from '../api/request.js';
import type { Collection } from '../api/types.js';
import { useSession } from '../session.js';
import { bestOf, curveOf, type JudgedBy, knobOf, type Share } from '../tune/curve.js';
import type { Measured } from '../tune/measure.js';
import { useAction } from '../use-action.js';
import { CurveChart } from './curve-chart.js';
import { Slider } from './slider.js';
import { Empty, Failure } from './states.js';
import { TuneMistakes } from './tune-mistakes.js';

interface TuneResultProps {
  readonly measured: readonly Measured[];
  readonly collection: Collection;
}

/** What the measurement says, and the button that acts on it. */
export function TuneResult({ measured, collection }: TuneResultProps) {
  const { t, number, collectionsChanged } = useSession();
  const judgedBy = judgedByOf(collection);
  const { method, maxDistance, shortMinSimilarity } = judgedBy;
  const knob = knobOf(judgedBy);
  // The curve does not depend on the threshold that is tuned, only on the other settings.
  const curve = useMemo(
    () => curveOf(measured, judgedBy),
    [measured, method, knob === 'similarity' && maxDistance, shortMinSimilarity],
  );
  const best = bestOf(curve);
  const [picked, setPicked] = useState<number | null>(null);
  const action = useAction();
  const chosen = picked ?? best.threshold;
  const point = curve.find(({ threshold }) => threshold === chosen) ?? best;
  const current = knob === 'similarity' ? collection.minSimilarity : collection.maxDistance;

  if (point.duplicates === 0 || point.duplicates === measured.length) {
    return (
      <Empty title={t('tune.oneSided')}>
        <p>{t('tune.oneSidedHint', { pairs: measured.length })}</p>
      </Empty>
    );
  }

  function takeOver() {
    const body = knob === 'similarity' ? { minSimilarity: chosen } : { maxDistance: chosen };
    action.run(async () => {
      await request('PATCH', `/collections/${collection.name}`, { body });
      collectionsChanged();
    });
  }

  return (
    <div class="tune-result">
      <section class="card">
        <h2>
          {t('tune.result')}
          <span class="aside">
            {t('tune.counted', {
              pairs: measured.length,
              duplicates: point.duplicates,
              others: measured.length - point.duplicates,
            })}
          </span>
        </h2>
        <CurveChart curve={curve} knob={knob} chosen={chosen} onChoose={setPicked} />
        <div class="chosen">
          <Slider
            label={t(`tune.${knob}`)}
            min={0}
            max={knob === 'similarity' ? 1 : 7}
            step={knob === 'similarity' ? 0.01 : 1}
            value={chosen}
            shown={number(chosen, 2)}
            onSlide={(value) => setPicked(Math.round(value * 100) / 100)}
          />
          <Proportion name={t('tune.precision')} share={point.precision} kind="a" />
          <Proportion name={t('tune.recall')} share={point.recall} kind="b" />
        </div>
        {action.failure && <Failure failure={action.failure} />}
        <div class="actions">
          <button
            type="button"
            class="primary"
            disabled={action.busy || current === chosen}
            onClick={takeOver}
          >
            {t('tune.takeOver', { value: number(chosen, 2), name: collection.name })}
          </button>
          {chosen !== best.threshold && (
            <button type="button" onClick={() => setPicked(null)}>
              {t('tune.best', { value: number(best.threshold, 2) })}
            </button>
          )}
          <span class="hint" role="status">
            {current === chosen
              ? t('tune.isCurrent', { name: collection.name })
              : t('tune.current', { value: number(current, 2) })}
          </span>
        </div>
      </section>
      <TuneMistakes measured={measured} threshold={chosen} judgedBy={judgedBy} />
    </div>
  );
}

interface ProportionProps {
  readonly name: string;
  readonly share: Share;
  readonly kind: 'a' | 'b';
}

function Proportion({ name, share, kind }: ProportionProps) {
  const { t, percent } = useSession();
  return (
    <div class="proportion">
      <span class={`key ${kind}`}>{name}</span>
      <span class="figure">{share.value === null ? '–' : percent(share.value)}</span>
      <span class="hint">
        {t('tune.interval', { low: percent(share.low), high: percent(share.high) })}
      </span>
    </div>
  );
}

function judgedByOf({ recipe, maxDistance, minSimilarity }: Collection): JudgedBy {
  const { method, shortMinSimilarity = null } = recipe;
  return { method, maxDistance, minSimilarity, shortMinSimilarity };
}
