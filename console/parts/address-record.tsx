import type { ComponentChildren } from 'preact';
import { apiCall } from '../api/request.js';
import { useSession } from '../session.js';
import { encodedHost } from '../text/host-name.js';
import { useAnswer } from '../use-request.js';
import { DocumentId } from './document-name.js';
import { AnswerOf, Empty } from './states.js';

interface AddressRecordProps {
  readonly id: string;
  /** Says why the list does not show an address that is stored. */
  readonly children?: ComponentChildren;
}

/**
 * Record of an address, as typed or with its host encoded, that a list does not show: it is stored, a decision is
 * recorded, or neither.
 */
export function AddressRecord({ id, children }: AddressRecordProps) {
  const { t, collection, href } = useSession();
  const ids = [...new Set([id, encodedHost(id)])];
  const body = { ids, collection, include: ['decision'] as const };
  const asked = useAnswer(apiCall('POST', '/documents/lookup', { body }));
  return (
    <AnswerOf asked={asked}>
      {({ documents, decisions = [] }) =>
        documents.length > 0 ? (
          <Empty title={t('address.stored')}>
            <DocumentId id={documents[0]!.id} />
            {children}
          </Empty>
        ) : decisions.length > 0 ? (
          <Empty title={t('address.decided')}>
            <p>
              <a href={href('decisions', { search: decisions[0]!.id! })}>
                {t('document.decisions')}
              </a>
            </p>
          </Empty>
        ) : (
          <NoRecord id={id} />
        )
      }
    </AnswerOf>
  );
}

/** Says that an address is neither stored nor in the record of decisions, and what that can mean. */
export function NoRecord({ id }: { readonly id: string }) {
  const { t } = useSession();
  return (
    <Empty title={t('address.unknown')}>
      <DocumentId id={id} linked={false} />
      <p>{t('address.unknownHint')}</p>
    </Empty>
  );
}
