import { useState } from 'preact/hooks';
import type { HostList } from '../api/types.js';
import { decisions } from '../decisions.js';
import { useSession } from '../session.js';
import { DataTable } from './chart.js';
import { SiteLines } from './site-lines.js';

const shownMax = 8;

/** Hosts of today's documents, with the decisions on them, and the lines that a chosen host repeats. */
export function DecisionsByHost({ hosts }: HostList) {
  const { t, number } = useSession();
  const [shown, setShown] = useState<string | null>(null);
  if (hosts.length === 0) return <p class="hint">{t('hosts.none')}</p>;
  const sumDecisions = (host: HostList['hosts'][number]) =>
    decisions.reduce((sum, each) => sum + host[each], 0);
  const most = Math.max(...hosts.map(sumDecisions));
  return (
    <>
      <ol class="by-host">
        {hosts.slice(0, shownMax).map((host) => (
          <li key={host.host ?? ''}>
            <span class="host">
              {host.host === null ? (
                t('hosts.noUrl')
              ) : (
                <button
                  type="button"
                  class="quiet"
                  title={t('site.show')}
                  aria-expanded={shown === host.host}
                  onClick={() => setShown(shown === host.host ? null : host.host)}
                >
                  <bdi>{host.host}</bdi>
                </button>
              )}
            </span>
            <span class="stack" aria-hidden="true">
              {decisions.map((each) => (
                <i
                  key={each}
                  class={each}
                  style={{ width: `${(100 * host[each]) / most}%` }}
                  title={`${t(`decision.${each}`)}: ${number(host[each])}`}
                />
              ))}
            </span>
            <span class="weight">{number(sumDecisions(host))}</span>
          </li>
        ))}
      </ol>
      {shown !== null && <SiteLines host={shown} />}
      <DataTable
        name={t('hosts.title')}
        head={[t('hosts.host'), ...decisions.map((each) => t(`decision.${each}`))]}
        rows={hosts.map((host) => [
          host.host ?? t('hosts.noUrl'),
          ...decisions.map((each) => number(host[each])),
        ])}
      />
    </>
  );
}
