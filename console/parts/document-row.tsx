import type { ListedDocument } from '../api/types.js';
import { useSession } from '../session.js';
import { hostOf, titleOf } from '../titles.js';
import { DocumentId } from './document-id.js';

interface DocumentRowProps {
  readonly document: ListedDocument;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** A document in a list, by what people call it. */
export function DocumentRow({ document, chosen, onChoose }: DocumentRowProps) {
  const { t, language, href } = useSession();
  const { id, storedAt, cluster, revision, claim } = document;
  const title = titleOf(document);
  return (
    <li class="document-row">
      <input
        type="checkbox"
        checked={chosen}
        aria-label={t('documents.choose', { id })}
        onChange={onChoose}
      />
      <div class="what">
        {title !== null && (
          <a class="title" dir="auto" href={href('documents', { id })}>
            {title}
          </a>
        )}
        <DocumentId id={id} linked={title === null} />
      </div>
      <span class="host">
        <bdi>{hostOf(document)}</bdi>
      </span>
      <span class="when">
        <time dateTime={storedAt}>{new Date(storedAt).toLocaleString(language)}</time>
        {revision > 1 && <span class="tag">{t('documents.revision', { revision })}</span>}
        {claim && <span class="tag similar">{t('documents.claimed')}</span>}
        {cluster !== null && (
          <a class="tag" href={href('clusters', { id: cluster })}>
            {t('documents.inCluster')}
          </a>
        )}
      </span>
    </li>
  );
}
