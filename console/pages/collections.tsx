import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';

export function Collections() {
  const { t } = useSession();
  return <PageHead title={t('page.collections')}>{t('collections.about')}</PageHead>;
}
