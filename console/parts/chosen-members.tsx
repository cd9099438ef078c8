import type { Member } from '../api/types.js';
import type { ClusterActions } from '../clusters/use-cluster-actions.js';
import { useSession } from '../session.js';
import { ConfirmedButton } from './confirmed-button.js';
import { CopyCurl } from './copy-curl.js';

interface ChosenMembersProps {
  readonly chosen: readonly Member[];
  /** The id of the representative of the cluster. */
  readonly representative: string;
  readonly actions: ClusterActions;
  readonly onClear: () => void;
}

/** Actions on the chosen members. */
export function ChosenMembers({ chosen, representative, actions, onClear }: ChosenMembersProps) {
  const { t, collection } = useSession();
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
        <ConfirmedButton
          label={t('chosen.delete')}
          question={t('chosen.deleteTitle', { count: stored.length })}
          confirm={t('delete.do')}
          disabled={busy || stored.length === 0}
          onConfirm={() => actions.remove(stored)}
        />
        <button type="button" class="quiet small" onClick={onClear}>
          {t('chosen.clear')}
        </button>
        {one && (
          <CopyCurl
            call={{
              method: 'POST',
              path: '/separations',
              body: { a: representative, b: (others[0] ?? one).id, collection },
            }}
          />
        )}
      </div>
    </div>
  );
}
