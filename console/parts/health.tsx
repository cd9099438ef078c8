import { apiCall } from '../api/request.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { CopyCurl } from './copy-curl.js';
import { Fact } from './fact.js';
import { Loading } from './states.js';

/** Whether the process can go on, and whether it answers requests. */
export function Health() {
  const { t } = useSession();
  const call = apiCall('GET', '/readyz', {});
  const alive = useAnswer(apiCall('GET', '/healthz', {}));
  const ready = useAnswer(call);
  const checks = { alive, ready };
  return (
    <section class="card">
      <h2>
        {t('operation.health')}
        <CopyCurl call={call} />
      </h2>
      <dl class="facts">
        {(['alive', 'ready'] as const).map((name) => {
          const { failure, answer } = checks[name];
          return (
            <Fact key={name} name={t(`operation.${name}`)}>
              {failure ? (
                <span class="tag bad">{failure.message}</span>
              ) : answer ? (
                <span class="tag good">{t('answer.yes')}</span>
              ) : (
                <Loading />
              )}
            </Fact>
          );
        })}
      </dl>
      <div class="actions">
        <button
          type="button"
          class="small"
          onClick={() => {
            alive.again();
            ready.again();
          }}
        >
          {t('operation.again')}
        </button>
      </div>
    </section>
  );
}
