import { useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import type { Backup } from '../api/types.js';
import { useSession } from '../session.js';
import { useAction } from '../use-action.js';
import { CopyCurl } from './copy-curl.js';
import { Failure } from './states.js';

const call = apiCall('POST', '/backup', { body: {} });

/** Copies the database while it is in use, and says what was written. */
export function BackupNow() {
  const { t, number } = useSession();
  const [backup, setBackup] = useState<Backup | null>(null);
  const action = useAction();

  function start() {
    action.run(async () => setBackup(await send(call)));
  }

  return (
    <section class="card backup">
      <h2>
        {t('operation.backup')}
        <CopyCurl call={call} />
      </h2>
      <p class="hint">{t('operation.backupAbout')}</p>
      <div class="actions">
        <button type="button" disabled={action.busy} onClick={start}>
          {t('operation.backupNow')}
        </button>
        <span role="status">
          {action.busy && t('job.state.running')}
          {backup !== null && !action.busy && (
            <>
              {t('operation.backedUp', { size: number(backup.bytes / 1e6, 2) })}{' '}
              <code>{backup.name}</code>
            </>
          )}
        </span>
      </div>
      {action.failure?.code === 'store_unsupported' ? (
        <p class="notice">{t('operation.noBackup')}</p>
      ) : (
        action.failure && <Failure failure={action.failure} />
      )}
    </section>
  );
}
