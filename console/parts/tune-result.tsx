import { useMemo, useState } from 'preact/hooks';
import { isDuplicateAt, levels } from '../additions.js';
import { apiCall, send } from '../api/request.js';
import type { Collection, Level } from '../api/types.js';
import { useSession } from '../session.js';
import {
  computeCurve,
  countMistakes,
  createKnob,
  findBest,
  isAlike,
  isFound,
  isWithinIntervals,
  type JudgedBy,
  type Share,
} from '../tune/curve.js';
import type { Measured } from '../tune/measure.js';
import { useAction } from '../use-request.js';
import { CurveChart } from './curve-chart.js';
import { Slider } from './slider.js';
import { Empty, Failure } from './states.js';
import { TuneMistakes } from './tune-mistakes.js';

interface TuneResultProps {
  readonly measured: readonly Measured[];
  readonly collection: Collection;
  /** Threshold that fits the pairs best; null if only the curve can determine it. */
  readonly recommended: number | null;
}

/** Result of the measurement, with a button to apply it. */
export function TuneResult({ measured, collection, recommended }: TuneResultProps) {
  const { t, number, href, collectionsChanged } = useSession();
  const [duplicateIf, setDuplicateIf] = useState(collection.duplicateIf);
  const judgedBy = createJudgedBy(collection, duplicateIf);
  const { method, maxDistance, shortMinSimilarity } = judgedBy;
  const knob = createKnob(judgedBy);
  // The curve depends on all settings except the tuned threshold.
  const curve = useMemo(
    () => computeCurve(measured, judgedBy),
    [measured, method, knob === 'similarity' && maxDistance, shortMinSimilarity, duplicateIf],
  );
  const [picked, setPicked] = useState<number | null>(null);
  const action = useAction();
  const current = knob === 'similarity' ? collection.minSimilarity : collection.maxDistance;
  // With `exact`, every threshold refuses the same texts, so none is better than the current one.
  const best = duplicateIf === 'exact' ? current : (recommended ?? findBest(curve).threshold);
  const now = countMistakes(measured, current, createJudgedBy(collection, collection.duplicateIf));
  const changesNothing =
    best !== current &&
    collection.duplicateIf === duplicateIf &&
    isWithinIntervals(now, countMistakes(measured, best, judgedBy));
  const chosen = picked ?? (changesNothing && recommended === null ? current : best);
  const point = curve.find(({ threshold }) => threshold === chosen) ?? curve[0]!;
  const isCurrent = current === chosen && collection.duplicateIf === duplicateIf;
  const onlySimilar = measured.filter(
    (pair) => isAlike(pair, chosen, judgedBy) && !isFound(pair, chosen, judgedBy),
  );
  const hidden = onlySimilar.filter(({ duplicate }) => duplicate).length;

  if (point.duplicates === 0 || point.duplicates === measured.length) {
    return (
      <Empty title={t('tune.oneSided')}>
        <p>{t('tune.oneSidedHint', { pairs: measured.length })}</p>
      </Empty>
    );
  }

  const { copies, pages } = countMistakes(measured, chosen, judgedBy);
  const missed = measured.filter((pair) => pair.duplicate && !isFound(pair, chosen, judgedBy));
  const kept = missed.filter(({ level }) => !isDuplicateAt(level, duplicateIf)).length;
  const levelKeeps = 2 * kept > missed.length;
  const isNarrow = [copies, pages].every(({ low, high }) => high - low <= intervalMax);

  function takeOver() {
    const threshold = knob === 'similarity' ? { minSimilarity: chosen } : { maxDistance: chosen };
    const body = { ...threshold, duplicateIf };
    action.run(async () => {
      await send(apiCall('PATCH', '/collections/{name}', { at: { name: collection.name }, body }));
      collectionsChanged();
    });
  }

  return (
    <div class="tune-result">
      <section class="card">
        <h2>
          {t('tune.question')}
          <span class="aside">
            {t('tune.counted', {
              pairs: measured.length,
              duplicates: point.duplicates,
              others: measured.length - point.duplicates,
            })}
          </span>
        </h2>
        {isNarrow ? (
          <div role="status">
            <div class="tune-answer">
              <p>
                {t('tune.answer', {
                  copies: thousand(copies.value!),
                  pages: thousand(pages.value!),
                })}
              </p>
              {levelKeeps && <p>{t('tune.levelKeeps')}</p>}
            </div>
            <p class="hint">
              {t('tune.answerInterval', {
                copiesLow: thousand(copies.low),
                copiesHigh: thousand(copies.high),
                pagesLow: thousand(pages.low),
                pagesHigh: thousand(pages.high),
              })}
            </p>
            {levelKeeps && (
              <p class="hint">
                {t('tune.levelDecides', {
                  ...{ kept, missed: missed.length, rule: t(`duplicateIf.${duplicateIf}`) },
                })}{' '}
                <a href={href('collections', { open: collection.name })}>
                  {t('decisions.changeLevel')}
                </a>
              </p>
            )}
            {!isCurrent && (
              <p class="hint">
                {t('tune.now', {
                  value: number(current, 2),
                  copies: thousand(now.copies.value!),
                  pages: thousand(now.pages.value!),
                })}
              </p>
            )}
          </div>
        ) : (
          <div role="status">
            <p class="tune-answer">{t('tune.tooFew', { count: measured.length })}</p>
            <p class="hint">{t('tune.tooFewHint')}</p>
          </div>
        )}
        <Slider
          label={t(`tune.${knob}`)}
          min={0}
          max={knob === 'similarity' ? 1 : 7}
          step={knob === 'similarity' ? 0.01 : 1}
          value={chosen}
          shown={number(chosen, 2)}
          onSlide={(value) => setPicked(Math.round(value * 100) / 100)}
        />
        {onlySimilar.length > 0 && (
          <p class="hint similar-pairs">
            {t('tune.onlySimilar', { duplicates: hidden, others: onlySimilar.length - hidden })}
          </p>
        )}
        {isNarrow && changesNothing && picked === null && (
          <p class="notice changes-nothing">{t('tune.changesNothing')}</p>
        )}
        {action.failure && <Failure failure={action.failure} />}
        <div class="actions">
          {(picked !== null || (isNarrow && !changesNothing)) && (
            <button
              type="button"
              class="primary"
              disabled={action.busy || isCurrent}
              onClick={takeOver}
            >
              {t('tune.takeOver', { value: number(chosen, 2), name: collection.name })}
            </button>
          )}
          {chosen !== best && (
            <button type="button" onClick={() => setPicked(best)}>
              {t(recommended === null ? 'tune.best' : 'tune.recommended', {
                value: number(best, 2),
              })}
            </button>
          )}
          <span class="hint">
            {isCurrent
              ? t('tune.isCurrent', { name: collection.name })
              : t('tune.current', {
                  value: number(current, 2),
                  rule: t(`duplicateIf.${collection.duplicateIf}`),
                })}
          </span>
        </div>
        <details class="tune-details">
          <summary>{t('tune.details')}</summary>
          <fieldset class="duplicate-if">
            <legend>{t('collection.duplicateIf')}</legend>
            <div class="segments">
              {levels.map((each) => (
                <label key={each}>
                  <input
                    type="radio"
                    name="duplicateIf"
                    checked={each === duplicateIf}
                    onChange={() => setDuplicateIf(each)}
                  />
                  <span>{t(`duplicateIf.${each}`)}</span>
                </label>
              ))}
            </div>
            <p class="hint">{t(`duplicateIf.${duplicateIf}.note`)}</p>
          </fieldset>
          <h3>{t('tune.result')}</h3>
          <CurveChart curve={curve} knob={knob} chosen={chosen} onChoose={setPicked} />
          <div class="chosen">
            <Proportion name={t('tune.precision')} share={point.precision} kind="a" />
            <Proportion name={t('tune.recall')} share={point.recall} kind="b" />
          </div>
        </details>
      </section>
      <TuneMistakes measured={measured} threshold={chosen} judgedBy={judgedBy} />
    </div>
  );
}

/** Maximum width of a meaningful interval; about 60 pairs of each kind are always enough for it. */
const intervalMax = 0.24;

const thousand = (share: number) => Math.round(1000 * share);

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

function createJudgedBy(
  { recipe, maxDistance, minSimilarity }: Collection,
  duplicateIf: Level,
): JudgedBy {
  const { method, shortMinSimilarity = null } = recipe;
  return { method, maxDistance, minSimilarity, shortMinSimilarity, duplicateIf };
}
