import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { apiCall, apiUrl, type Call, send } from '../api/request.js';
import type { Backup, Configuration } from '../api/types.js';
import { CopyCurl } from '../parts/copy-curl.js';
import { JobProgress } from '../parts/job-progress.js';
import { PageHead } from '../parts/page-head.js';
import { readWay } from '../parts/scan-panel.js';
import { AnswerOf, Fact, Failure, Loading } from '../parts/states.js';
import { useSession } from '../session.js';
import type { Key } from '../text/english.js';
import { settingsInChinese } from '../text/settings-chinese.js';
import { durationInWords } from '../text/times.js';
import { type Asked, useAction, useAnswer } from '../use-request.js';

const settingsCall = apiCall('GET', '/settings', {});

interface OfSettings {
  readonly asked: Asked<Configuration>;
}

/** Operation of the service: jobs, health, backup, keys and settings. */
export function Operation() {
  const { t, embedded } = useSession();
  const settings = useAnswer(settingsCall);
  return (
    <>
      <PageHead title={t('page.operation')} ofCollection={false}>
        {t('operation.about')}
      </PageHead>
      <div class="operation">
        {embedded && <Jobs />}
        <div class="operation-halves">
          <div class="operation-stack">
            <ServiceFacts />
            <Keys asked={settings} />
          </div>
          <div class="operation-stack">
            <Health />
            {embedded && <BackupNow asked={settings} />}
          </div>
        </div>
        <ServiceSettings asked={settings} />
      </div>
    </>
  );
}

interface CardProps {
  readonly title: Key;
  readonly call?: Call;
  readonly children: ComponentChildren;
}

/** A section of the page. @param call shown as a shell command */
function Card({ title, call, children }: CardProps) {
  const { t } = useSession();
  return (
    <section class="card">
      <h2>
        {t(title)}
        {call && <CopyCurl call={call} />}
      </h2>
      {children}
    </section>
  );
}

/** Version, store, and the location of the API description. */
function ServiceFacts() {
  const { t, language, time } = useSession();
  const asked = useAnswer(apiCall('GET', '/service', {}));
  return (
    <Card title="operation.service">
      <AnswerOf asked={asked}>
        {({ version, node, startedAt, uptimeSeconds, store, key }) => (
          <dl class="facts">
            <Fact name={t('operation.version')}>{version}</Fact>
            <Fact name="Node.js">{node}</Fact>
            <Fact name={t('operation.started')}>
              <time dateTime={startedAt}>{time(startedAt)}</time>
            </Fact>
            <Fact name={t('operation.uptime')}>{durationInWords(uptimeSeconds, language)}</Fact>
            <Fact name={t('operation.store')}>{t(`store.${store}`)}</Fact>
            <Fact name={t('operation.yourKey')}>
              {key === null ? t('operation.noKeyNeeded') : key.name}
            </Fact>
          </dl>
        )}
      </AnswerOf>
      <p class="actions links">
        <a href={apiUrl({ path: '/docs' }).href}>{t('operation.docs')}</a>
        <a href={apiUrl({ path: '/openapi.json' }).href}>openapi.json</a>
        <a href="licenses.txt">{t('shell.licenses')}</a>
      </p>
    </Card>
  );
}

/** Health of the process, and its readiness for requests. */
function Health() {
  const { t } = useSession();
  const alive = useAnswer(apiCall('GET', '/healthz', {}));
  const ready = useAnswer(apiCall('GET', '/readyz', {}));
  const checks = { alive, ready };
  return (
    <Card title="operation.health">
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
    </Card>
  );
}

