import { useSession } from '../session.js';

/** By what the service sorts collections. */
export interface Sorting {
  readonly sort: SortedBy;
  readonly order: 'ascending' | 'descending';
}

export type SortedBy = 'name' | 'documents' | 'lastDecision' | 'created';

interface SortHeadProps {
  readonly name: SortedBy;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

/** The head of a column that one sorts by; names from their beginning, numbers and times from the largest. */
export function SortHead({ name, sorting, onSort }: SortHeadProps) {
  const { t } = useSession();
  const current = sorting.sort === name;
  const first = name === 'name' ? 'ascending' : 'descending';
  const other = sorting.order === 'ascending' ? 'descending' : 'ascending';
  return (
    <th scope="col" class={columnClass[name]} aria-sort={current ? sorting.order : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => onSort({ sort: name, order: current ? other : first })}
      >
        {t(`collections.by.${name}`)}
        <span aria-hidden="true">{current ? (sorting.order === 'ascending' ? '↑' : '↓') : ''}</span>
      </button>
    </th>
  );
}

/** How a column stands, and which ones only a wide window shows. */
export const columnClass: Readonly<Record<SortedBy, string>> = {
  name: '',
  documents: 'number',
  lastDecision: 'wide-only',
  created: 'wide-only',
};
