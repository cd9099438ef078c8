import { useEffect, useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { CopyCurl } from './copy-curl.js';
import { JobProgress } from './job-progress.js';
import { AnswerOf } from './states.js';

const whileRunningMs = 1000;
const elseMs = 5000;
const shownMax = 20;

/** The jobs since the service started, the newest first; asked again, more often while one runs. */
export function Jobs() {
  const { t, language, href } = useSession();
  const [asks, setAsks] = useState(0);
  const call = apiCall('GET', '/jobs', {});
  const asked = useAnswer(call, [asks]);
  const { answer } = asked;
  useEffect(() => {
    if (answer === undefined) return;
    const running = answer.jobs.some(({ state }) => state === 'running');
    const timer = setTimeout(
      () => setAsks((count) => count + 1),
      running ? whileRunningMs : elseMs,
    );
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <section class="card">
      <h2>
        {t('operation.jobs')}
        <CopyCurl call={call} />
      </h2>
      <AnswerOf asked={asked}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <p class="hint">{t('operation.noJobs')}</p>
          ) : (
            <ol class="jobs">
              {jobs
                .toReversed()
                .slice(0, shownMax)
                .map((job) => (
                  <li key={job.id} aria-label={`${t(`job.${job.kind}`)} ${job.collection}`}>
                    <p>
                      <strong>{t(`job.${job.kind}`)}</strong>{' '}
                      <a href={href('overview', { in: job.collection })}>{job.collection}</a>{' '}
                      <time class="hint" dateTime={job.startedAt}>
                        {new Date(job.startedAt).toLocaleString(language)}
                      </time>
                    </p>
                    <JobProgress job={job} onCancel={asked.again} />
                  </li>
                ))}
            </ol>
          )
        }
      </AnswerOf>
    </section>
  );
}