/** Settings of the service; initially only those changed from their defaults. */
function ServiceSettings({ asked }: OfSettings) {
  const { t } = useSession();
  const [all, setAll] = useState(false);
  return (
    <Card title="operation.settings">
      <AnswerOf asked={asked}>
        {({ settings }) => {
          const shown = settings.filter(({ isDefault }) => all || !isDefault);
          return (
            <>
              {shown.length === 0 && <p class="hint">{t('operation.allDefaults')}</p>}
              {shown.length > 0 && (
                <table class="metadata-table settings-table">
                  <thead class="unseen">
                    <tr>
                      <th scope="col">{t('collection.name')}</th>
                      <th scope="col">{t('document.value')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {shown.map(({ name, value, isDefault, description }) => (
                      <tr key={name}>
                        <th scope="row">
                          <code>{name}</code>
                          <SettingMeaning name={name} description={description} />
                        </th>
                        <td class={isDefault ? 'hint' : ''}>{value ?? '–'}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
              <button type="button" class="quiet flush" onClick={() => setAll(!all)}>
                {t(all ? 'operation.fewSettings' : 'operation.allSettings', {
                  count: settings.length,
                })}
              </button>
            </>
          );
        }}
      </AnswerOf>
    </Card>
  );
}

interface SettingMeaningProps {
  readonly name: string;
  readonly description: string;
}

/** Meaning of a setting in the user's language; in English for a setting that this console does not know. */
function SettingMeaning({ name, description }: SettingMeaningProps) {
  const { language } = useSession();
  const translated = language === 'zh' ? settingsInChinese[name] : undefined;
  return (
    <span class="hint" lang={translated === undefined ? 'en' : undefined}>
      {(translated ?? description)
        .split('`')
        .map((part, index) => (index % 2 === 1 ? <code key={String(index)}>{part}</code> : part))}
    </span>
  );
}

/** Names and permissions of the keys, never the keys themselves. */
function Keys({ asked }: OfSettings) {
  const { t, time } = useSession();
  return (
    <Card title="operation.keys">
      <AnswerOf asked={asked}>
        {({ keys }) =>
          keys.length === 0 ? (
            <p class="hint">{t('operation.noKeyNeeded')}</p>
          ) : (
            <table class="metadata-table">
              <thead>
                <tr>
                  <th scope="col">{t('collection.name')}</th>
                  <th scope="col">{t('operation.scopes')}</th>
                  <th scope="col">{t('page.collections')}</th>
                  <th scope="col">{t('document.expires')}</th>
                </tr>
              </thead>
              <tbody>
                {keys.map(({ name, scopes, collections, expiresAt }) => (
                  <tr key={name}>
                    <th scope="row">
                      <bdi>{name}</bdi>
                    </th>
                    <td>{scopes.join(t('list.comma'))}</td>
                    <td>{collections?.join(t('list.comma')) ?? t('operation.all')}</td>
                    <td>{expiresAt === null ? t('document.never') : time(expiresAt)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </AnswerOf>
    </Card>
  );
}

const backupCall = apiCall('POST', '/backup', { body: {} });

/** Backs up the database while it is in use, and reports the files written. */
function BackupNow({ asked }: OfSettings) {
  const { t, size } = useSession();
  const [backup, setBackup] = useState<Backup | null>(null);
  const action = useAction();
  const directory = asked.answer?.settings.find(({ name }) => name === 'NEARDUP_BACKUP_DIR');
  const isUnset = directory?.isDefault === true;

  function start() {
    action.run(async () => setBackup(await send(backupCall)));
  }

  return (
    <Card title="operation.backup" call={backupCall}>
      <p class="hint">{t('operation.backupAbout')}</p>
      <div class="actions">
        <button type="button" disabled={action.busy || isUnset} onClick={start}>
          {t('operation.backupNow')}
        </button>
        <span role="status">
          {action.busy && t('job.state.running')}
          {backup !== null && !action.busy && (
            <>
              {t('operation.backedUp', { size: size(backup.bytes) })} <code>{backup.name}</code>
            </>
          )}
        </span>
      </div>
      {isUnset || action.failure?.code === 'store_unsupported' ? (
        <p class="hint">{t('operation.noBackup')}</p>
      ) : (
        action.failure && <Failure failure={action.failure} />
      )}
    </Card>
  );
}

const whileRunningMs = 1000;
const elseMs = 5000;
const shownMax = 20;

/** Running and recent jobs, newest first; polled, more often while a job is running. */
function Jobs() {
  const { t, time, href } = useSession();
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
    <Card title="operation.jobs" call={call}>
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
                      {job.kind === 'scan' && `(${t(`scan.${readWay(job)}`)}) `}
                      <a href={href('overview', { in: job.collection })}>{job.collection}</a>{' '}
                      <time class="hint" dateTime={job.startedAt}>
                        {time(job.startedAt)}
                      </time>
                    </p>
                    <JobProgress job={job} onCancel={asked.again} />
                  </li>
                ))}
            </ol>
          )
        }
      </AnswerOf>
    </Card>
  );
}
