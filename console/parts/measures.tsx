import type { Comparison } from '../api/types.js';
import { useSession } from '../session.js';

/** Similarity of two contents by every measure. */
export function Measures({ compared }: { readonly compared: Comparison }) {
  const { t } = useSession();
  const { similarity, distance, jaccard, containment, cosine, correlation, euclidean } = compared;
  const ofTerms = compared.setsOf === 'terms';
  return (
    <dl class="measures">
      <Measure
        name={t('measure.similarity')}
        value={similarity}
        note={t('measure.similarityNote')}
      />
      <Measure
        name={t('measure.distance')}
        value={distance}
        share={1 - distance / 64}
        note={t('measure.distanceNote')}
      />
      <Measure
        name={t('measure.jaccard')}
        value={jaccard}
        note={ofTerms ? t('measure.ofTerms') : t('measure.ofShingles')}
      />
      <Measure name={t('measure.aInB')} value={containment?.ofThis} note={t('measure.aInBNote')} />
      <Measure name={t('measure.bInA')} value={containment?.ofMatch} note={t('measure.bInANote')} />
      <Measure name={t('measure.cosine')} value={cosine} note={t('measure.cosineNote')} />
      <Measure
        name={t('measure.correlation')}
        value={correlation}
        share={Math.max(0, correlation ?? 0)}
        note={t('measure.correlationNote')}
      />
      <Measure
        name={t('measure.euclidean')}
        value={euclidean}
        share={null}
        note={t('measure.euclideanNote')}
      />
    </dl>
  );
}

interface MeasureProps {
  readonly name: string;
  readonly value: number | null | undefined;
  /** Length of the bar, 0 to 1; null for no bar; absent to derive it from the value. */
  readonly share?: number | null;
  readonly note: string;
}

function Measure({ name, value, share = value ?? 0, note }: MeasureProps) {
  const { number } = useSession();
  return (
    <div class="measure">
      <dt>{name}</dt>
      <dd class="figure">{typeof value === 'number' ? number(value) : '–'}</dd>
      <dd class="bar" aria-hidden="true">
        {share !== null && typeof value === 'number' && (
          <i style={{ width: `${100 * Math.min(1, share)}%` }} />
        )}
      </dd>
      <dd class="note">{note}</dd>
    </div>
  );
}
