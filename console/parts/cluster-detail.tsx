import { useEffect, useState } from 'preact/hooks';
import { request } from '../api/request.js';
import type { Cluster, Member } from '../api/types.js';
import { useSession } from '../session.js';
import { useAction } from '../use-action.js';
import { useRequest } from '../use-request.js';
import { Closeness } from './found-match.js';
import { PairDifference } from './pair-difference.js';
import { AnswerOf, Failure } from './states.js';

const membersShown = 200;

/** A cluster with its members, each with the document that it matched when it came. */
export function ClusterDetail({ id }: { readonly id: string }) {
  const { t, language, collection: chosen, href } = useSession();
  const [collection] = useState(chosen); // a cluster belongs to one collection
  useEffect(() => {
    if (chosen !== collection) location.hash = href('clusters');
  }, [chosen]);
  const asked = useRequest(
    (signal) =>
      request<Cluster>('GET', `/clusters/${encodeURIComponent(id)}`, {
        query: { collection, limit: membersShown },
        signal,
      }),
    [collection, id],
  );
  return (
    <>
      <p class="above">
        <a href={href('clusters')}>← {t('cluster.all')}</a>
      </p>
      <AnswerOf asked={asked}>
        {(cluster) => (
          <section class="card">
            <h2>
              <code class="id">{cluster.representative}</code>
              <span class="aside">
                {t('clusters.members', { size: cluster.size, refused: cluster.refused })}
                {cluster.nextCursor === null && (
                  <>
                    {' · '}
                    {t('cluster.similar', { count: onlySimilar(cluster) })}
                  </>
                )}
                {' · '}
                {t('clusters.since', {
                  time: new Date(cluster.createdAt).toLocaleString(language),
                })}
              </span>
            </h2>
            <ol class="members">
              {cluster.members.map((member) => (
                <MemberLine
                  key={member.id}
                  member={member}
                  cluster={cluster}
                  onSeparated={asked.again}
                />
              ))}
            </ol>
            {cluster.nextCursor !== null && (
              <p class="hint">{t('cluster.cut', { count: cluster.members.length })}</p>
            )}
          </section>
        )}
      </AnswerOf>
    </>
  );
}

/** How many members are not the same as what they matched. */
function onlySimilar({ members }: Cluster): number {
  return members.filter(({ match }) => match?.same === false).length;
}

interface MemberLineProps {
  readonly member: Member;
  readonly cluster: Cluster;
  readonly onSeparated: () => void;
}

function MemberLine({ member, cluster, onSeparated }: MemberLineProps) {
  const { t, collection, described } = useSession();
  const [open, setOpen] = useState(false);
  const action = useAction();
  const { id, stored, representative, match, measuredAgainstRepresentative } = member;

  function separate(other: string) {
    action.run(async () => {
      await request('POST', '/documents/separate', { body: { a: other, b: id, collection } });
      onSeparated();
    });
  }

  return (
    <li>
      <div class="match-head">
        <code class="id">{id}</code>
        {match && <Closeness {...match} />}
      </div>
      <div class="member-row">
        <p class="member-facts">
          {representative && <span class="tag good">{t('member.representative')}</span>}
          {!stored && <span class="tag">{t('member.refused')}</span>}
          {!measuredAgainstRepresentative && <span class="tag">{t('member.notMeasured')}</span>}
          {match && match.id !== cluster.representative && (
            <span class="hint">
              {t('member.measuredAgainst')} <code>{match.id}</code>
            </span>
          )}
        </p>
        {!representative && (
          <div class="actions">
            {stored && described?.keepText && (
              <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
                {t('member.difference')}
              </button>
            )}
            <button
              type="button"
              disabled={action.busy}
              onClick={() => separate(match?.id ?? cluster.representative)}
            >
              {t('member.separate')}
            </button>
          </div>
        )}
      </div>
      {action.failure && <Failure failure={action.failure} />}
      {open && <PairDifference a={cluster.representative} b={id} />}
    </li>
  );
}
