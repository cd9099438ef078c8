import { useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import type { Collection, Recipe } from '../api/types.js';
import { methodKeys, weightingKeys } from '../recipe-words.js';
import { useSession } from '../session.js';
import { useAction } from '../use-request.js';
import { keptForTwoWeeks } from './keep-refused.js';
import { Failure } from './states.js';
import {
  KeepRefusedPages,
  KeepText,
  Thresholds,
  type ThresholdsEntered,
  toSettings,
} from './thresholds.js';

const methods: readonly Recipe['method'][] = ['hybrid', 'simhash', 'minhash'];
const stopWordLanguages = ['zh', 'en'] as const;

/** Defaults of the service. */
const defaults: ThresholdsEntered = {
  maxDistance: 3,
  minSimilarity: 0.6,
  minContainment: 0.8,
  duplicateIf: 'page',
  ttlSeconds: null,
  keepText: true,
  keepRefused: 100,
  keepPerFamily: null,
  refusedPages: keptForTwoWeeks,
  siteLines: true,
};

interface NewCollectionProps {
  readonly onCreated: (collection: Collection) => void;
  readonly onCancel: () => void;
}

export function NewCollection({ onCreated, onCancel }: NewCollectionProps) {
  const { t, embedded } = useSession();
  const [name, setName] = useState('');
  const [method, setMethod] = useState<Recipe['method']>('hybrid');
  const [weighting, setWeighting] = useState<Recipe['weighting']>('logTf');
  const [stopWords, setStopWords] = useState<Recipe['stopWords']>(['zh', 'en']);
  const [shingleWords, setShingleWords] = useState(2);
  const [hasParts, setHasParts] = useState(false);
  const [entered, setEntered] = useState(defaults);
  const action = useAction();

  function create() {
    const body = {
      name,
      recipe: {
        method,
        stopWords,
        ...(method !== 'minhash' && { weighting }),
        ...(method !== 'simhash' && { shingle: { words: shingleWords } }),
        ...(hasParts && { parts: {} }),
      },
      ...toSettings(entered, method, hasParts, embedded),
    };
    action.run(async () => onCreated(await send(apiCall('POST', '/collections', { body }))));
  }

  return (
    <form
      class="card collection-form new"
      onSubmit={(event) => {
        event.preventDefault();
        create();
      }}
    >
      <h2>{t('collections.new')}</h2>
      <label class="field name">
        {t('collection.name')}
        <input
          type="text"
          required
          pattern="[a-z0-9][a-z0-9_\-]{0,63}"
          title={t('collection.nameRule')}
          autocomplete="off"
          spellcheck={false}
          placeholder="news"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <span class="hint">{t('collection.nameRule')}</span>
      </label>
      <KeepText entered={entered} onEnter={setEntered} />
      {embedded && <KeepRefusedPages entered={entered} onEnter={setEntered} />}
      <details>
        <summary>{t('collection.advanced')}</summary>
        <fieldset class="choices">
          <legend>{t('collection.method')}</legend>
          {methods.map((each) => (
            <label key={each} class="choice">
              <input
                type="radio"
                name="method"
                checked={each === method}
                onChange={() => setMethod(each)}
              />
              <span>
                <strong>{each}</strong>
                <span class="hint">{t(methodKeys[each])}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="thresholds">
          {method !== 'minhash' && (
            <label class="field">
              {t('collection.weighting')}
              <select
                value={weighting}
                onChange={({ currentTarget }) =>
                  setWeighting(currentTarget.value as Recipe['weighting'])
                }
              >
                {Object.entries(weightingKeys).map(([value, key]) => (
                  <option key={value} value={value}>
                    {t(key)}
                  </option>
                ))}
              </select>
            </label>
          )}
          {method !== 'simhash' && (
            <label class="field">
              {t('collection.shingle')}
              <input
                type="number"
                min={1}
                max={10}
                required
                value={shingleWords}
                onInput={({ currentTarget }) => setShingleWords(currentTarget.valueAsNumber)}
              />
            </label>
          )}
          <fieldset>
            <legend>{t('collection.stopWords')}</legend>
            {stopWordLanguages.map((language) => (
              <label key={language} class="tick">
                <input
                  type="checkbox"
                  checked={stopWords.includes(language)}
                  onChange={({ currentTarget }) =>
                    setStopWords(
                      stopWordLanguages.filter((each) =>
                        each === language ? currentTarget.checked : stopWords.includes(each),
                      ),
                    )
                  }
                />
                {t(language === 'zh' ? 'recipe.zh' : 'recipe.en')}
              </label>
            ))}
          </fieldset>
          <label class="tick">
            <input
              type="checkbox"
              checked={hasParts}
              onChange={({ currentTarget }) => setHasParts(currentTarget.checked)}
            />
            <span>
              {t('collection.parts')}
              <span class="hint">{t('collection.partsNote')}</span>
            </span>
          </label>
        </div>
        <Thresholds method={method} hasParts={hasParts} entered={entered} onEnter={setEntered} />
      </details>
      {action.failure && <Failure failure={action.failure} />}
      <div class="actions">
        <button type="submit" class="primary" disabled={action.busy}>
          {t('collection.create')}
        </button>
        <button type="button" onClick={onCancel}>
          {t('action.cancel')}
        </button>
      </div>
    </form>
  );
}
