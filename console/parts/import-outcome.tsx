import type { Decision } from '../api/types.js';
import type { Failed, Mode } from '../import/send.js';
import { useSession } from '../session.js';
import { problemInWords } from '../text/problems.js';
import type { Progress } from './import-run.js';

const failedShownMax = 20;

interface ImportOutcomeProps {
  readonly progress: Progress;
  readonly files: number;
  readonly mode: Mode;
}

/** What became of the documents so far, and of those that were refused. */
export function ImportOutcome({ progress, files, mode }: ImportOutcomeProps) {
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
      {state !== 'running' && (
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
  function download() {
    const lines = failed.map((one) => `${JSON.stringify(one)}\n`);
    const url = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'import-errors.ndjson';
    link.click();
    URL.revokeObjectURL(url);
  }
  return (
    <>
      <ol class="refused-lines">
        {failed.slice(0, failedShownMax).map(({ file, line, code, detail }) => (
          <li key={`${file} ${line}`}>
            <bdi>{file}</bdi> {t('import.line', { line })}{' '}
            {code === 'unreadable' ? (
              t('import.unreadable')
            ) : (
              <>
                <code>{code}</code> {problemInWords({ code, message: detail }, language)}
              </>
            )}
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
