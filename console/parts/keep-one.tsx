import { useState } from 'preact/hooks';
import { type Duplicate, type Keep, keeps } from '../clusters/groups.js';
import { keepOne } from '../clusters/keep-one.js';
import { useSession } from '../session.js';
import { useAction } from '../use-request.js';
import { ConfirmedButton } from './confirmed-button.js';
import { Failure } from './states.js';

interface KeepOneProps {
  readonly collection: string;
  /** False if nothing is selected. */
  readonly isReady: boolean;
  readonly duplicates: () => Promise<readonly Duplicate[]>;
  readonly preferred?: ReadonlySet<string>;
  readonly unchangedSince?: string | undefined;
  /** True if the comparison has chosen the documents to keep: those that others are duplicates of. */
  readonly isChosen?: boolean;
  readonly onDeleted: () => void;
}

/** Keeps one document of each group of duplicates, and deletes the others. */
export function KeepOne(props: KeepOneProps) {
  const { collection, isReady, duplicates, isChosen = false, onDeleted, ...given } = props;
  const { t } = useSession();
  const [keep, setKeep] = useState<Keep>('first');
  const [deleted, setDeleted] = useState<number | null>(null);
  const action = useAction();
  function run() {
    action.run(async () => {
      setDeleted(await keepOne(await duplicates(), { collection, keep, ...given }));
      onDeleted();
    });
  }
  return (
    <div class="keep-one">
      <div class="actions">
        {!isChosen && (
          <label class="inline">
            {t('keep.which')}
            <select
              value={keep}
              onChange={({ currentTarget }) => setKeep(currentTarget.value as Keep)}
            >
              {keeps.map((each) => (
                <option key={each} value={each}>
                  {t(`keep.${each}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        <ConfirmedButton
          label={t('keep.delete')}
          question={t('keep.really')}
          confirm={t('delete.do')}
          disabled={!isReady || action.busy}
          onConfirm={run}
        />
        <span role="status">{deleted !== null && t('documents.deleted', { count: deleted })}</span>
      </div>
      {keep !== 'first' && <p class="hint">{t('keep.mayLose')}</p>}
      {action.failure && <Failure failure={action.failure} />}
    </div>
  );
}
