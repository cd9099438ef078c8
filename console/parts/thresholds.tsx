import { refusals } from '../additions.js';
import type { Recipe, Refusal } from '../api/types.js';
import { useSession } from '../session.js';
import { Slider } from './slider.js';

/** The settings of a collection that can be changed at any time. */
export interface ThresholdsEntered {
  readonly maxDistance: number;
  readonly minSimilarity: number;
  readonly minContainment: number | null;
  readonly duplicateIf: Refusal;
  readonly compareTitles: boolean;
  readonly ttlSeconds: number | null;
  readonly keepText: boolean;
  readonly keepRefused: number;
  readonly keepPerFamily: number | null;
}

interface ThresholdsProps {
  readonly method: Recipe['method'];
  /** Whether the recipe finds texts inside others. */
  readonly hasParts: boolean;
  readonly entered: ThresholdsEntered;
  readonly onEnter: (entered: ThresholdsEntered) => void;
}

export function Thresholds({ method, hasParts, entered, onEnter }: ThresholdsProps) {
  const { t, number } = useSession();
  const { maxDistance, minSimilarity, minContainment, duplicateIf } = entered;
  const { compareTitles, ttlSeconds, keepText, keepRefused, keepPerFamily } = entered;
  return (
    <div class="thresholds">
      <fieldset class="choices">
        <legend>{t('collection.duplicateIf')}</legend>
        {refusals.map((each) => (
          <label key={each} class="choice">
            <input
              type="radio"
              name="duplicateIf"
              checked={each === duplicateIf}
              onChange={() => onEnter({ ...entered, duplicateIf: each })}
            />
            <span>
              <strong>{t(`duplicateIf.${each}`)}</strong>
              <span class="hint">{t(`duplicateIf.${each}.note`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {method !== 'minhash' && (
        <Slider
          label={t('collection.maxDistance')}
          note={t(method === 'simhash' ? 'search.distanceAlone' : 'search.distanceNote')}
          min={0}
          max={7}
          step={1}
          value={maxDistance}
          shown={number(maxDistance)}
          onSlide={(value) => onEnter({ ...entered, maxDistance: value })}
        />
      )}
      {method !== 'simhash' && (
        <Slider
          label={t('collection.minSimilarity')}
          note={t('search.similarityNote')}
          min={0}
          max={1}
          step={0.01}
          value={minSimilarity}
          shown={number(minSimilarity, 2)}
          onSlide={(value) => onEnter({ ...entered, minSimilarity: value })}
        />
      )}
      {hasParts && (
        <Slider
          label={t('collection.minContainment')}
          note={t('collection.minContainmentNote')}
          min={0}
          max={1}
          step={0.05}
          value={minContainment ?? 0}
          shown={minContainment === null ? t('answer.no') : number(minContainment, 2)}
          onSlide={(value) => onEnter({ ...entered, minContainment: value === 0 ? null : value })}
        />
      )}
      <label class="tick">
        <input
          type="checkbox"
          checked={compareTitles}
          onChange={({ currentTarget }) =>
            onEnter({ ...entered, compareTitles: currentTarget.checked })
          }
        />
        <span>
          {t('collection.compareTitles')}
          <span class="hint">{t('collection.compareTitlesNote')}</span>
        </span>
      </label>
      <label class="field">
        {t('collection.ttlSeconds')}
        <input
          type="number"
          min={1}
          step={1}
          placeholder={t('collection.forGood')}
          value={ttlSeconds ?? ''}
          onInput={({ currentTarget: { value } }) =>
            onEnter({ ...entered, ttlSeconds: value === '' ? null : Number(value) })
          }
        />
      </label>
      <label class="field">
        {t('collection.keepRefused')}
        <input
          type="number"
          min={0}
          max={10_000}
          step={1}
          required
          value={keepRefused}
          onInput={({ currentTarget }) =>
            onEnter({ ...entered, keepRefused: currentTarget.valueAsNumber })
          }
        />
        <span class="hint">{t('collection.keepRefusedNote')}</span>
      </label>
      {method !== 'simhash' && (
        <label class="field">
          {t('collection.keepPerFamily')}
          <input
            type="number"
            min={1}
            max={100}
            step={1}
            placeholder={t('collection.allOfFamily')}
            value={keepPerFamily ?? ''}
            onInput={({ currentTarget: { value } }) =>
              onEnter({ ...entered, keepPerFamily: value === '' ? null : Number(value) })
            }
          />
          <span class="hint">{t('collection.keepPerFamilyNote')}</span>
        </label>
      )}
      <label class="tick">
        <input
          type="checkbox"
          checked={keepText}
          onChange={({ currentTarget }) => onEnter({ ...entered, keepText: currentTarget.checked })}
        />
        <span>
          {t('collection.keepText')}
          <span class="hint">{t('collection.keepTextNote')}</span>
        </span>
      </label>
    </div>
  );
}

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
