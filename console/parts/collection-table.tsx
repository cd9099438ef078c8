import { useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import type { CollectionList } from '../api/types.js';
import { useSession } from '../session.js';
import { useRequest } from '../use-request.js';
import { useSettled } from '../use-settled.js';
import { CollectionRow } from './collection-row.js';
import { CopyCurl } from './copy-curl.js';
import { Pager, usePages } from './pager.js';
import { SortHead, type Sorting } from './sort-head.js';
import { AnswerOf, Empty } from './states.js';

const pageLength = 50;
const typingMs = 250;

interface CollectionTableProps {
  /** The collection that is shown in full; null: none. */
  readonly open: string | null;
  readonly onOpen: (name: string | null) => void;
}

/** All collections as a table by pages, which the service searches, sorts and counts. */
export function CollectionTable({ open, onOpen }: CollectionTableProps) {
  const { t, changes } = useSession();
  const [typed, setTyped] = useState('');
  const [sorting, setSorting] = useState<Sorting>({ sort: 'name', order: 'ascending' });
  const search = useSettled(typed.trim().toLowerCase(), typingMs);
  const pages = usePages([search, sorting.sort, sorting.order]);
  const query = {
    ...({ fields: 'brief', limit: pageLength, cursor: pages.cursor, ...sorting } as const),
    search: search || undefined,
  };
  const call = apiCall('GET', '/collections', { query: { ...query, include: 'stats' } });
  const asked = useRequest(
    (signal) =>
      send(call, signal).catch((error) => {
        // A store that cannot count lists them without.
        if (error.code !== 'store_unsupported') throw error;
        return send(apiCall('GET', '/collections', { query: { ...query, sort: 'name' } }), signal);
      }) as Promise<CollectionList>,
    [search, sorting.sort, sorting.order, pages.cursor, changes],
  );

  return (
    <>
      <div class="collection-filter above">
        <label class="field">
          {t('collections.search')}
          <input
            type="search"
            value={typed}
            spellcheck={false}
            autocomplete="off"
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <CopyCurl call={call} />
      </div>
      <AnswerOf asked={asked}>
        {({ collections, total, totals, nextCursor }) => (
          <>
            <p class="tally" role="status">
              {t('collections.total', { count: total })}
              {totals && <span class="hint">{t('collections.totals', totals)}</span>}
              {!totals && <span class="hint">{t('collections.noCounts')}</span>}
            </p>
            {collections.length === 0 ? (
              <Empty title={t('collections.none')} />
            ) : (
              <table class="collections">
                <thead>
                  <tr>
                    <SortHead name="name" sorting={sorting} onSort={setSorting} />
                    <SortHead name="documents" sorting={sorting} onSort={setSorting} />
                    <th scope="col" class="number wide-only">
                      {t('collections.checks')}
                    </th>
                    <th scope="col" class="number wide-only">
                      {t('total.duplicates')}
                    </th>
                    <SortHead name="lastDecision" sorting={sorting} onSort={setSorting} />
                    <SortHead name="created" sorting={sorting} onSort={setSorting} />
                    <th scope="col">
                      <span class="unseen">{t('collections.details')}</span>
                    </th>
                  </tr>
                </thead>
                {collections.map((collection) => (
                  <CollectionRow
                    key={collection.name}
                    collection={collection}
                    open={open === collection.name}
                    onToggle={() => onOpen(open === collection.name ? null : collection.name)}
                  />
                ))}
              </table>
            )}
            <Pager pages={pages} nextCursor={nextCursor} />
          </>
        )}
      </AnswerOf>
    </>
  );
}
