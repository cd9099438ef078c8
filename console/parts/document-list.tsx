import { useEffect, useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import type { ListedDocument } from '../api/types.js';
import { chooseTitle, findHost } from '../document-title.js';
import { documentRows } from '../export/document-rows.js';
import { useSession } from '../session.js';
import { useAnswer, useSettled } from '../use-request.js';
import { useResetState } from '../use-reset-state.js';
import { AddressRecord } from './address-record.js';
import { CopyCurl } from './copy-curl.js';
import { DeleteDocuments } from './delete-documents.js';
import {
  DocumentFilter,
  type Filter,
  filterParameters,
  readFilter,
  toQuery,
  unfiltered,
} from './document-filter.js';
import { DocumentId, HostName, isWebAddress } from './document-name.js';
import { ExportButtons } from './export-buttons.js';
import { NotStored } from './not-stored.js';
import { Pager, toggled, usePages } from './pager.js';
import { AnswerOf, Empty } from './states.js';

const pageLength = 50;
const typingMs = 300;

/** Filter and paginated list of documents; several can be selected and deleted. */
export function DocumentList() {
  const { route, href } = useSession();
  const inAddress = readFilter(route.parameters);
  const [filter, setFilter] = useState(inAddress);
  const settled = useSettled(filter, typingMs);
  const isSame = JSON.stringify(settled) === JSON.stringify(inAddress);
  useEffect(() => {
    // Back leads to the page before the list, not through everything that was typed.
    if (!isSame) location.replace(href('documents', filterParameters(settled)));
  }, [JSON.stringify(settled)]);
  useEffect(() => {
    // Follows the address when it changes otherwise, such as by the Back button.
    if (!isSame) setFilter(inAddress);
  }, [JSON.stringify(inAddress)]);
  return (
    <>
      <DocumentFilter filter={filter} onChange={setFilter} />
      <Documents settled={settled} />
    </>
  );
}

interface DocumentsProps {
  /** Filter as of the last moment without typing. */
  readonly settled: Filter;
}

function Documents({ settled }: DocumentsProps) {
  const { t, collection, embedded } = useSession();
  const search = settled.search.trim();
  const pages = usePages([JSON.stringify(settled)]);
  const { cursor } = pages;
  const which = toQuery(settled, embedded);
  const query = { collection, ...which, include: 'excerpt' as const, limit: pageLength, cursor };
  const call = apiCall('GET', '/documents', { query });
  const asked = useAnswer(call);
  const [chosen, setChosen] = useResetState<ReadonlySet<string>>(new Set(), [asked.answer]);

  const nothing = (nextCursor: string | null) => (
    <Nothing
      search={search}
      isFiltered={JSON.stringify(settled) !== JSON.stringify(unfiltered)}
      more={nextCursor !== null}
    />
  );

  return (
    <AnswerOf asked={asked}>
      {({ documents, nextCursor }) => (
        <>
          <div class="list-head">
            <label class="tick">
              <input
                type="checkbox"
                checked={documents.length > 0 && chosen.size === documents.length}
                disabled={documents.length === 0}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(new Set(checked ? documents.map(({ id }) => id) : []))
                }
              />
              {t('documents.chooseAll')}
            </label>
            <DeleteDocuments ids={[...chosen]} onDeleted={asked.again} />
            <ExportButtons source={documentRows(collection)} />
            <CopyCurl call={call} />
          </div>
          {embedded && search !== '' && pages.isFirst ? (
            <NotStored search={search} documents={documents}>
              {documents.length === 0 && nothing(nextCursor)}
            </NotStored>
          ) : (
            documents.length === 0 && nothing(nextCursor)
          )}
          {documents.length > 0 && (
            <ol class="documents">
              {documents.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  chosen={chosen.has(document.id)}
                  onChoose={() => setChosen(toggled(chosen, document.id))}
                />
              ))}
            </ol>
          )}
          <Pager pages={pages} nextCursor={nextCursor} />
        </>
      )}
    </AnswerOf>
  );
}

interface NothingProps {
  readonly search: string;
  readonly isFiltered: boolean;
  /** True if there is another page. */
  readonly more: boolean;
}

function Nothing({ search, isFiltered, more }: NothingProps) {
  const { t, href, embedded } = useSession();
  if (more) return <Empty title={t('documents.noneHere')} />;
  if (embedded && isWebAddress(search)) return <AddressRecord id={search} />;
  if (isFiltered) {
    return (
      <Empty title={t('documents.none')}>
        {embedded && search !== '' && <p>{t('address.enterWhole')}</p>}
      </Empty>
    );
  }
  return (
    <Empty title={t('documents.empty')}>
      <p>
        <a href={href('import')}>{t('documents.import')}</a>
      </p>
    </Empty>
  );
}

interface DocumentRowProps {
  readonly document: ListedDocument;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** A document in a list, under its usual name. */
function DocumentRow({ document, chosen, onChoose }: DocumentRowProps) {
  const { t, time, href } = useSession();
  const { id, storedAt, cluster, revision, claim } = document;
  const title = chooseTitle(document);
  return (
    <li class="document-row">
      <input
        type="checkbox"
        checked={chosen}
        aria-label={t('documents.choose', { id })}
        onChange={onChoose}
      />
      <div class="what">
        {title !== null && (
          <a class="title" dir="auto" href={href('documents', { id })}>
            {title}
          </a>
        )}
        <DocumentId id={id} linked={title === null} />
      </div>
      <span class="host">
        <HostName host={findHost(document) ?? ''} />
      </span>
      <span class="when">
        <time dateTime={storedAt}>{time(storedAt)}</time>
        {revision > 1 && <span class="tag">{t('documents.revision', { revision })}</span>}
        {claim && <span class="tag similar">{t('documents.claimed')}</span>}
        {cluster !== null && (
          <a class="tag" href={href('clusters', { id: cluster })}>
            {t('documents.inCluster')}
          </a>
        )}
      </span>
    </li>
  );
}
