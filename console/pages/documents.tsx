import { DocumentDetail } from '../parts/document-detail.js';
import { DocumentList } from '../parts/document-list.js';
import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';

/** Stored documents: a list, and a page for each document. */
export function Documents() {
  const { t, collection, route, href } = useSession();
  const { id } = route.parameters;
  return (
    <>
      <PageHead title={t('page.documents')}>
        {id === undefined ? (
          t('documents.about')
        ) : (
          <a href={href('documents')}>← {t('documents.all')}</a>
        )}
      </PageHead>
      {id === undefined ? (
        <DocumentList key={collection} />
      ) : (
        <DocumentDetail key={`${collection} ${id}`} id={id} />
      )}
    </>
  );
}
