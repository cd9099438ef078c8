import type { ClusterList } from '../api/types.js';
import { useSession } from '../session.js';
import { titleOf } from '../titles.js';
import { useDocuments } from '../use-documents.js';

export function LargestClusters({ clusters }: Pick<ClusterList, 'clusters'>) {
  const { t, number, href } = useSession();
  const documents = useDocuments(clusters.map(({ representative }) => representative));
  if (clusters.length === 0) return <p class="hint">{t('overview.noClusters')}</p>;
  const most = Math.max(...clusters.map(({ size, refused }) => size + refused));
  return (
    <ol class="largest">
      {clusters.map(({ id, representative, size, refused }) => (
        <li key={id}>
          <a href={href('clusters', { id })} title={representative}>
            <bdi>
              {titleOf(documents.get(representative) ?? {}) ??
                representative.replace(/^https?:\/\//, '')}
            </bdi>
          </a>
          <span class="bar" aria-hidden="true">
            <i style={{ width: `${(100 * (size + refused)) / most}%` }} />
          </span>
          <span class="weight">{number(size + refused)}</span>
        </li>
      ))}
    </ol>
  );
}
