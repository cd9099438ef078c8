import { useEffect, useState } from 'preact/hooks';
import type { Call } from '../api/request.js';
import { request } from '../api/request.js';
import type { Cluster, Member } from '../api/types.js';
import { memberRows } from '../clusters/member-rows.js';
import { useClusterActions } from '../clusters/use-cluster-actions.js';
import { useSession } from '../session.js';
import { useDocuments } from '../use-documents.js';
import { useRequest } from '../use-request.js';
import { ChosenMembers } from './chosen-members.js';
import { ClusterDone } from './cluster-done.js';
import { HostsOfCluster } from './cluster-hosts.js';
import { ClusterMember } from './cluster-member.js';
import { CopyCurl } from './copy-curl.js';
import { DocumentName } from './document-name.js';
import { ExportButtons } from './export-buttons.js';
import { AnswerOf, Empty } from './states.js';

const pageLength = 50;
const orders = ['seat', 'similarity', 'time'] as const;
type Order = (typeof orders)[number];

/** A cluster of any size, page by page, and what a person can do with its members. */
export function ClusterDetail({ id }: { readonly id: string }) {
  const { t, language, collection: former, href } = useSession();
  const [collection] = useState(former); // a cluster belongs to one collection
  useEffect(() => {
    if (former !== collection) location.hash = href('clusters');
  }, [former]);
  const [order, setOrder] = useState<Order>('seat');
  const [host, setHost] = useState<string | undefined>(undefined);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Member>>(new Map());
  const [changes, setChanges] = useState(0);
  const actions = useClusterActions(id, () => {
    setChosen(new Map());
    setChanges((count) => count + 1);
  });
  const call: Call = {
    method: 'GET',
    path: `/clusters/${encodeURIComponent(id)}`,
    query: {
      collection,
      limit: pageLength,
      cursor: cursors.at(-1),
      host,
      order: order === 'seat' ? undefined : order,
    },
  };
  const asked = useRequest(
    (signal) => request<Cluster>('GET', call.path, { query: call.query!, signal }),
    [id, collection, order, host, cursors.at(-1), changes],
  );
  const shown = asked.answer?.members ?? [];
  const documents = useDocuments(shown.flatMap(({ id, match }) => (match ? [id, match.id] : [id])));

  function look(change: { order?: Order; host?: string | undefined }) {
    if (change.order !== undefined) setOrder(change.order);
    if ('host' in change) setHost(change.host);
    setCursors([]);
  }

  function choose(members: readonly Member[], isChosen: boolean) {
    const next = new Map(chosen);
    for (const member of members) {
      if (isChosen) next.set(member.id, member);
      else next.delete(member.id);
    }
    setChosen(next);
  }

  return (
    <>
      <p class="above">
        <a href={href('clusters')}>← {t('cluster.all')}</a>
      </p>
      <ClusterDone actions={actions} />
      {asked.failure?.code === 'cluster_not_found' ? (
        <Empty title={t('cluster.gone')}>
          <p>{t('cluster.goneHint')}</p>
        </Empty>
      ) : (
        <AnswerOf asked={asked}>
          {(cluster) => (
            <section class="card cluster">
              <h2>
                <DocumentName
                  id={cluster.representative}
                  document={documents.get(cluster.representative)}
                />
                <span class="aside">
                  {t('clusters.members', { size: cluster.size, refused: cluster.refused })}
                  {' · '}
                  {t('clusters.since', {
                    time: new Date(cluster.createdAt).toLocaleString(language),
                  })}
                </span>
              </h2>
              <div class="cluster-tools">
                <label class="inline">
                  {t('cluster.order')}
                  <select
                    value={order}
                    onChange={({ currentTarget }) => look({ order: currentTarget.value as Order })}
                  >
                    {orders.map((each) => (
                      <option key={each} value={each}>
                        {t(`cluster.order.${each}`)}
                      </option>
                    ))}
                  </select>
                </label>
                <ExportButtons source={memberRows(id, collection)} />
                <CopyCurl call={call} />
              </div>
              <HostsOfCluster
                id={id}
                changes={changes}
                host={host}
                onHost={(name) => look({ host: name })}
              />
              <div class="choose-page">
                <label class="tick">
                  <input
                    type="checkbox"
                    checked={shown.length > 0 && shown.every((each) => chosen.has(each.id))}
                    onChange={({ currentTarget }) => choose(shown, currentTarget.checked)}
                  />
                  {t('chosen.page', { count: shown.length })}
                </label>
                {chosen.size > 0 && (
                  <ChosenMembers
                    chosen={[...chosen.values()]}
                    representative={cluster.representative}
                    actions={actions}
                    onClear={() => setChosen(new Map())}
                  />
                )}
              </div>
              <ol class="members" start={cursors.length * pageLength + 1}>
                {cluster.members.map((member) => {
                  const partner = partnerOf(member, cluster, documents.get(member.match?.id ?? ''));
                  return (
                    <ClusterMember
                      key={member.id}
                      member={member}
                      documents={documents}
                      representative={cluster.representative}
                      partner={partner}
                      chosen={chosen.has(member.id)}
                      onChoose={(isChosen) => choose([member], isChosen)}
                      busy={actions.action.busy}
                      onSeparate={() => actions.separate([{ member: member.id, other: partner }])}
                    />
                  );
                })}
              </ol>
              <div class="actions pager">
                {cursors.length > 0 && (
                  <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
                    {t('pager.back')}
                  </button>
                )}
                {cluster.nextCursor !== null && (
                  <button
                    type="button"
                    onClick={() => setCursors([...cursors, cluster.nextCursor as string])}
                  >
                    {t('pager.next')}
                  </button>
                )}
                <span class="hint">
                  {t('cluster.place', {
                    from: cursors.length * pageLength + Math.min(1, shown.length),
                    to: cursors.length * pageLength + shown.length,
                  })}
                </span>
              </div>
            </section>
          )}
        </AnswerOf>
      )}
    </>
  );
}

/** Which document a member stands here for: its match, or the representative if that has left. */
function partnerOf(
  { match }: Member,
  cluster: Cluster,
  matched: { readonly cluster: string | null } | undefined,
): string {
  return match !== null && matched?.cluster === cluster.id ? match.id : cluster.representative;
}
