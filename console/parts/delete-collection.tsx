import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import { useSession } from '../session.js';
import { useAction } from '../use-request.js';
import { Failure } from './states.js';

interface DeleteCollectionProps {
  readonly name: string;
  /** Number of documents in the collection; undefined if unknown. */
  readonly documents: number | undefined;
  readonly onDeleted: () => void;
  readonly onDone: () => void;
}

/** Requires typing the name of the collection, because deletion is irreversible. */
export function DeleteCollection({ name, documents, onDeleted, onDone }: DeleteCollectionProps) {
  const { t, collectionsChanged } = useSession();
  const [typed, setTyped] = useState('');
  const action = useAction();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);

  function remove() {
    action.run(async () => {
      const parameters = { at: { name }, query: { confirm: typed } };
      await send(apiCall('DELETE', '/collections/{name}', parameters));
      onDeleted();
      collectionsChanged();
    });
  }

  return (
    <dialog ref={dialog} aria-labelledby={title} onClose={onDone}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) remove();
        }}
      >
        <h2 id={title}>{t('delete.title', { name })}</h2>
        <p>
          {documents === undefined
            ? t('delete.warningAll')
            : t('delete.warning', { count: documents })}
        </p>
        <label class="field">
          {t('delete.confirm', { name })}
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        {action.failure && <Failure failure={action.failure} />}
        <div class="actions">
          <button type="submit" class="danger" disabled={typed !== name || action.busy}>
            {t('delete.do')}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
