import { useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import type { DeletionResult } from '../api/types.js';
import { useSession } from '../session.js';
import { useAction } from '../use-request.js';
import { ConfirmedButton } from './confirmed-button.js';
import { Failure } from './states.js';

interface DeleteDocumentsProps {
  /** Selected ids, at most 1,000. */
  readonly ids: readonly string[];
  readonly onDeleted: () => void;
}

/** Deletes selected documents after confirmation, and reports the count. */
export function DeleteDocuments({ ids, onDeleted }: DeleteDocumentsProps) {
  const { t, collection } = useSession();
  const [outcome, setOutcome] = useState<DeletionResult | null>(null);
  const action = useAction();

  function remove() {
    action.run(async () => {
      const body = { ids, collection };
      setOutcome(await send(apiCall('POST', '/documents/delete', { body })));
      onDeleted();
    });
  }

  return (
    <>
      {ids.length > 0 && (
        <ConfirmedButton
          label={t('documents.delete', { count: ids.length })}
          question={t('documents.reallyDelete', { count: ids.length })}
          confirm={t('delete.do')}
          disabled={action.busy}
          onConfirm={remove}
        />
      )}
      <span role="status">
        {ids.length === 0 &&
          outcome !== null &&
          t(outcome.missing.length === 0 ? 'documents.deleted' : 'documents.deletedSome', {
            count: outcome.deleted.length,
            missing: outcome.missing.length,
          })}
      </span>
      {action.failure && <Failure failure={action.failure} />}
    </>
  );
}
