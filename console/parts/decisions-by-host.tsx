import { useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import type { HostList } from '../api/types.js';
import { decisions, mostCopied } from '../decisions.js';
import { useSession } from '../session.js';
import { readableHost } from '../text/host-name.js';
import { useAnswer } from '../use-request.js';
import { DataTable } from './chart.js';
import { CopyCurl } from './copy-curl.js';
import { DecisionLegend } from './decision-legend.js';
import { DocumentId, HostName } from './document-name.js';
import { SiteLines } from './site-lines.js';
import { AnswerOf } from './states.js';

const shownMax = 8;
const spans = [1, 7] as const;
const orders = ['refused', 'share', 'decisions'] as const;

type Host = HostList['hosts'][number];

/** Returns the share of the pages of a host that was refused. */
const shareRefused = (host: Host) => host.duplicate / sumDecisions(host);

const sumDecisions = (host: Host) => decisions.reduce((sum, each) => sum + host[each], 0);

/** Hosts of a day or a week, with the share of their pages that was refused. */
export function DecisionsByHost({ told }: { readonly told: number }) {
  const { t, collection } = useSession();
  const [days, setDays] = useState<(typeof spans)[number]>(1);
  const [order, setOrder] = useState<(typeof orders)[number]>('refused');
  // The share orders the hosts with the most refused pages, since a host with one page may have any share.
  const listed = order === 'decisions' ? order : 'refused';
  const call = apiCall('GET', '/stats/hosts', { query: { collection, days, order: listed } });
  const asked = useAnswer(call, [told]);
  return (
    <section class="card hosts">
      <h2>
        {t('hosts.title')}
        <CopyCurl call={call} />
      </h2>
      <div class="document-filter above">
        <label class="field">
          {t('decisions.time')}
          <select
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value === '7' ? 7 : 1)}
          >
            {spans.map((each) => (
              <option key={each} value={each}>
                {t(each === 1 ? 'hosts.today' : 'hosts.week')}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          {t('hosts.order')}
          <select
            value={order}
            onChange={({ currentTarget }) =>
              setOrder(currentTarget.value as (typeof orders)[number])
            }
          >
            {orders.map((each) => (
              <option key={each} value={each}>
                {t(`hosts.by.${each}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <AnswerOf asked={asked}>
        {({ hosts }) => (
          <Hosts
            hosts={
              order === 'share'
                ? hosts.toSorted((a, b) => shareRefused(b) - shareRefused(a))
                : hosts
            }
            listed={order === 'decisions' ? sumDecisions : shareRefused}
          />
        )}
      </AnswerOf>
    </section>
  );
}

interface HostsProps extends HostList {
  /** Returns 0 for a host that only the table shows. */
  readonly listed: (host: Host) => number;
}

function Hosts({ hosts, listed }: HostsProps) {
  const { t, number, percent } = useSession();
  const [shown, setShown] = useState<string | null>(null);
  if (hosts.length === 0) return <p class="hint">{t('hosts.none')}</p>;
  const top = hosts.filter(listed).slice(0, shownMax);
  const most = Math.max(...top.map(sumDecisions));
  const counted = decisions.filter((each) => hosts.some((host) => host[each] > 0));
  const share = (host: Host) => percent(shareRefused(host), 0);
  return (
    <>
      {top.length === 0 ? (
        <p class="hint">{t('hosts.noneRefused')}</p>
      ) : (
        <DecisionLegend kinds={counted} />
      )}
      <ol class="by-host">
        {top.map((host) => (
          <li key={host.host ?? ''}>
            <span class="host">
              {host.host === null ? (
                t('hosts.noUrl')
              ) : (
                <button
                  type="button"
                  class="quiet"
                  title={t('hosts.show')}
                  aria-expanded={shown === host.host}
                  onClick={() => setShown(shown === host.host ? null : host.host)}
                >
                  <HostName host={host.host} />
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
            <span class="weight">
              {t('hosts.refused', { count: host.duplicate, share: share(host) })}
            </span>
          </li>
        ))}
      </ol>
      {shown !== null && <HostDetail key={shown} host={shown} />}
      <DataTable
        name={t('hosts.title')}
        head={[t('hosts.host'), ...counted.map((each) => t(`decision.${each}`)), t('hosts.share')]}
        rows={hosts.map((host) => [
          host.host === null ? t('hosts.noUrl') : readableHost(host.host),
          ...counted.map((each) => number(host[each])),
          share(host),
        ])}
      />
    </>
  );
}

/** Number of newest refusals of a host from which its copied pages are taken. */
const refusalsRead = 100;

/** Pages that a host copies most, a link to its refusals, and the lines that it repeats. */
function HostDetail({ host }: { readonly host: string }) {
  const { t, number, collection, href } = useSession();
  const query = { collection, host, decision: 'duplicate' as const, limit: refusalsRead };
  const asked = useAnswer(apiCall('GET', '/decisions', { query }));
  return (
    <div class="host-detail">
      <h3>
        <HostName host={host} />
      </h3>
      <AnswerOf asked={asked}>
        {({ decisions: refused }) =>
          refused.length === 0 ? null : (
            <>
              <p class="hint">{t('hosts.copied', { count: refused.length })}</p>
              <ol class="copied">
                {mostCopied(refused).map(({ match, count }) => (
                  <li key={match}>
                    <DocumentId id={match} /> <span class="hint">{number(count)}</span>
                  </li>
                ))}
              </ol>
              <p>
                <a href={href('decisions', { host })}>{t('hosts.refusals')}</a>
              </p>
            </>
          )
        }
      </AnswerOf>
      <SiteLines host={host} />
    </div>
  );
}
