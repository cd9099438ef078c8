import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';

export function Search() {
  const { t } = useSession();
  return <PageHead title={t('page.search')}>{t('search.about')}</PageHead>;
}
