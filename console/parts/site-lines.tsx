import { apiCall } from '../api/request.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { DocumentId } from './document-name.js';
import { AnswerOf } from './states.js';

/** Maximum number of lines shown. */
const shownMax = 30;

/** Lines that a site repeats, which do not count when its pages are compared. */
export function SiteLines({ host }: { readonly host: string }) {
  const { t, collection } = useSession();
  const asked = useAnswer(apiCall('GET', '/sites/{host}', { at: { host }, query: { collection } }));
  return (
    <AnswerOf asked={asked}>
      {({ pages, lines }) =>
        lines.length === 0 ? (
          <p class="hint">{t('site.none')}</p>
        ) : (
          <>
            <p class="hint">{t('site.learnt', { count: pages })}</p>
            <ul class="site-lines">
              {lines.slice(0, shownMax).map(({ line, pages, on, text }) => (
                <li key={line}>
                  {text === null ? <DocumentId id={on} /> : <q dir="auto">{text}</q>}{' '}
                  <span class="hint">{t('site.onPages', { count: pages })}</span>
                </li>
              ))}
              {lines.length > shownMax && <li>…</li>}
            </ul>
          </>
        )
      }
    </AnswerOf>
  );
}
