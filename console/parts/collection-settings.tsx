import { useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import type { Collection } from '../api/types.js';
import { useSession } from '../session.js';
import { useAction } from '../use-request.js';
import { Failure } from './states.js';
import { KeepText, Thresholds, type ThresholdsEntered, toSettings } from './thresholds.js';

interface CollectionSettingsProps {
  readonly collection: Collection;
  readonly onDone: () => void;
}

/** Form for the settings of a collection. The recipe cannot be changed. */
export function CollectionSettings({ collection, onDone }: CollectionSettingsProps) {
  const { t, collectionsChanged, embedded } = useSession();
  const [entered, setEntered] = useState<ThresholdsEntered>(collection);
  const action = useAction();

  function save() {
    const { method, parts } = collection.recipe;
    const body = toSettings(entered, method, !!parts, embedded);
    action.run(async () => {
      await send(apiCall('PATCH', '/collections/{name}', { at: { name: collection.name }, body }));
      collectionsChanged();
      onDone();
    });
  }

  return (
    <form
      class="collection-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Thresholds
        method={collection.recipe.method}
        hasParts={!!collection.recipe.parts}
        entered={entered}
        onEnter={setEntered}
      />
      <KeepText entered={entered} onEnter={setEntered} />
      {action.failure && <Failure failure={action.failure} />}
      <div class="actions">
        <button type="submit" class="primary" disabled={action.busy}>
          {t('collection.save')}
        </button>
        <button type="button" onClick={onDone}>
          {t('action.cancel')}
        </button>
      </div>
    </form>
  );
}
