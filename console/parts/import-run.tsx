import { useEffect, useRef, useState } from 'preact/hooks';
import { asFailure, type RequestFailure } from '../api/failure.js';
import type { Mapping } from '../import/mapping.js';
import { type Failed, type Mode, sendFiles } from '../import/send.js';
import { useSession } from '../session.js';
import { ImportOutcome } from './import-outcome.js';
import { Failure } from './states.js';

const shownEveryMs = 200;

interface ImportRunProps {
  readonly files: readonly File[];
  readonly mapping: Mapping;
  readonly idsBegin: string;
  readonly mode: Mode;
}

/** How an import is getting on. */
export interface Progress {
  readonly state: 'running' | 'done' | 'cancelled' | 'failed';
  readonly filesDone: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly failed: readonly Failed[];
}

/** Starts an import, shows how far it is, ends it. */
export function ImportRun({ files, mapping, idsBegin, mode }: ImportRunProps) {
  const { t, collection } = useSession();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<RequestFailure | undefined>(undefined);
  const abort = useRef<AbortController | null>(null);
  const running = progress?.state === 'running';
  useEffect(() => {
    setProgress(null);
    return () => abort.current?.abort();
  }, [files]);

  async function run() {
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
        ...{ collection, mode, mapping, idsBegin, signal: mine.signal },
        onOutcome: (outcome) => {
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        },
        onFailed: (one) => failed.push(one),
        onFile: (done) => {
          filesDone = done;
        },
      });
      clearInterval(timer);
      show('done');
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
            {t('import.cancel')}
          </button>
        ) : (
          <button type="button" class="primary" onClick={run}>
            {t('import.start', { collection })}
          </button>
        )}
      </div>
      {failure && <Failure failure={failure} />}
      {progress && <ImportOutcome progress={progress} files={files.length} mode={mode} />}
    </>
  );
}
