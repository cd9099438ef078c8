import { apiCall } from '../api/request.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';

interface HostsOfClusterProps {
  readonly id: string;
  /** Another number: members left or came. */
  readonly changes: number;
  /** undefined: all hosts. */
  readonly host: string | undefined;
  readonly onHost: (host: string | undefined) => void;
}

/** From which hosts the members are; choosing one shows its members alone. */
export function HostsOfCluster({ id, changes, host, onHost }: HostsOfClusterProps) {
  const { t, number, collection } = useSession();
  // Without an answer, as for a very large cluster, there is nothing to choose.
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
          <bdi>{name}</bdi> <span class="count">{number(stored + refused)}</span>
        </button>
      ))}
      {answer !== undefined && answer.others > 0 && (
        <span class="hint">{t('cluster.otherHosts', { count: answer.others })}</span>
      )}
    </fieldset>
  );
}
