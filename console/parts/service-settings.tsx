import { useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { CopyCurl } from './copy-curl.js';
import { AnswerOf } from './states.js';

/** The settings of the service; at first those that are not as they come. */
export function ServiceSettings() {
  const { t } = useSession();
  const [all, setAll] = useState(false);
  const call = apiCall('GET', '/settings', {});
  const asked = useAnswer(call);
  return (
    <section class="card">
      <h2>
        {t('operation.settings')}
        <CopyCurl call={call} />
      </h2>
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
                          <span class="hint" lang="en">
                            {description}
                          </span>
                        </th>
                        <td class={isDefault ? 'hint' : ''}>{value ?? '–'}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
              <button type="button" class="quiet" onClick={() => setAll(!all)}>
                {t(all ? 'operation.fewSettings' : 'operation.allSettings', {
                  count: settings.length,
                })}
              </button>
            </>
          );
        }}
      </AnswerOf>
    </section>
  );
}
