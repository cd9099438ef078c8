import { apiCall, send } from '../api/request.js';
import { useSession } from '../session.js';
import { useAction } from '../use-request.js';
import { Failure } from './states.js';

/** Setting of a collection whose refused pages can be compared and stored. */
export const keptForTwoWeeks = { days: 14, texts: true };

/** Says why a refused page cannot be stored, and offers the setting that keeps later ones. */
export function KeepRefused() {
  const { t, collection, described, collectionsChanged } = useSession();
  const action = useAction();
  const body = { refusedPages: keptForTwoWeeks };
  const change = apiCall('PATCH', '/collections/{name}', { at: { name: collection }, body });
  const { days } = keptForTwoWeeks;
  return (
    <div class="hint keep-refused">
      <p>{t(described?.refusedPages ? 'decisions.keptNow' : 'decisions.notKept')}</p>
      {described?.refusedPages === null && (
        <button
          type="button"
          disabled={action.busy}
          onClick={() =>
            action.run(async () => {
              await send(change);
              collectionsChanged();
            })
          }
        >
          {t('decisions.keepFromNow', { days })}
        </button>
      )}
      {action.failure && <Failure failure={action.failure} />}
    </div>
  );
}
