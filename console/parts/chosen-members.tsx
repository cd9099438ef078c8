import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Member } from '../api/types.js';
import type { ClusterActions } from '../clusters/use-cluster-actions.js';
import { useSession } from '../session.js';
import { CopyCurl } from './copy-curl.js';

interface ChosenMembersProps {
  readonly chosen: readonly Member[];
  /** The id of the representative of the cluster. */
  readonly representative: string;
  readonly actions: ClusterActions;
  readonly onClear: () => void;
}

/** What can be done with the members that are chosen. */
export function ChosenMembers({ chosen, representative, actions, onClear }: ChosenMembersProps) {
  const { t, collection } = useSession();
  const [asksToDelete, setAsksToDelete] = useState(false);
  const others = chosen.filter(({ id }) => id !== representative);
  const stored = chosen.filter((member) => member.stored).map(({ id }) => id);
  const { busy } = actions.action;
  const [one] = chosen;

  return (
    <div class="chosen-members">
      <strong>{t('chosen.count', { count: chosen.length })}</strong>
      <div class="actions">
        <button
          type="button"
          class="small"
          disabled={busy || others.length === 0}
          title={t('chosen.takeOutNote', { other: representative })}
          onClick={() =>
            actions.separate(others.map(({ id }) => ({ member: id, other: representative })))
          }
        >
          {t('chosen.takeOut')}
        </button>
        {chosen.length === 1 && one?.stored && others.length === 1 && (
          <button
            type="button"
            class="small"
            disabled={busy}
            onClick={() => actions.represent(one.id, representative)}
          >
            {t('chosen.represent')}
          </button>
        )}
        <button
          type="button"
          class="danger small"
          disabled={busy || stored.length === 0}
          onClick={() => setAsksToDelete(true)}
        >
          {t('chosen.delete')}
        </button>
        <button type="button" class="quiet small" onClick={onClear}>
          {t('chosen.clear')}
        </button>
        {one && (
          <CopyCurl
            call={{
              method: 'POST',
              path: '/documents/separate',
              body: { a: representative, b: (others[0] ?? one).id, collection },
            }}
          />
        )}
      </div>
      {asksToDelete && (
        <DeleteDocuments
          count={stored.length}
          onDelete={() => actions.remove(stored)}
          onClose={() => setAsksToDelete(false)}
        />
      )}
    </div>
  );
}

interface DeleteDocumentsProps {
  readonly count: number;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Asks before documents are deleted, because that cannot be undone. */
function DeleteDocuments({ count, onDelete, onClose }: DeleteDocumentsProps) {
  const { t } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onDelete();
          dialog.current?.close();
        }}
      >
        <h2 id={title}>{t('chosen.deleteTitle', { count })}</h2>
        <p>{t('chosen.deleteWarning')}</p>
        <div class="actions">
          <button type="submit" class="danger">
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
