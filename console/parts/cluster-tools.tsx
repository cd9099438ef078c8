import type { Cluster, ListedDocument } from '../api/types.js';
import { memberRows } from '../clusters/member-rows.js';
import { type MembersView, type Order, orders } from '../clusters/use-members.js';
import { useSession } from '../session.js';
import { HostsOfCluster } from './cluster-hosts.js';
import { CopyCurl } from './copy-curl.js';
import { DocumentName } from './document-name.js';
import { ExportButtons } from './export-buttons.js';

interface ClusterToolsProps {
  readonly cluster: Cluster;
  readonly document: ListedDocument | undefined;
  readonly view: MembersView;
  /** Another number: members left or came. */
  readonly changes: number;
}

/** What a cluster is called, and which of its members are shown in which order. */
export function ClusterTools({ cluster, document, view, changes }: ClusterToolsProps) {
  const { t, language } = useSession();
  const { id, collection, representative, size, refused, createdAt } = cluster;
  return (
    <>
      <h2>
        <DocumentName id={representative} document={document} />
        <span class="aside">
          {t('clusters.members', { size, refused })}
          {' · '}
          {t('clusters.since', { time: new Date(createdAt).toLocaleString(language) })}
        </span>
      </h2>
      <div class="cluster-tools">
        <label class="inline">
          {t('cluster.order')}
          <select
            value={view.order}
            onChange={({ currentTarget }) => view.setOrder(currentTarget.value as Order)}
          >
            {orders.map((each) => (
              <option key={each} value={each}>
                {t(`cluster.order.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <ExportButtons source={memberRows(id, collection)} />
        <CopyCurl call={view.call} />
      </div>
      <HostsOfCluster id={id} changes={changes} host={view.host} onHost={view.setHost} />
    </>
  );
}
