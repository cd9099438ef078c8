import { apiCall, send } from '../api/request.js';
import type { LoggedDecision } from '../api/types.js';
import { useSession } from '../session.js';
import { useAction } from '../use-request.js';
import { KeepRefused } from './keep-refused.js';
import { Failure } from './states.js';

interface StoreRefusedProps {
  readonly decision: LoggedDecision;
  /** @param separatedFrom id of the match, from which the page is now separate; null if there is none */
  readonly onStored: (separatedFrom: string | null) => void;
}

/** Button that stores a refused page, or what to switch on if it is not kept. */
export function StoreRefused({
  decision: { number, certainty, kept },
  onStored,
}: StoreRefusedProps) {
  const { t, collection } = useSession();
  const action = useAction();
  if (certainty === null) return null;
  if (!kept) return <KeepRefused />;
  const body = { collection };
  const store = apiCall('POST', '/decisions/{number}/store', { at: { number }, body });
  return (
    <>
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={action.busy}
          onClick={() =>
            action.run(async () => {
              const { separatedFrom } = await send(store);
              onStored(separatedFrom);
            })
          }
        >
          {t('document.wrong')}
        </button>
      </div>
      {action.failure && <Failure failure={action.failure} />}
    </>
  );
}
