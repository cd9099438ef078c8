import { request } from '../api/request.js';
import { useSession } from '../session.js';
import { useRequest } from '../use-request.js';
import { CopyCurl } from './copy-curl.js';
import { Fact } from './fact.js';
import { Loading } from './states.js';

/** Whether the process can go on, and whether it answers requests. */
export function Health() {
  const { t } = useSession();
  const alive = useRequest((signal) => request<object>('GET', '/healthz', { signal }), []);
  const ready = useRequest((signal) => request<object>('GET', '/readyz', { signal }), []);
  const checks = { alive, ready };
  return (
    <section class="card">
      <h2>
        {t('operation.health')}
        <CopyCurl call={{ method: 'GET', path: '/readyz' }} />
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
