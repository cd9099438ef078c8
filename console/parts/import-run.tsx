import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asFailure, type RequestFailure } from '../api/failure.js';
import type { Decision } from '../api/types.js';
import { textOfRows } from '../export/rows.js';
import { save } from '../export/use-export.js';
import type { Mapping } from '../import/mapping.js';
import { type Failed, type Mode, sendFiles } from '../import/send.js';
import { useSession } from '../session.js';
import { detailInWords, problemInWords } from '../text/problems.js';
import { useResetState } from '../use-reset-state.js';
import { Failure } from './states.js';

const shownEveryMs = 200;
/** Number of documents of a dry run. */
const triedMax = 100;

interface ImportRunProps {
  readonly files: readonly File[];
  readonly mapping: Mapping;
  readonly idsBegin: string;
  readonly mode: Mode;
  /** True if no document could be stored. */
  readonly disabled: boolean;
}

/** Progress of an import. */
export interface Progress {
  readonly state: 'running' | 'done' | 'tried' | 'cancelled' | 'failed';
  readonly filesDone: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly failed: readonly Failed[];
}

/** Starts, shows and cancels an import. */
export function ImportRun({ files, mapping, idsBegin, mode, disabled }: ImportRunProps) {
  const { t, collection } = useSession();
  const [progress, setProgress] = useResetState<Progress | null>(null, [files]);
  const [failure, setFailure] = useState<RequestFailure | undefined>(undefined);
  const abort = useRef<AbortController | null>(null);
  const running = progress?.state === 'running';
  useLayoutEffect(() => () => abort.current?.abort(), [files]);

  async function run(dryRun?: number) {
    const mine = new AbortController();
    abort.current = mine;
    setFailure(undefined);
    const outcomes: Record<string, number> = {};
    const failed: Failed[] = [];
    let filesDone = 0;
    const show = (state: Progress['state']) =>
      setProgress({ state, filesDone, outcomes: { ...outcomes }, failed: [...failed] });
    show('running');
    const timer = setInterval(() => show('running'), shownEveryMs);
    try {
      await sendFiles(files, {
        ...{ collection, mode, mapping, idsBegin, dryRun, signal: mine.signal },
        onOutcome: (outcome) => {
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        },
        onFailed: (one) => failed.push(one),
        onFile: (done) => {
          filesDone = done;
        },
      });
      clearInterval(timer);
      show(dryRun === undefined ? 'done' : 'tried');
    } catch (error) {
      clearInterval(timer);
      if (mine.signal.aborted) return show('cancelled');
      show('failed');
      setFailure(asFailure(error));
    }
  }

  return (
    <>
      <div class="actions">
        {running ? (
          <button type="button" onClick={() => abort.current?.abort()}>
            {t('action.cancel')}
          </button>
        ) : (
          <>
            <button type="button" class="primary" disabled={disabled} onClick={() => run()}>
              {t('import.start', { collection })}
            </button>
            <button type="button" disabled={disabled} onClick={() => run(triedMax)}>
              {t('import.try', { count: triedMax })}
            </button>
          </>
        )}
      </div>
      {failure && <Failure failure={failure} />}
      {progress && <ImportOutcome progress={progress} files={files.length} mode={mode} />}
    </>
  );
}

const failedShownMax = 20;

interface ImportOutcomeProps {
  readonly progress: Progress;
  readonly files: number;
  readonly mode: Mode;
}

/** Outcomes so far, with the refused documents. */
function ImportOutcome({ progress, files, mode }: ImportOutcomeProps) {
  const { t, number, href } = useSession();
  const { state, filesDone, outcomes, failed } = progress;
  const done = Object.values(outcomes).reduce((sum, each) => sum + each, 0);
  return (
    <section class="card import-outcome" aria-label={t('import.outcome')}>
      <div class="progress" role="status">
        {state === 'running' && (
          <progress aria-label={t('page.import')} max={files} value={filesDone} />
        )}
        <span>
          {t(`import.state.${state}`)}
          {t('list.semicolon')}
          {t('import.progress', { done, filesDone, files })}
        </span>
      </div>
      <dl class="figures">
        {Object.entries(outcomes).map(([outcome, count]) => (
          <div key={outcome}>
            <dt>{t(`outcome.${outcome as Outcome}`)}</dt>
            <dd class="figure">{number(count)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('import.failed')}</dt>
          <dd class="figure">{number(failed.length)}</dd>
        </div>
      </dl>
      {state === 'tried' && <p class="hint">{t('import.triedNote')}</p>}
      {state !== 'running' && state !== 'tried' && (
        <p class="actions">
          {mode === 'add' && <a href={href('overview', { scan: 'open' })}>{t('import.toScan')}</a>}
          <a href={href('overview')}>{t('import.toOverview')}</a>
          <a href={href('documents')}>{t('documents.all')}</a>
        </p>
      )}
      {failed.length > 0 && <Refused failed={failed} />}
    </section>
  );
}

type Outcome = Decision | 'created' | 'replaced';

function Refused({ failed }: { readonly failed: readonly Failed[] }) {
  const { t, language } = useSession();
  const download = () =>
    save('import-errors', 'ndjson', [
      textOfRows(
        'ndjson',
        [],
        failed.map((one) => ({ ...one })),
      ),
    ]);
  return (
    <>
      <ol class="refused-lines">
        {failed.slice(0, failedShownMax).map(({ file, line, code, detail }) => (
          <li key={`${file} ${line}`}>
            <bdi>{file}</bdi> {t('import.line', { line })}{' '}
            {code === 'unreadable'
              ? t('import.unreadable')
              : code === 'validation_failed'
                ? detailInWords(detail, language)
                : problemInWords({ code, message: detail }, language)}
          </li>
        ))}
      </ol>
      <div class="actions">
        <button type="button" onClick={download}>
          {t('import.download', { count: failed.length })}
        </button>
      </div>
    </>
  );
}
