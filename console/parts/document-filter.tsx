import { useSession } from '../session.js';

/** Choice and order of the listed documents. */
export interface Filter {
  readonly order: 'newest' | 'id';
  readonly idPrefix: string;
  /** Times of the place where one is, as forms have them: `2027-01-31T08:00`. */
  readonly after: string;
  readonly before: string;
}

export const unfiltered: Filter = { order: 'newest', idPrefix: '', after: '', before: '' };

interface DocumentFilterProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

export function DocumentFilter({ filter, onChange }: DocumentFilterProps) {
  const { t, embedded } = useSession();
  const { order } = filter;
  return (
    <div class="document-filter above">
      {embedded && (
        <fieldset class="segments">
          <legend class="unseen">{t('documents.order')}</legend>
          {(['newest', 'id'] as const).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="order"
                checked={order === each}
                onChange={() => onChange({ ...filter, order: each })}
              />
              <span>{t(`documents.${each}`)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {order === 'id' ? (
        <label class="field wide">
          {t('documents.prefix')}
          <input
            type="search"
            value={filter.idPrefix}
            dir="auto"
            spellcheck={false}
            autocomplete="off"
            placeholder="https://news.example/"
            onInput={({ currentTarget }) => onChange({ ...filter, idPrefix: currentTarget.value })}
          />
        </label>
      ) : (
        (['after', 'before'] as const).map((bound) => (
          <label key={bound} class="field">
            {t(`documents.${bound}`)}
            <input
              type="datetime-local"
              value={filter[bound]}
              onInput={({ currentTarget }) => onChange({ ...filter, [bound]: currentTarget.value })}
            />
          </label>
        ))
      )}
    </div>
  );
}
