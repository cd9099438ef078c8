import { useSession } from '../session.js';
import { Slider } from './slider.js';

/** Any distance up to this is answered exactly. */
const distanceMax = 7;

/** The thresholds of one search. */
export interface SearchThresholdsEntered {
  readonly maxDistance: number;
  readonly minSimilarity: number;
}

interface SearchThresholdsProps {
  readonly thresholds: SearchThresholdsEntered;
  /** Whether they differ from those of the collection. */
  readonly isChosen: boolean;
  /** null: those of the collection again. */
  readonly onChoose: (thresholds: SearchThresholdsEntered | null) => void;
}

export function SearchThresholds({ thresholds, isChosen, onChoose }: SearchThresholdsProps) {
  const { t, number, described } = useSession();
  const { maxDistance, minSimilarity } = thresholds;
  const method = described?.recipe.method;
  return (
    <div class="sliders">
      {method !== 'minhash' && (
        <Slider
          label={t('search.distance')}
          note={t(method === 'simhash' ? 'search.distanceAlone' : 'search.distanceNote')}
          min={0}
          max={distanceMax}
          step={1}
          value={maxDistance}
          shown={number(maxDistance)}
          onSlide={(value) => onChoose({ minSimilarity, maxDistance: value })}
        />
      )}
      {method !== 'simhash' && (
        <Slider
          label={t('search.similarity')}
          note={t('search.similarityNote')}
          min={0}
          max={1}
          step={0.01}
          value={minSimilarity}
          shown={number(minSimilarity, 2)}
          onSlide={(value) => onChoose({ maxDistance, minSimilarity: value })}
        />
      )}
      {isChosen && (
        <button type="button" class="quiet" onClick={() => onChoose(null)}>
          {t('search.defaults')}
        </button>
      )}
    </div>
  );
}
