import { useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import type { ClusterList, Stats } from '../api/types.js';
import { decisions } from '../decisions.js';
import { chooseTitle } from '../document-title.js';
import { DecisionsByHost } from '../parts/decisions-by-host.js';
import { DecisionsOverTime } from '../parts/decisions-over-time.js';
import { useDocuments } from '../parts/document-name.js';
import { ExamplePages } from '../parts/example-pages.js';
import { Histogram } from '../parts/histogram.js';
import { LiveDecisions } from '../parts/live-decisions.js';
import { PageHead } from '../parts/page-head.js';
import { FindDuplicates } from '../parts/scan-panel.js';
import { AnswerOf } from '../parts/states.js';
import { Today } from '../parts/today.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';

/** Contents of a collection, with live decisions. */
export function Overview() {
  const { t, collection, described, embedded } = useSession();
  const [told, setTold] = useState(0); // increases with new decisions, at a limited rate
  const stats = useAnswer(apiCall('GET', '/stats', { query: { collection } }), [told]);
  const clusterCall = apiCall('GET', '/clusters', { query: { collection, limit: 6 } });
  const clusters = useAnswer(embedded && clusterCall, [told]);
  // Statistics of all collections together. A key restricted to some collections may not read them.
  const whole = useAnswer(apiCall('GET', '/stats', {}), [told]);
  const empty = stats.answer !== undefined && !everUsed(stats.answer);
  const neverCompared =
    stats.answer && clusters.answer && !everCompared(stats.answer, clusters.answer)
      ? stats.answer.documents
      : null;
  const measure = described?.recipe.method === 'simhash' ? 'distances' : 'similarities';
  const bare = empty || neverCompared !== null;

  return (
    <>
      <PageHead title={t('page.overview')}>{t('overview.about')}</PageHead>
      <div class={bare ? 'overview bare' : 'overview'}>
        {embedded && !bare && <Today told={told} />}
        <AnswerOf asked={stats}>
          {(answer) => <Totals stats={answer} bytes={whole.answer?.bytes ?? null} />}
        </AnswerOf>
        {empty && <ExamplePages />}
        {embedded && stats.answer && !empty && (
          <div class="wide">
            <FindDuplicates
              neverCompared={neverCompared}
              onChanged={() => setTold((count) => count + 1)}
            />
          </div>
        )}
        {embedded && !bare && <DecisionsOverTime told={told} />}
        <LiveDecisions onTold={() => setTold((count) => count + 1)} />
        {!bare && (
          <>
            {embedded && <DecisionsByHost told={told} />}
            <section class="card">
              <h2>{t(`overview.${measure}`)}</h2>
              <AnswerOf asked={stats}>
                {(answer) => (
                  <Histogram
                    counts={answer[measure]}
                    width={measure === 'distances' ? 1 : 0.05}
                    label={t(`overview.${measure}Label`)}
                    axis={t(
                      measure === 'distances' ? 'overview.distanceAxis' : 'measure.similarity',
                    )}
                  />
                )}
              </AnswerOf>
            </section>
            {embedded && (
              <section class="card">
                <h2>{t('overview.clusters')}</h2>
                <AnswerOf asked={clusters}>
                  {(answer) => <LargestClusters clusters={answer.clusters} />}
                </AnswerOf>
              </section>
            )}
          </>
        )}
      </div>
    </>
  );
}

interface TotalsProps {
  readonly stats: Stats;
  /** Size of all collections in bytes; null if unknown. */
  readonly bytes: number | null;
}

function Totals({ stats, bytes }: TotalsProps) {
  const { t, number, percent, size } = useSession();
  const { documents, contents, decisions: counts } = stats;
  const checks = decisions.reduce((sum, each) => sum + counts[each], 0);
  const share = checks === 0 ? '–' : percent(counts.duplicate / checks);
  return (
    <dl class="totals">
      <Total
        name={t('total.documents')}
        value={number(documents)}
        note={t('total.contents', { contents })}
      />
      <Total name={t('total.duplicates')} value={share} note={t('total.checks', { checks })} />
      <Total
        name={t('total.size')}
        value={bytes === null ? '–' : size(bytes)}
        note={t('total.sizeNote')}
      />
    </dl>
  );
}

interface TotalProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

function Total({ name, value, note }: TotalProps) {
  return (
    <div class="total">
      <dt>{name}</dt>
      <dd class="figure">{value}</dd>
      <dd class="note">{note}</dd>
    </div>
  );
}

/** Tests if a check or scan has ever searched for matches of a stored document. */
function everCompared({ decisions: counts }: Stats, { clusters }: ClusterList): boolean {
  return clusters.length > 0 || decisions.some((each) => counts[each] > 0);
}

function everUsed({ documents, decisions: counts }: Stats): boolean {
  return documents > 0 || decisions.some((each) => counts[each] > 0);
}

function LargestClusters({ clusters }: Pick<ClusterList, 'clusters'>) {
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
              {chooseTitle(documents.get(representative) ?? {}) ??
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
