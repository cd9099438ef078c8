import { useState } from 'preact/hooks';
import { request } from '../api/request.js';
import type { DocumentPage } from '../api/types.js';
import { CopyCurl } from '../parts/copy-curl.js';
import { DocumentId } from '../parts/document-id.js';
import { PageHead } from '../parts/page-head.js';
import { AnswerOf, Empty } from '../parts/states.js';
import { useSession } from '../session.js';
import { useRequest } from '../use-request.js';
import { useSettled } from '../use-settled.js';

const pageLength = 50;
const typingMs = 300;

/** The documents of a collection, by what their ids begin with. */
export function Documents() {
  const { t, collection } = useSession();
  const [prefix, setPrefix] = useState('');
  const idPrefix = useSettled(prefix, typingMs);
  const query = { collection, limit: pageLength, idPrefix: idPrefix || undefined };
  const asked = useRequest(
    (signal) => request<DocumentPage>('GET', '/documents', { query, signal }),
    [collection, idPrefix],
  );
  return (
    <>
      <PageHead title={t('page.documents')}>{t('documents.about')}</PageHead>
      <label class="field above">
        {t('documents.prefix')}
        <input
          type="search"
          value={prefix}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => setPrefix(currentTarget.value)}
        />
      </label>
      <AnswerOf asked={asked}>
        {({ documents }) =>
          documents.length === 0 ? (
            <Empty title={t('documents.none')}>
              <p>{t('documents.noneHint')}</p>
            </Empty>
          ) : (
            <ol class="documents">
              {documents.map(({ id }) => (
                <li key={id}>
                  <DocumentId id={id} />
                </li>
              ))}
            </ol>
          )
        }
      </AnswerOf>
      <CopyCurl call={{ method: 'GET', path: '/documents', query }} />
    </>
  );
}
