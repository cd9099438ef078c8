import { useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import type { ListedDocument } from '../api/types.js';
import { readDuplicates } from '../clusters/keep-one.js';
import { memberCounts } from '../clusters/member-counts.js';
import { chooseTitle } from '../document-title.js';
import { ClusterDetail, clustersOfPage } from '../parts/cluster-detail.js';
import { CopyCurl } from '../parts/copy-curl.js';
import { useDocuments } from '../parts/document-name.js';
import { KeepOne } from '../parts/keep-one.js';
import { PageHead } from '../parts/page-head.js';
import { Pager, toggled, usePages } from '../parts/pager.js';
import { Separations } from '../parts/separations.js';
import { Slider } from '../parts/slider.js';
import { AnswerOf, Empty } from '../parts/states.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { useResetState } from '../use-reset-state.js';

/** Clusters of equal and similar documents, with the decisions of users. */
export function Clusters() {
  const { t, route } = useSession();
  const { id } = route.parameters;
  return (
    <>
      <PageHead title={t('page.clusters')}>{t('clusters.about')}</PageHead>
      {id === undefined ? (
        <>
          <List />
          <Separations />
        </>
      ) : (
        <ClusterDetail key={id} id={id} />
      )}
    </>
  );
}

type ClusterOrder = 'members' | 'similarity';

function List() {
  const session = useSession();
  const { t, number, time, collection, described, href } = session;
  const [minSize, setMinSize] = useState(2);
  const [chosenOrder, setOrder] = useState<ClusterOrder>('members');
  const isMeasured = described?.recipe.method !== 'simhash';
  const order = isMeasured ? chosenOrder : 'members';
  const pages = usePages([collection, minSize, order]);
  const { cursor } = pages;
  const query = {
    ...{ collection, order, cursor, limit: clustersOfPage },
    minSize: order === 'members' ? minSize : 2,
  };
  const call = apiCall('GET', '/clusters', { query });
  const asked = useAnswer(call);
  const [chosen, setChosen] = useResetState<ReadonlySet<string>>(new Set(), [asked.answer]);
  const documents = useDocuments(
    (asked.answer?.clusters ?? []).map(({ representative }) => representative),
  );
  return (
    <>
      <div class="cluster-filter">
        {order === 'members' && (
          <Slider
            label={t('clusters.minSize')}
            min={2}
            max={20}
            step={1}
            value={minSize}
            shown={number(minSize)}
            onSlide={setMinSize}
          />
        )}
        {isMeasured && (
          <label class="inline">
            {t('cluster.order')}
            <select
              value={order}
              onChange={({ currentTarget }) => setOrder(currentTarget.value as ClusterOrder)}
            >
              {(['members', 'similarity'] as const).map((each) => (
                <option key={each} value={each}>
                  {t(`clusters.order.${each}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <AnswerOf asked={asked}>
        {({ clusters, nextCursor }) =>
          clusters.length === 0 ? (
            <Empty title={t('clusters.none')}>
              <p>{t('clusters.noneHint')}</p>
            </Empty>
          ) : (
            <>
              <div class="choose-page">
                <label class="tick">
                  <input
                    type="checkbox"
                    checked={chosen.size === clusters.length}
                    onChange={({ currentTarget: { checked } }) =>
                      setChosen(new Set(checked ? clusters.map(({ id }) => id) : []))
                    }
                  />
                  {t('clusters.chooseAll')}
                </label>
                {chosen.size > 0 && (
                  <KeepOne
                    collection={collection}
                    isReady
                    duplicates={() => readDuplicates([...chosen], collection)}
                    preferred={new Set(clusters.map(({ representative }) => representative))}
                    onDeleted={asked.again}
                  />
                )}
              </div>
              <ul class="clusters">
                {clusters.map((cluster) => (
                  <li key={cluster.id}>
                    <input
                      type="checkbox"
                      aria-label={t('clusters.choose', { id: cluster.representative })}
                      checked={chosen.has(cluster.id)}
                      onChange={() => setChosen(toggled(chosen, cluster.id))}
                    />
                    <a
                      href={href('clusters', {
                        id: cluster.id,
                        size: String(minSize),
                        order,
                        ...(cursor !== undefined && { page: cursor }),
                      })}
                    >
                      <span class="figure">{number(cluster.size + cluster.refused)}</span>
                      <span class="what">
                        <ListedName
                          id={cluster.representative}
                          document={documents.get(cluster.representative)}
                        />
                        <span class="hint">
                          {memberCounts(cluster, session)}
                          {' · '}
                          {cluster.leastSimilarity !== null &&
                            `${t('clusters.least', { similarity: session.similarity(cluster.leastSimilarity) })} · `}
                          {t('clusters.updated', {
                            time: time(cluster.updatedAt),
                          })}
                        </span>
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
              <Pager pages={pages} nextCursor={nextCursor} />
              <CopyCurl call={call} />
            </>
          )
        }
      </AnswerOf>
    </>
  );
}

interface ListedNameProps {
  readonly id: string;
  readonly document: ListedDocument | undefined;
}

/** Name of a cluster inside a link. */
function ListedName({ id, document }: ListedNameProps) {
  const title = document === undefined ? null : chooseTitle(document);
  return (
    <>
      {title !== null && <bdi class="title">{title}</bdi>}
      <code>
        <bdi>{id}</bdi>
      </code>
    </>
  );
}
