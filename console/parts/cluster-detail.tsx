import { useEffect, useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import type { Cluster, Member } from '../api/types.js';
import { useClusterActions } from '../clusters/use-cluster-actions.js';
import { useMembers } from '../clusters/use-members.js';
import { chooseTitle } from '../document-title.js';
import { useSession, useWindowTitle } from '../session.js';
import { useKeys } from '../use-keys.js';
import { useAnswer } from '../use-request.js';
import { ChosenMembers } from './chosen-members.js';
import { ClusterDone } from './cluster-done.js';
import { ClusterMember } from './cluster-member.js';
import { ClusterTools } from './cluster-tools.js';
import { useDocuments } from './document-name.js';
import { Pager } from './pager.js';
import { AnswerOf, Empty } from './states.js';

/** Number of clusters per page of the list. */
export const clustersOfPage = 50;

/** A cluster of any size, page by page, with actions on its members. */
export function ClusterDetail({ id }: { readonly id: string }) {
  const { t, collection: now, href } = useSession();
  const [collection] = useState(now); // a cluster belongs to one collection
  useEffect(() => {
    if (now !== collection) location.hash = href('clusters');
  }, [now]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Member>>(new Map());
  const [changes, setChanges] = useState(0);
  const actions = useClusterActions(id, () => {
    setChosen(new Map());
    setChanges((count) => count + 1);
  });
  const view = useMembers({ id, collection, changes });
  const { asked, pages } = view;
  const members = asked.answer?.members ?? [];
  const documents = useDocuments(
    members.flatMap(({ id, match }) => (match ? [id, match.id] : [id])),
  );

  const representative = asked.answer?.representative;
  const others = members.filter((member) => !member.representative);
  const named = documents.get(representative ?? '');
  useWindowTitle((named && chooseTitle(named)) ?? representative);

  function choose(some: readonly Member[], isChosen: boolean) {
    const next = new Map(chosen);
    for (const member of some) {
      if (isChosen) next.set(member.id, member);
      else next.delete(member.id);
    }
    setChosen(next);
  }

  return (
    <>
      <p class="above actions">
        <a href={href('clusters')}>← {t('cluster.all')}</a>
        <Beside id={id} collection={collection} />
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
              <ClusterTools
                cluster={cluster}
                document={documents.get(cluster.representative)}
                view={view}
                changes={changes}
              />
              <div class="choose-page">
                <label class="tick">
                  <input
                    type="checkbox"
                    checked={others.length > 0 && others.every((each) => chosen.has(each.id))}
                    onChange={({ currentTarget }) => choose(others, currentTarget.checked)}
                  />
                  {t('chosen.page', { count: others.length })}
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
              <ol class="members">
                {members.map((member) => {
                  const partner = choosePartner(
                    member,
                    cluster,
                    documents.get(member.match?.id ?? ''),
                  );
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
              <p class="hint">
                {t('cluster.place', {
                  from: cluster.before + Math.min(1, members.length),
                  to: cluster.before + members.length,
                })}
              </p>
              <Pager pages={pages} nextCursor={cluster.nextCursor} />
            </section>
          )}
        </AnswerOf>
      )}
    </>
  );
}

/**
 * Returns the document that a member is compared with: its match, or the representative if the match is not in the
 * cluster.
 */
function choosePartner(
  { match }: Member,
  cluster: Cluster,
  matched: { readonly cluster: string | null } | undefined,
): string {
  return match !== null && matched?.cluster === cluster.id ? match.id : cluster.representative;
}

interface BesideProps {
  readonly id: string;
  readonly collection: string;
}

/** Links to the previous and next cluster of the list. */
function Beside({ id, collection }: BesideProps) {
  const { t, route, href } = useSession();
  const { page, size = '2', order = 'members' } = route.parameters;
  const list = (cursor: string | undefined, limit: number) =>
    apiCall('GET', '/clusters', {
      query: {
        ...{ collection, minSize: Number(size), cursor, limit },
        order: order as 'members' | 'similarity',
      },
    });
  const asked = useAnswer(list(page, clustersOfPage));
  const ids = asked.answer?.clusters.map((cluster) => cluster.id) ?? [];
  const at = ids.indexOf(id);
  const nextPage = asked.answer?.nextCursor ?? undefined;
  const isLast = at === ids.length - 1 && nextPage !== undefined;
  const following = useAnswer(isLast && list(nextPage, 1)).answer?.clusters[0]?.id;
  const sameList: Readonly<Record<string, string>> =
    page === undefined ? { size, order } : { size, order, page };
  const before = at > 0 ? href('clusters', { id: ids[at - 1]!, ...sameList }) : null;
  const behind =
    at >= 0 && at + 1 < ids.length
      ? href('clusters', { id: ids[at + 1]!, ...sameList })
      : following && nextPage && href('clusters', { id: following, size, order, page: nextPage });
  const go = (address: string | null | undefined) => {
    if (address) location.hash = address;
  };
  const place = useKeys<HTMLSpanElement>({ k: () => go(before), j: () => go(behind) });
  if (at < 0) return null;
  return (
    <span class="actions" ref={place}>
      {before && (
        <a href={before} aria-keyshortcuts="k">
          {t('cluster.previous')} <kbd>k</kbd>
        </a>
      )}
      {behind && (
        <a href={behind} aria-keyshortcuts="j">
          {t('cluster.next')} <kbd>j</kbd>
        </a>
      )}
    </span>
  );
}
