import { formatHref } from '../routes.js';
import { useSession } from '../session.js';
import { PageHead } from './page-head.js';
import { Empty } from './states.js';

/** Says that the address names no page. */
export function NoSuchPage({ path }: { readonly path: string }) {
  const { t } = useSession();
  return (
    <PageHead title={t('page.none')} ofCollection={false}>
      {t('noPage.about', { path })}
    </PageHead>
  );
}

/** Says that the collection of the address cannot be read, and lists those that can. */
export function NoSuchCollection() {
  const { t, collection, known, route } = useSession();
  const more = known.total - known.names.length;
  return (
    <>
      <PageHead title={t(`page.${route.page}`)}>{null}</PageHead>
      <Empty title={t('noCollection.title', { name: collection })}>
        <p>{t('noCollection.about')}</p>
        <p class="links">
          {known.names.map((name) => (
            <a key={name} href={formatHref(route.page, { in: name })}>
              {name}
            </a>
          ))}
          {more > 0 && (
            <a href={formatHref('collections')}>{t('noCollection.more', { count: more })}</a>
          )}
        </p>
      </Empty>
    </>
  );
}
