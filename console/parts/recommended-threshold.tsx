import { apiCall, send } from '../api/request.js';
import type { Recommendation } from '../api/types.js';
import { useSession } from '../session.js';
import { useAction } from '../use-request.js';
import { CopyCurl } from './copy-curl.js';
import { Failure } from './states.js';

/** Minimum number of answers for a recommendation. */
const answersMin = 5;

/** Threshold that fits the answers, its certainty, and a button to apply it. */
export function RecommendedThreshold({ found }: { readonly found: Recommendation }) {
  const { t, number, collection, collectionsChanged } = useSession();
  const action = useAction();
  const { setting, threshold, recommended, labels, ignored } = found;
  const given = labels.same + labels.version + labels.different;
  const needed = recommended?.answersNeeded ?? Math.max(1, answersMin - given);
  const value = recommendedValue(found);
  const parameters = { at: { name: collection }, body: { [setting]: value } };
  const call = apiCall('PATCH', '/collections/{name}', parameters);

  function takeOver() {
    action.run(async () => {
      await send(call);
      collectionsChanged();
    });
  }

  return (
    <section class="card recommended">
      <h2>
        {t('recommended.title')}
        <span class="aside">{t('recommended.labels', labels)}</span>
      </h2>
      <div class="progress">
        <progress aria-label={t('recommended.progress')} max={given + needed} value={given} />
        <span role="status">
          {recommended === null
            ? t(given < answersMin ? 'recommended.tooFew' : 'recommended.oneSided', { given })
            : recommended.answersNeeded === 0
              ? t('recommended.certain', { given })
              : t('recommended.needed', { given, needed })}
        </span>
      </div>
      {ignored > 0 && <p class="hint">{t('recommended.ignored', { count: ignored })}</p>}
      {recommended !== null && value !== null && isNarrow(found) && (
        <>
          <p class="recommendation">
            <span class="figure">{number(value, 2)}</span>
            <span>
              {t(
                setting === 'minSimilarity' ? 'collection.minSimilarity' : 'collection.maxDistance',
              )}
              <span class="hint">
                {t('recommended.interval', {
                  low: number(recommended.interval.low, 2),
                  high: number(recommended.interval.high, 2),
                })}
              </span>
            </span>
          </p>
          <div class="actions">
            <button
              type="button"
              class={recommended.answersNeeded === 0 ? 'primary' : ''}
              disabled={action.busy || threshold === value}
              onClick={takeOver}
            >
              {t('tune.takeOver', { value: number(value, 2), name: collection })}
            </button>
            <CopyCurl call={call} />
            <span class="hint">
              {threshold === value
                ? t('tune.isCurrent', { name: collection })
                : t('recommended.now', { value: number(threshold, 2) })}
            </span>
          </div>
          {action.failure && <Failure failure={action.failure} />}
        </>
      )}
    </section>
  );
}

/** Maximum width of the interval for a recommendation to be shown. */
const intervalMax = { minSimilarity: 0.15, maxDistance: 2 };

function isNarrow({ recommended, setting }: Recommendation): boolean {
  const { low, high } = recommended!.interval;
  return high - low <= intervalMax[setting];
}

/** Returns the value for the setting; null without a recommendation. */
export function recommendedValue({ recommended, setting }: Recommendation): number | null {
  if (recommended === null) return null;
  const { threshold } = recommended;
  return setting === 'maxDistance' ? Math.round(threshold) : Math.round(threshold * 100) / 100;
}
