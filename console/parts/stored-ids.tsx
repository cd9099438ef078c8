import { apiCall } from '../api/request.js';
import type { DocumentPage } from '../api/types.js';
import { chooseTitle } from '../document-title.js';
import { useSession } from '../session.js';
import { readableHost } from '../text/host-name.js';
import { type Asked, useAnswer } from '../use-request.js';
import { middleOut } from './document-name.js';
import { AnswerOf, Empty } from './states.js';

const shownLength = 80;
const listed = 8;

/** Returns stored documents whose id has this prefix, an exact match first. */
export function useIdsBeginning(prefix: string | null): Asked<DocumentPage> {
  const { collection } = useSession();
  const query = { collection, idPrefix: prefix ?? '', limit: listed, include: 'excerpt' as const };
  return useAnswer(prefix !== null && apiCall('GET', '/documents', { query }));
}

interface ChooseProps {
  readonly onChoose: (id: string) => void;
}

/** Suggestions of stored ids. */
export function StoredIds({ onChoose }: ChooseProps) {
  const { t, collection } = useSession();
  const query = { collection, limit: listed, include: 'excerpt' as const };
  const asked = useAnswer(apiCall('GET', '/documents', { query }));
  return (
    <AnswerOf asked={asked}>
      {({ documents }) =>
        documents.length === 0 ? (
          <Empty title={t('search.nothingStored')}>
            <p>{t('search.nothingStoredHint')}</p>
          </Empty>
        ) : (
          <div class="empty">
            <strong>{t('search.empty')}</strong>
            <p>{t('search.emptyHint')}</p>
            <Ids documents={documents} onChoose={onChoose} />
          </div>
        )
      }
    </AnswerOf>
  );
}

interface UnfinishedIdProps extends ChooseProps {
  readonly asked: Asked<DocumentPage>;
}

/** Suggestions for a partially typed id: stored ids with this prefix. */
export function UnfinishedId({ asked, onChoose }: UnfinishedIdProps) {
  const { t } = useSession();
  const documents = asked.answer?.documents ?? [];
  return (
    <div class="empty" role="status">
      <strong>{t('search.noSuchId')}</strong>
      <p>{t(documents.length === 0 ? 'search.noIdBegins' : 'search.idsBegin')}</p>
      <Ids documents={documents} onChoose={onChoose} />
    </div>
  );
}

function Ids({ documents, onChoose }: ChooseProps & Pick<DocumentPage, 'documents'>) {
  return (
    <ul class="ids">
      {documents.map((document) => (
        <li key={document.id}>
          <button
            type="button"
            class="quiet document-name"
            title={document.id}
            onClick={() => onChoose(document.id)}
          >
            <bdi>{chooseTitle(document)}</bdi>
            <code>
              <bdi>{middleOut(readableHost(document.id), shownLength)}</bdi>
            </code>
          </button>
        </li>
      ))}
    </ul>
  );
}
