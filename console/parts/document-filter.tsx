import { useSession } from '../session.js';

/** Choice of the listed documents. */
export interface Filter {
  /** Empty: all ids, the newest documents first; otherwise in the order of ids. */
  readonly idPrefix: string;
  /** Times of the place where one is, as forms have them: `2027-01-31T08:00`. */
  readonly after: string;
  readonly before: string;
}

export const unfiltered: Filter = { idPrefix: '', after: '', before: '' };

interface DocumentFilterProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

export function DocumentFilter({ filter, onChange }: DocumentFilterProps) {
  const { t, embedded } = useSession();
  return (
    <div class="document-filter above">
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
      {embedded &&
        (['after', 'before'] as const).map((bound) => (
          <label key={bound} class="field">
            {t(`documents.${bound}`)}
            <input
              type="datetime-local"
              disabled={filter.idPrefix !== ''}
              value={filter[bound]}
              onInput={({ currentTarget }) => onChange({ ...filter, [bound]: currentTarget.value })}
            />
          </label>
        ))}
    </div>
  );
}
