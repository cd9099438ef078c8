import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';

export function Tune() {
  const { t } = useSession();
  return <PageHead title={t('page.tune')}>{t('tune.about')}</PageHead>;
}
