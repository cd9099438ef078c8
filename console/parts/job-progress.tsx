import { apiCall, send } from '../api/request.js';
import type { Job } from '../api/types.js';
import { useSession } from '../session.js';
import { useAction } from '../use-request.js';
import { CopyCurl } from './copy-curl.js';
import { Failure } from './states.js';

interface JobProgressProps {
  readonly job: Job;
  /** Called after a request to cancel. */
  readonly onCancel: () => void;
}

/** Progress and speed of a job with a cancel button, or the outcome of a finished job. */
export function JobProgress({ job, onCancel }: JobProgressProps) {
  const { t, number } = useSession();
  const { kind, state, progress, documentsPerSecond, error } = job;
  const { done, total } = progress;
  const cancelling = useAction();
  const call = apiCall('DELETE', '/jobs/{id}', { at: { id: job.id } });

  function cancel() {
    cancelling.run(async () => {
      await send(call);
      onCancel();
    });
  }

  return (
    <div class="job-progress">
      <div class="progress" role="status">
        {state === 'running' && (
          <progress
            aria-label={t(`job.${kind}`)}
            // Without a value, the bar is indeterminate.
            {...(total === null ? {} : { max: Math.max(total, done, 1), value: done })}
          />
        )}
        <span>
          {t(`job.state.${state}`)}
          {t('list.semicolon')}
          {total === null ? t('job.done', { done }) : t('tune.progress', { done, total })}
        </span>
        <span class="hint">{t('job.rate', { rate: number(documentsPerSecond) })}</span>
        {state === 'running' && (
          <>
            <button type="button" class="small" disabled={cancelling.busy} onClick={cancel}>
              {t('job.cancel')}
            </button>
            <CopyCurl call={call} />
          </>
        )}
      </div>
      {state === 'cancelled' && <p class="hint">{t(`job.cancelled.${kind}`)}</p>}
      {error && <Failure failure={{ ...error, message: error.detail }} />}
      {cancelling.failure && <Failure failure={cancelling.failure} />}
    </div>
  );
}
