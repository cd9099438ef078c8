import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asFailure, type RequestFailure } from '../api/failure.js';
import { apiCall } from '../api/request.js';
import type { Recommendation } from '../api/types.js';
import { PageHead } from '../parts/page-head.js';
import { RecommendedThreshold, recommendedValue } from '../parts/recommended-threshold.js';
import { Empty, Failure } from '../parts/states.js';
import { TuneResult } from '../parts/tune-result.js';
import { type Source, type SourceKind, startingSource, TuneSource } from '../parts/tune-source.js';
import { useSession } from '../session.js';
import { seededRandom } from '../tune/edits.js';
import { keptTexts, type Measured, measurePairs } from '../tune/measure.js';
import { type LabelledPair, parsePairs, perturbedPairs, UnreadablePairs } from '../tune/pairs.js';
import { labelledPairs, nearestOthers } from '../tune/stored-pairs.js';
import { useAnswer } from '../use-request.js';
import { useResetState } from '../use-reset-state.js';

type Run =
  | { readonly state: 'none' }
  | {
      readonly state: 'running';
      readonly doing: 'texts' | 'pairs';
      readonly done: number;
      readonly total: number;
    }
  | { readonly state: 'failed'; readonly failure: RequestFailure }
  | { readonly state: 'unreadable'; readonly problem: UnreadablePairs }
  | {
      readonly state: 'measured';
      readonly measured: readonly Measured[];
      readonly kind: SourceKind;
    };

/** Finds the right threshold for the user's own pages. */
export function Tune() {
  const { t, collection, described, href, embedded } = useSession();
  const [entered, setSource] = useState<Source>(startingSource);
  const [run, setRun] = useResetState<Run>({ state: 'none' }, [collection]);
  const abort = useRef<AbortController | null>(null);
  useLayoutEffect(() => () => abort.current?.abort(), [collection]);
  const call = apiCall('GET', '/labels/recommendation', { query: { collection } });
  const recommendation = useAnswer(embedded && call, [described]);
  const found = recommendation.answer;
  // Edited copies are a fallback, offered only if there are too few labels for a recommendation.
  const isLabelled = found !== undefined && found.recommended !== null;
  const kinds: readonly SourceKind[] = isLabelled ? ['labels', 'pairs'] : ['kept', 'pairs'];
  const kind = kinds.includes(entered.kind) ? entered.kind : kinds[0]!;
  const source = { ...entered, kind };

  async function measure() {
    abort.current?.abort();
    const mine = new AbortController();
    abort.current = mine;
    const { signal } = mine;
    const progress = (doing: 'texts' | 'pairs', total: number) => (done: number) => {
      if (!signal.aborted) setRun({ state: 'running', doing, done, total });
    };
    try {
      const pairs = await createPairs(progress, signal);
      const onProgress = progress('pairs', pairs.length);
      onProgress(0);
      const measured = await measurePairs(pairs, { collection, signal, onProgress });
      if (!signal.aborted) setRun({ state: 'measured', measured, kind });
    } catch (error) {
      mine.abort(); // the other requests are no longer needed
      if (abort.current !== mine) return;
      if (error instanceof UnreadablePairs) setRun({ state: 'unreadable', problem: error });
      else if (error instanceof DOMException) setRun({ state: 'none' });
      else setRun({ state: 'failed', failure: asFailure(error) });
    }
  }

  async function createPairs(
    progress: (doing: 'texts', total: number) => (done: number) => void,
    signal: AbortSignal,
  ): Promise<LabelledPair[]> {
    if (kind === 'pairs') return parsePairs(source.pairs);
    if (kind === 'labels') return labelledPairs({ collection, signal });
    const random = seededRandom(source.seed);
    const onProgress = progress('texts', source.documents);
    onProgress(0);
    const options = { collection, signal, onProgress };
    const texts = await keptTexts(source.documents, random, options);
    const neighbours = described
      ? await nearestOthers(texts, described, signal)
      : new Map<string, string>();
    return perturbedPairs(texts, { ...source, neighbours }, random);
  }

  return (
    <>
      <PageHead title={t('page.tune')}>{t('tune.about')}</PageHead>
      <div class="tune-labels">
        {found && saidSomething(found) && <RecommendedThreshold found={found} />}
        {found && !isLabelled && (
          <div class="notice made-up">
            <div>
              <strong>{t('tune.noLabels')}</strong>
              <p>{t('tune.noLabelsHint')}</p>
            </div>
          </div>
        )}
        {embedded && (
          <p>
            <a href={href('labels')}>{t('tune.toLabels')}</a>
          </p>
        )}
      </div>
      <TuneSource
        kinds={kinds}
        source={source}
        onChange={setSource}
        running={run.state === 'running'}
        onRun={measure}
        onStop={() => abort.current?.abort()}
      />
      <div class="tune-run">
        {run.state === 'running' && (
          <div class="progress" role="status">
            <progress
              aria-label={t(run.doing === 'texts' ? 'tune.readingTexts' : 'tune.measuring')}
              max={run.total}
              value={run.done}
            />
            <span>
              {t(run.doing === 'texts' ? 'tune.readingTexts' : 'tune.measuring')}{' '}
              {t('tune.progress', { done: run.done, total: run.total })}
            </span>
          </div>
        )}
        {run.state === 'failed' && <Failure failure={run.failure} onRetry={measure} />}
        {run.state === 'unreadable' && (
          <div class="notice bad" role="alert">
            <div>
              <strong>{t('tune.unreadable', { line: run.problem.line })}</strong>
              <p>{t(`tune.${run.problem.reason}`)}</p>
            </div>
          </div>
        )}
        {run.state === 'none' && (
          <Empty title={t('tune.empty')}>
            <p>{t('tune.emptyHint')}</p>
          </Empty>
        )}
        {run.state === 'measured' && run.kind === 'kept' && (
          <p class="notice made-up" role="note">
            {t('tune.madeUp')}
          </p>
        )}
        {run.state === 'measured' && described && (
          <TuneResult
            measured={run.measured}
            collection={described}
            recommended={run.kind === 'labels' && found ? recommendedValue(found) : null}
          />
        )}
      </div>
    </>
  );
}

function saidSomething({ labels, ignored }: Recommendation): boolean {
  return labels.same + labels.version + labels.different + ignored > 0;
}
