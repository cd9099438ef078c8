import { apiCall, apiUrl } from '../api/request.js';
import type { Capability, Service } from '../api/types.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { CopyCurl } from './copy-curl.js';
import { Fact } from './fact.js';
import { AnswerOf } from './states.js';

/** Version and store, what this store lacks, and where the API is described. */
export function ServiceFacts() {
  const { t, number, language } = useSession();
  const call = apiCall('GET', '/service', {});
  const asked = useAnswer(call);
  return (
    <section class="card">
      <h2>
        {t('operation.service')}
        <CopyCurl call={call} />
      </h2>
      <AnswerOf asked={asked}>
        {({ version, node, startedAt, uptimeSeconds, store, capabilities, key }) => (
          <dl class="facts">
            <Fact name={t('operation.version')}>{version}</Fact>
            <Fact name="Node.js">{node}</Fact>
            <Fact name={t('operation.started')}>
              <time dateTime={startedAt}>{new Date(startedAt).toLocaleString(language)}</time>
            </Fact>
            <Fact name={t('operation.uptime')}>
              {uptimeSeconds < 3600
                ? t('operation.minutes', { minutes: Math.floor(uptimeSeconds / 60) })
                : t('operation.hours', { hours: number(uptimeSeconds / 3600, 1) })}
            </Fact>
            <Fact name={t('operation.store')}>{t(`store.${store}`)}</Fact>
            <Fact name={t('operation.lacks')}>
              {lackedOf(capabilities)
                .map((each) => t(`capability.${each}`))
                .join(t('list.comma')) || t('operation.nothing')}
            </Fact>
            <Fact name={t('operation.yourKey')}>
              {key === null ? t('operation.noKeyNeeded') : key.name}
            </Fact>
          </dl>
        )}
      </AnswerOf>
      <p class="actions links">
        <a href={apiUrl({ path: '/docs' }).href}>{t('operation.docs')}</a>
        <a href={apiUrl({ path: '/openapi.json' }).href}>openapi.json</a>
      </p>
    </section>
  );
}

function lackedOf(capabilities: Service['capabilities']): Capability[] {
  return (Object.keys(capabilities) as Capability[]).filter((each) => !capabilities[each]);
}
