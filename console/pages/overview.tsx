import { useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import type { ClusterList, Stats } from '../api/types.js';
import { decisions } from '../decisions.js';
import { CopyCurl } from '../parts/copy-curl.js';
import { DecisionsByHost } from '../parts/decisions-by-host.js';
import { DecisionsOverTime } from '../parts/decisions-over-time.js';
import { ExamplePages } from '../parts/example-pages.js';
import { FindDuplicates } from '../parts/find-duplicates.js';
import { Histogram } from '../parts/histogram.js';
import { LargestClusters } from '../parts/largest-clusters.js';
import { LiveDecisions } from '../parts/live-decisions.js';
import { PageHead } from '../parts/page-head.js';
import { ServiceNow } from '../parts/service-now.js';
import { AnswerOf } from '../parts/states.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { useVisibleEvery } from '../use-visible-every.js';

const recentMs = 5000;

/** What a collection holds, and the decisions as they are made. */
export function Overview() {
  const { t, collection } = useSession();
  const [told, setTold] = useState(0); // grows, not too often, as decisions come in
  const stats = useAnswer(apiCall('GET', '/stats', { query: { collection } }), [told]);
  const beats = useVisibleEvery(recentMs);
  const recentCall = apiCall('GET', '/stats/recent', { query: { collection } });
  const recent = useAnswer(recentCall, [beats, told]);
  const clusters = useAnswer(apiCall('GET', '/clusters', { query: { collection, limit: 6 } }), [
    told,
  ]);
  // Statistics of all collections together; a key for some collections may not read them.
  const whole = useAnswer(apiCall('GET', '/stats', {}), [told]);
  const empty = stats.answer !== undefined && !everUsed(stats.answer);
  const neverCompared =
    stats.answer && clusters.answer && !everCompared(stats.answer, clusters.answer)
      ? stats.answer.documents
      : null;
  const bare = empty || neverCompared !== null;

  return (
    <>
      <PageHead title={t('page.overview')}>{t('overview.about')}</PageHead>
      <div class={bare ? 'overview bare' : 'overview'}>
        <AnswerOf asked={stats}>
          {(answer) => <Totals stats={answer} bytes={whole.answer?.bytes ?? null} />}
        </AnswerOf>
        {recent.answer && !bare && <ServiceNow now={recent.answer.now} />}
        {empty && <ExamplePages />}
        {stats.answer && !empty && (
          <div class="wide">
            <FindDuplicates
              neverCompared={neverCompared}
              onChanged={() => setTold((count) => count + 1)}
            />
          </div>
        )}
        {!bare && <DecisionsOverTime told={told} recent={recent} />}
        <LiveDecisions onTold={() => setTold((count) => count + 1)} />
        {!bare && (
          <>
            <section class="card hosts">
              <h2>
                {t('hosts.title')}
                <CopyCurl call={recentCall} />
              </h2>
              <AnswerOf asked={recent}>{({ hosts }) => <DecisionsByHost hosts={hosts} />}</AnswerOf>
            </section>
            <section class="card">
              <h2>{t('overview.similarities')}</h2>
              <AnswerOf asked={stats}>
                {({ similarities }) => (
                  <Histogram
                    counts={similarities}
                    width={0.05}
                    label={t('overview.similaritiesLabel')}
                    axis={t('measure.similarity')}
                  />
                )}
              </AnswerOf>
            </section>
            <section class="card">
              <h2>{t('overview.distances')}</h2>
              <AnswerOf asked={stats}>
                {({ distances }) => (
                  <Histogram
                    counts={distances}
                    width={1}
                    label={t('overview.distancesLabel')}
                    axis={t('overview.distanceAxis')}
                  />
                )}
              </AnswerOf>
            </section>
            <section class="card">
              <h2>{t('overview.clusters')}</h2>
              <AnswerOf asked={clusters}>
                {(answer) => <LargestClusters clusters={answer.clusters} />}
              </AnswerOf>
            </section>
          </>
        )}
      </div>
    </>
  );
}

interface TotalsProps {
  readonly stats: Stats;
  /** The bytes of all collections; null: not known. */
  readonly bytes: number | null;
}

function Totals({ stats, bytes }: TotalsProps) {
  const { t, number, percent } = useSession();
  const { documents, contents, fingerprints, decisions: counts } = stats;
  const checks = decisions.reduce((sum, each) => sum + counts[each], 0);
  const share = checks === 0 ? '–' : percent(counts.duplicate / checks);
  return (
    <dl class="totals">
      <Total
        name={t('total.documents')}
        value={number(documents)}
        note={t('total.contents', { contents })}
      />
      <Total
        name={t('total.fingerprints')}
        value={number(fingerprints)}
        note={t('total.fingerprintsNote')}
      />
      <Total name={t('total.duplicates')} value={share} note={t('total.checks', { checks })} />
      <Total
        name={t('total.size')}
        value={bytes === null ? '–' : t('total.megabytes', { size: number(bytes / 1e6, 1) })}
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

/** Whether a check or a scan has ever looked for a match of anything stored. */
function everCompared({ decisions: counts }: Stats, { clusters }: ClusterList): boolean {
  return clusters.length > 0 || decisions.some((each) => counts[each] > 0);
}

function everUsed({ documents, decisions: counts }: Stats): boolean {
  return documents > 0 || decisions.some((each) => counts[each] > 0);
}
