import { useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import type { BriefCollection, CollectionList } from '../api/types.js';
import { decisions } from '../decisions.js';
import { useSession } from '../session.js';
import { useAnswer, useRequest, useSettled } from '../use-request.js';
import { CollectionCard } from './collection-card.js';
import { CopyCurl } from './copy-curl.js';
import { Pager, usePages } from './pager.js';
import { AnswerOf, Empty } from './states.js';

const pageLength = 50;
const typingMs = 250;
/** Number of columns in a wide window. */
const columns = 7;

interface CollectionTableProps {
  /** Expanded collection; null for none. */
  readonly open: string | null;
  readonly onOpen: (name: string | null) => void;
}

/** Paginated table of all collections; the service searches, sorts and counts them. */
export function CollectionTable({ open, onOpen }: CollectionTableProps) {
  const { t, changes, route } = useSession();
  // A link to the settings of one collection shows that one.
  const linked = route.parameters.open;
  const [typed, setTyped] = useState(linked ?? '');
  const [sorting, setSorting] = useState<Sorting>({ order: 'name', direction: 'ascending' });
  const search = useSettled(typed.trim().toLowerCase(), typingMs);
  const pages = usePages([search, sorting.order, sorting.direction]);
  const query = {
    ...({ fields: 'brief', limit: pageLength, cursor: pages.cursor, ...sorting } as const),
    search: search || undefined,
  };
  const call = apiCall('GET', '/collections', { query: { ...query, include: 'stats' } });
  const asked = useRequest(
    (signal) =>
      send(call, signal).catch((error) => {
        // A store that keeps no counts lists collections by name and without counts.
        if (error.code !== 'store_unsupported') throw error;
        return send(apiCall('GET', '/collections', { query: { ...query, order: 'name' } }), signal);
      }) as Promise<CollectionList>,
    [search, sorting.order, sorting.direction, pages.cursor, changes],
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
                <colgroup>
                  {Array.from({ length: columns }, (_, index) => (
                    <col key={String(index)} />
                  ))}
                </colgroup>
                <thead>
                  <tr>
                    <SortHead name="name" sorting={sorting} onSort={setSorting} />
                    <SortHead name="documents" sorting={sorting} onSort={setSorting} />
                    <th scope="col" class="number wide-only">
                      {t('collections.checks')}
                    </th>
                    <th scope="col" class="number wide-only">
                      {t('today.refused')}
                    </th>
                    <SortHead name="lastDecision" sorting={sorting} onSort={setSorting} />
                    <SortHead name="created" sorting={sorting} onSort={setSorting} />
                    <th scope="col" class="row-actions">
                      <span class="unseen">{t('collections.details')}</span>
                    </th>
                  </tr>
                </thead>
                {collections.map((collection) => (
                  <CollectionRow
                    key={collection.name}
                    collection={collection}
                    open={open === collection.name}
                    changing={linked === collection.name}
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

/** An order of collections, as the service sorts them. */
export interface Sorting {
  readonly order: SortedBy;
  readonly direction: 'ascending' | 'descending';
}

export type SortedBy = 'name' | 'documents' | 'lastDecision' | 'created';

interface SortHeadProps {
  readonly name: SortedBy;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

/** Header of a sortable column. Names sort ascending, numbers and times descending. */
function SortHead({ name, sorting, onSort }: SortHeadProps) {
  const { t } = useSession();
  const current = sorting.order === name;
  const first = name === 'name' ? 'ascending' : 'descending';
  const other = sorting.direction === 'ascending' ? 'descending' : 'ascending';
  return (
    <th scope="col" class={columnClass[name]} aria-sort={current ? sorting.direction : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => onSort({ order: name, direction: current ? other : first })}
      >
        {t(`collections.by.${name}`)}
        <span aria-hidden="true">
          {current ? (sorting.direction === 'ascending' ? '↑' : '↓') : ''}
        </span>
      </button>
    </th>
  );
}

/** Classes of columns, for alignment and for columns that only a wide window shows. */
const columnClass: Readonly<Record<SortedBy, string>> = {
  name: '',
  documents: 'number',
  lastDecision: 'wide-only',
  created: 'wide-only created',
};

interface CollectionRowProps {
  readonly collection: BriefCollection;
  readonly open: boolean;
  /** True if its settings open with its details. */
  readonly changing: boolean;
  readonly onToggle: () => void;
}

/** A row of the table, with details when expanded. */
function CollectionRow({ collection, open, changing, onToggle }: CollectionRowProps) {
  const { t, number, percent, time, href, embedded } = useSession();
  const { name, createdAt, problem, stats } = collection;
  const checks = stats && decisions.reduce((sum, each) => sum + stats.decisions[each], 0);
  return (
    <tbody>
      <tr>
        <th scope="row">
          <a href={href('overview', { in: name })}>{name}</a>
          {problem !== null && <span class="tag bad">{t('collections.closed')}</span>}
        </th>
        <td class={columnClass.documents}>{stats ? number(stats.documents) : '–'}</td>
        <td class="number wide-only">{checks === undefined ? '–' : number(checks)}</td>
        <td class="number wide-only">
          {stats && checks ? percent(stats.decisions.duplicate / checks) : '–'}
        </td>
        <td class={columnClass.lastDecision}>
          {stats?.lastDecisionHour ? <Ago at={stats.lastDecisionHour} /> : '–'}
        </td>
        <td class={columnClass.created}>
          <time dateTime={createdAt}>{time(createdAt, 'day')}</time>
        </td>
        <td class="number row-actions">
          <a class="wide-only" href={href('documents', { in: name })}>
            {t('page.documents')}
          </a>
          {embedded && (
            <a class="wide-only" href={href('overview', { in: name, scan: 'open' })}>
              {t('scan.open')}
            </a>
          )}
          <button
            type="button"
            class="quiet"
            aria-expanded={open}
            aria-label={`${t('collections.details')}: ${name}`}
            onClick={onToggle}
          >
            {t('collections.details')}
          </button>
        </td>
      </tr>
      {open && (
        <tr class="opened">
          <td colSpan={columns}>
            <Opened name={name} changing={changing} onDeleted={onToggle} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** A past time, as a number of hours or days ago, because some times are only known to the hour. */
function Ago({ at }: { readonly at: string }) {
  const { t, language, time } = useSession();
  const hours = Math.trunc((Date.parse(at) - Date.now()) / 3_600_000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return (
    <time dateTime={at} title={time(at, 'day')}>
      {hours === 0
        ? t('collections.thisHour')
        : hours > -24
          ? format.format(hours, 'hour')
          : format.format(Math.trunc(hours / 24), 'day')}
    </time>
  );
}

interface OpenedProps {
  readonly name: string;
  readonly changing: boolean;
  readonly onDeleted: () => void;
}

function Opened({ name, changing, onDeleted }: OpenedProps) {
  const { changes } = useSession();
  const asked = useAnswer(apiCall('GET', '/collections/{name}', { at: { name } }), [changes]);
  return (
    <AnswerOf asked={asked}>
      {(collection) => (
        <CollectionCard collection={collection} changing={changing} onDeleted={onDeleted} />
      )}
    </AnswerOf>
  );
}
