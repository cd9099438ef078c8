import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';

export function Overview() {
  const { t } = useSession();
  return <PageHead title={t('page.overview')}>{t('overview.about')}</PageHead>;
}
