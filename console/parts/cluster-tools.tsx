import { apiCall } from '../api/request.js';
import type { Cluster, ListedDocument } from '../api/types.js';
import { isFullOfRefused, memberCounts } from '../clusters/member-counts.js';
import { memberRows } from '../clusters/member-rows.js';
import type { MembersView } from '../clusters/use-members.js';
import { useSession } from '../session.js';
import { readableHost } from '../text/host-name.js';
import { useAnswer } from '../use-request.js';
import { CopyCurl } from './copy-curl.js';
import { DocumentName } from './document-name.js';
import { ExportButtons } from './export-buttons.js';

interface ClusterToolsProps {
  readonly cluster: Cluster;
  readonly document: ListedDocument | undefined;
  readonly view: MembersView;
  /** Changes whenever members leave or join. */
  readonly changes: number;
}

/** Name of a cluster, with a filter of its members. */
export function ClusterTools({ cluster, document, view, changes }: ClusterToolsProps) {
  const session = useSession();
  const { t, time, href } = session;
  const { id, collection, representative, refused, createdAt } = cluster;
  return (
    <>
      <h2>
        <DocumentName id={representative} document={document} />
        <span class="aside">
          {memberCounts(cluster, session)}
          {' · '}
          {t('clusters.since', { time: time(createdAt) })}
        </span>
      </h2>
      {isFullOfRefused(refused, session.described) && (
        <p class="hint">
          {t('cluster.noMoreRefused', { count: refused })}{' '}
          <a href={href('decisions', { match: representative })}>{t('cluster.allRefused')}</a>
        </p>
      )}
      <div class="cluster-tools">
        <ExportButtons source={memberRows(id, collection)} />
        <CopyCurl call={view.call} />
      </div>
      <HostsOfCluster id={id} changes={changes} host={view.host} onHost={view.setHost} />
    </>
  );
}

interface HostsOfClusterProps {
  readonly id: string;
  /** Changes whenever members leave or join. */
  readonly changes: number;
  /** Selected host; undefined for all hosts. */
  readonly host: string | undefined;
  readonly onHost: (host: string | undefined) => void;
}

/** Hosts of the members, for showing the members of a single host. */
function HostsOfCluster({ id, changes, host, onHost }: HostsOfClusterProps) {
  const { t, number, collection } = useSession();
  // For a very large cluster, the service rejects this request, so there is no choice of hosts.
  const parameters = { at: { id }, query: { collection } };
  const { answer } = useAnswer(apiCall('GET', '/clusters/{id}/hosts', parameters), [changes]);
  const hosts = (answer?.hosts ?? []).filter((each) => each.host !== null);
  if (host === undefined && hosts.length < 2) return null;
  return (
    <fieldset class="cluster-hosts">
      <legend>{t('cluster.hosts')}</legend>
      <button type="button" aria-pressed={host === undefined} onClick={() => onHost(undefined)}>
        {t('cluster.allHosts')}
      </button>
      {hosts.map(({ host: name, stored, refused }) => (
        <button
          key={name}
          type="button"
          aria-pressed={host === name}
          title={t('clusters.members', { size: stored, refused })}
          onClick={() => onHost(name ?? undefined)}
        >
          <bdi>{readableHost(name ?? '')}</bdi>{' '}
          <span class="count">{number(stored + refused)}</span>
        </button>
      ))}
      {answer !== undefined && answer.others > 0 && (
        <span class="hint">{t('cluster.otherHosts', { count: answer.others })}</span>
      )}
    </fieldset>
  );
}
