import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import { useSession } from '../session.js';
import { encodedHost } from '../text/host-name.js';
import { useAnswer, useRequest } from '../use-request.js';
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
  const body = { ids: formsOf(id), collection, include: ['decision'] as const };
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
      <OtherCollections id={id} />
    </Empty>
  );
}

/** Maximum number of other collections that are searched without being asked. */
const searchedAtOnce = 8;

/** Other collections that have a document or a decision of this id, each asked by one request. */
function OtherCollections({ id }: { readonly id: string }) {
  const { t, collection, known, href } = useSession();
  const others = known.names.filter((name) => name !== collection);
  const [isWanted, setWanted] = useState(false);
  const isSearched = isWanted || others.length <= searchedAtOnce;
  const asked = useRequest(
    isSearched && others.length > 0
      ? async (signal) => {
          const all = await Promise.all(others.map((name) => findIn(name, id, signal)));
          return all.flat();
        }
      : undefined,
    [id, others.join(), isSearched],
  );
  if (others.length === 0) return null;
  if (!isSearched) {
    return (
      <button type="button" onClick={() => setWanted(true)}>
        {t('address.searchOthers', { count: others.length })}
      </button>
    );
  }
  return (
    <AnswerOf asked={asked}>
      {(places) =>
        places.length === 0 ? (
          <p>{t('address.inNoOther', { count: others.length })}</p>
        ) : (
          <p>
            {t('address.inOthers')}{' '}
            {places.map(({ name, found }, at) => (
              <Fragment key={name}>
                {at > 0 && t('list.comma')}
                <a href={href('documents', { id: found, in: name })}>{name}</a>
              </Fragment>
            ))}
          </p>
        )
      }
    </AnswerOf>
  );
}

async function findIn(collection: string, id: string, signal: AbortSignal) {
  const body = { ids: formsOf(id), collection, include: ['decision'] as const };
  const { documents, decisions = [] } = await send(
    apiCall('POST', '/documents/lookup', { body }),
    signal,
  );
  const [first] = [...documents, ...decisions];
  return first === undefined ? [] : [{ name: collection, found: first.id! }];
}

/** Returns an address as typed and, if that differs, with its host encoded. */
const formsOf = (id: string) => [...new Set([id, encodedHost(id)])];
