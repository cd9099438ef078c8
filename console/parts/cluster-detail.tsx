import { useEffect, useState } from 'preact/hooks';
import type { Cluster, Member } from '../api/types.js';
import { useClusterActions } from '../clusters/use-cluster-actions.js';
import { useMembers } from '../clusters/use-members.js';
import { useSession } from '../session.js';
import { ChosenMembers } from './chosen-members.js';
import { ClusterDone } from './cluster-done.js';
import { ClusterMember } from './cluster-member.js';
import { ClusterTools } from './cluster-tools.js';
import { useDocuments } from './document-name.js';
import { Pager } from './pager.js';
import { AnswerOf, Empty } from './states.js';

/** A cluster of any size, page by page, and what a person can do with its members. */
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
                    checked={members.length > 0 && members.every((each) => chosen.has(each.id))}
                    onChange={({ currentTarget }) => choose(members, currentTarget.checked)}
                  />
                  {t('chosen.page', { count: members.length })}
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

/** Returns the document that a member is compared with: its match, or the representative if the match has left. */
function partnerOf(
  { match }: Member,
  cluster: Cluster,
  matched: { readonly cluster: string | null } | undefined,
): string {
  return match !== null && matched?.cluster === cluster.id ? match.id : cluster.representative;
}
