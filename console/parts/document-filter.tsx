import { startOfDay } from '../decisions.js';
import { useSession } from '../session.js';

const kinds = ['clustered', 'similar', 'changed', 'short', 'claimed'] as const;
const spans = { today: 0, week: -6 } as const;

/** Filter for the list of documents, newest first. */
export interface Filter {
  /** Part of an id or title; empty for all. */
  readonly search: string;
  readonly only: (typeof kinds)[number] | '';
  readonly span: keyof typeof spans | 'all';
}

export const unfiltered: Filter = { search: '', only: '', span: 'all' };

/** Returns the filter in the parameters of an address. */
export function readFilter({ search = '', only, span }: Readonly<Record<string, string>>): Filter {
  return {
    search,
    only: kinds.find((each) => each === only) ?? '',
    span: span === 'today' || span === 'week' ? span : 'all',
  };
}

/** Returns the parameters of the address of a filter. */
export function filterParameters({ search, only, span }: Filter): Record<string, string> {
  return {
    ...(search !== '' && { search }),
    ...(only !== '' && { only }),
    ...(span !== 'all' && { span }),
  };
}

/**
 * Returns the query of `GET /documents` for a filter. The beginning of a URL, if there is no other filter, is looked up
 * as an id prefix, as is any text on Cassandra. A search finds a host by either of its forms, a prefix does not.
 */
export function toQuery({ search, only, span }: Filter, embedded: boolean) {
  const text = search.trim();
  const isUrl = /^https?:\/\/./.test(text) && /^\p{ASCII}*$/u.test(text) && !text.includes('xn--');
  const isPrefix = !embedded || (isUrl && only === '' && span === 'all');
  if (isPrefix) return { idPrefix: text || undefined };
  return {
    order: 'newest' as const,
    search: text || undefined,
    only: only || undefined,
    storedAfter: span === 'all' ? undefined : startOfDay(spans[span]).toISOString(),
  };
}

interface DocumentFilterProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

export function DocumentFilter({ filter, onChange }: DocumentFilterProps) {
  const { t, embedded } = useSession();
  return (
    <div class="document-filter above">
      <label class="field wide">
        {t(embedded ? 'documents.search' : 'documents.prefix')}
        <input
          type="search"
          value={filter.search}
          maxLength={200}
          dir="auto"
          spellcheck={false}
          autocomplete="off"
          placeholder="news.example"
          onInput={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value })}
        />
      </label>
      {embedded && (
        <>
          <label class="field">
            {t('documents.only')}
            <select
              value={filter.only}
              onChange={({ currentTarget }) =>
                onChange({ ...filter, only: currentTarget.value as Filter['only'] })
              }
            >
              {(['', ...kinds] as const).map((each) => (
                <option key={each} value={each}>
                  {t(`documents.only.${each || 'all'}`)}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            {t('documents.span')}
            <select
              value={filter.span}
              onChange={({ currentTarget }) =>
                onChange({ ...filter, span: currentTarget.value as Filter['span'] })
              }
            >
              {(['all', 'today', 'week'] as const).map((each) => (
                <option key={each} value={each}>
                  {t(each === 'all' ? 'documents.anyTime' : `decisions.${each}`)}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
    </div>
  );
}
