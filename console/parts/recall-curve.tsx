import type { Collection } from '../api/types.js';
import { useSession } from '../session.js';

const width = 220;
const height = 84;

interface RecallCurveProps {
  readonly recallAt: NonNullable<Collection['recallAt']>;
}

/** The probability, by design, that two documents of a given similarity find each other. */
export function RecallCurve({ recallAt }: RecallCurveProps) {
  const { t, percent } = useSession();
  const { measure, points } = recallAt;
  const path = points
    .map(
      ({ value, recall }) => `${(value * width).toFixed(1)},${((1 - recall) * height).toFixed(1)}`,
    )
    .join(' ');
  const some = points.find(({ recall }) => recall >= 0.5);
  const sure = points.find(({ recall }) => recall >= 0.99);
  const said = {
    some: some ? percent(some.value, 0) : '–',
    share: some ? percent(some.recall, 0) : '–',
    sure: sure ? percent(sure.value, 0) : '–',
  };
  return (
    <figure class="recall">
      <h3>{t('collection.recall')}</h3>
      <svg viewBox={`0 -2 ${width} ${height + 4}`} aria-hidden="true">
        <path class="frame" d={`M0 0V${height}H${width}M0 ${height / 2}H${width}`} />
        <polyline points={path} />
      </svg>
      <figcaption class="hint">
        {t(measure === 'jaccard' ? 'collection.recallJaccard' : 'collection.recallCosine', said)}
      </figcaption>
    </figure>
  );
}
