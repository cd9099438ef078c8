import { levels } from '../additions.js';
import type { Collection, Level, Recipe } from '../api/types.js';
import { useSession } from '../session.js';
import { durationInWords } from '../text/times.js';
import { keptForTwoWeeks } from './keep-refused.js';
import { Slider } from './slider.js';

/** Settings of a collection that can be changed at any time. */
export interface ThresholdsEntered {
  readonly maxDistance: number;
  readonly minSimilarity: number;
  readonly minContainment: number | null;
  readonly duplicateIf: Level;
  readonly ttlSeconds: number | null;
  readonly keepText: boolean;
  readonly keepRefused: number;
  readonly keepPerFamily: number | null;
  readonly refusedPages: Collection['refusedPages'];
  readonly siteLines: boolean;
}

/** Returns the settings as fields of a request, without those that the recipe or the store does not use. */
export function toSettings(
  entered: ThresholdsEntered,
  method: Recipe['method'],
  hasParts: boolean,
  embedded: boolean,
) {
  const { maxDistance, minSimilarity, minContainment, keepPerFamily, ...others } = entered;
  const { duplicateIf, ttlSeconds, keepText, keepRefused, refusedPages, siteLines } = others;
  return {
    ...(method !== 'minhash' && { maxDistance }),
    ...(method !== 'simhash' && { minSimilarity, keepPerFamily }),
    ...(hasParts && { minContainment }),
    ...(embedded && { refusedPages, siteLines }),
    ...{ duplicateIf, ttlSeconds, keepText, keepRefused },
  };
}

interface ThresholdsProps {
  readonly method: Recipe['method'];
  /** True if the recipe finds texts inside others. */
  readonly hasParts: boolean;
  readonly entered: ThresholdsEntered;
  readonly onEnter: (entered: ThresholdsEntered) => void;
}

/** Form fields for all settings except `keepText`. */
export function Thresholds({ method, hasParts, entered, onEnter }: ThresholdsProps) {
  const { t, number, language, embedded } = useSession();
  const { minContainment, duplicateIf, ttlSeconds } = entered;
  const { keepRefused, keepPerFamily, refusedPages, siteLines } = entered;
  return (
    <div class="thresholds">
      <fieldset class="choices">
        <legend>{t('collection.duplicateIf')}</legend>
        {levels.map((each) => (
          <label key={each} class="choice">
            <input
              type="radio"
              name="duplicateIf"
              checked={each === duplicateIf}
              onChange={() => onEnter({ ...entered, duplicateIf: each })}
            />
            <span>
              <strong>
                {t(`duplicateIf.${each}`)} <code>{each}</code>
              </strong>
              <span class="hint">{t(`duplicateIf.${each}.note`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <LimitSliders
        method={method}
        limits={entered}
        onEnter={(limits) => onEnter({ ...entered, ...limits })}
      />
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
        {ttlSeconds !== null && <span class="hint">{durationInWords(ttlSeconds, language)}</span>}
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
      {embedded && (
        <label class="field">
          {t('collection.refusedPages')}
          <input
            type="number"
            min={1}
            max={3650}
            step={1}
            placeholder={t('collection.notKept')}
            value={refusedPages?.days ?? ''}
            onInput={({ currentTarget: { value } }) => {
              const days = value === '' ? null : Number(value);
              const texts = refusedPages?.texts ?? true;
              onEnter({ ...entered, refusedPages: days === null ? null : { days, texts } });
            }}
          />
          <span class="hint">{t('collection.refusedPagesNote')}</span>
        </label>
      )}
      {embedded && refusedPages !== null && (
        <label class="tick">
          <input
            type="checkbox"
            checked={refusedPages.texts}
            onChange={({ currentTarget: { checked } }) =>
              onEnter({ ...entered, refusedPages: { ...refusedPages, texts: checked } })
            }
          />
          <span>
            {t('collection.refusedTexts')}
            <span class="hint">{t('collection.refusedTextsNote')}</span>
          </span>
        </label>
      )}
      {embedded && (
        <label class="tick">
          <input
            type="checkbox"
            checked={siteLines}
            onChange={({ currentTarget: { checked } }) =>
              onEnter({ ...entered, siteLines: checked })
            }
          />
          <span>
            {t('collection.leaveOutSiteLines')}
            <span class="hint">{t('collection.leaveOutSiteLinesNote')}</span>
          </span>
        </label>
      )}
    </div>
  );
}

export function KeepText({ entered, onEnter }: Pick<ThresholdsProps, 'entered' | 'onEnter'>) {
  const { t } = useSession();
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={entered.keepText}
        onChange={({ currentTarget }) => onEnter({ ...entered, keepText: currentTarget.checked })}
      />
      <span>
        {t('collection.keepText')}
        <span class="hint">{t('collection.keepTextNote')}</span>
      </span>
    </label>
  );
}

/** Thresholds of a single search. */
export type SearchThresholdsEntered = Pick<ThresholdsEntered, 'maxDistance' | 'minSimilarity'>;

interface SearchThresholdsProps {
  readonly thresholds: SearchThresholdsEntered;
  /** True if they differ from the collection's thresholds. */
  readonly isChosen: boolean;
  /** Called with null to restore the collection's thresholds. */
  readonly onChoose: (thresholds: SearchThresholdsEntered | null) => void;
}

export function SearchThresholds({ thresholds, isChosen, onChoose }: SearchThresholdsProps) {
  const { t, described } = useSession();
  return (
    <div class="sliders">
      <LimitSliders method={described?.recipe.method} limits={thresholds} onEnter={onChoose} />
      {isChosen && (
        <button type="button" class="quiet" onClick={() => onChoose(null)}>
          {t('search.defaults')}
        </button>
      )}
    </div>
  );
}

/** Largest distance up to which searches find every match. */
const distanceMax = 7;

interface LimitSlidersProps {
  readonly method: Recipe['method'] | undefined;
  readonly limits: SearchThresholdsEntered;
  readonly onEnter: (limits: SearchThresholdsEntered) => void;
}

/** Sliders for the distance and similarity of matches, if the method uses them. */
function LimitSliders({ method, limits, onEnter }: LimitSlidersProps) {
  const { t, number } = useSession();
  const { maxDistance, minSimilarity } = limits;
  return (
    <>
      {method !== 'minhash' && (
        <Slider
          label={t('collection.maxDistance')}
          note={t(method === 'simhash' ? 'search.distanceAlone' : 'search.distanceNote')}
          min={0}
          max={distanceMax}
          step={1}
          value={maxDistance}
          shown={number(maxDistance)}
          onSlide={(value) => onEnter({ minSimilarity, maxDistance: value })}
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
          onSlide={(value) => onEnter({ maxDistance, minSimilarity: value })}
        />
      )}
    </>
  );
}

/** Tick for keeping refused pages, with their texts, for two weeks. */
export function KeepRefusedPages({
  entered,
  onEnter,
}: Pick<ThresholdsProps, 'entered' | 'onEnter'>) {
  const { t } = useSession();
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={entered.refusedPages !== null}
        onChange={({ currentTarget: { checked } }) =>
          onEnter({ ...entered, refusedPages: checked ? keptForTwoWeeks : null })
        }
      />
      <span>
        {t('collection.keepRefusedPages', {
          days: (entered.refusedPages ?? keptForTwoWeeks).days,
        })}
        <span class="hint">{t('collection.refusedPagesNote')}</span>
      </span>
    </label>
  );
}
