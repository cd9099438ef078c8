import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';

export function Clusters() {
  const { t } = useSession();
  return <PageHead title={t('page.clusters')}>{t('clusters.about')}</PageHead>;
}
