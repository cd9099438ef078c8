import { BackupNow } from '../parts/backup-now.js';
import { Health } from '../parts/health.js';
import { Jobs } from '../parts/jobs.js';
import { Keys } from '../parts/keys.js';
import { PageHead } from '../parts/page-head.js';
import { ServiceFacts } from '../parts/service-facts.js';
import { ServiceSettings } from '../parts/service-settings.js';
import { useSession } from '../session.js';

/** How the service is run: what it does, whether it is well, and how it was set up. */
export function Operation() {
  const { t } = useSession();
  return (
    <>
      <PageHead title={t('page.operation')} ofCollection={false}>
        {t('operation.about')}
      </PageHead>
      <div class="operation">
        <Jobs />
        <div class="operation-halves">
          <ServiceFacts />
          <div class="operation-stack">
            <Health />
            <BackupNow />
            <Keys />
          </div>
        </div>
        <ServiceSettings />
      </div>
    </>
  );
}
