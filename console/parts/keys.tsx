import { apiCall } from '../api/request.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { CopyCurl } from './copy-curl.js';
import { AnswerOf } from './states.js';

/** Names and rights of the keys; never the keys. */
export function Keys() {
  const { t, language } = useSession();
  const call = apiCall('GET', '/keys', {});
  const asked = useAnswer(call);
  return (
    <section class="card">
      <h2>
        {t('operation.keys')}
        <CopyCurl call={call} />
      </h2>
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
                    <td>
                      {expiresAt === null
                        ? t('document.never')
                        : new Date(expiresAt).toLocaleString(language)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </AnswerOf>
    </section>
  );
}
