import { useRef, useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import { chooseTitle } from '../document-title.js';
import { useSession, useWindowTitle } from '../session.js';
import { useAction, useAnswer } from '../use-request.js';
import { takeBack } from '../verdicts.js';
import { NoRecord } from './address-record.js';
import { ConfirmedButton } from './confirmed-button.js';
import { CopyCurl } from './copy-curl.js';
import { DecisionView } from './decision-view.js';
import { DocumentFacts } from './document-facts.js';
import { DocumentId } from './document-name.js';
import { Metadata } from './metadata.js';
import { Neighbours } from './neighbours.js';
import { AnswerOf, Empty, Failure, Loading } from './states.js';
import { StoreRefused } from './store-refused.js';

/** A page about one document: its text, facts and near-duplicates. */
export function DocumentDetail({ id }: { readonly id: string }) {
  const { t, collection, href } = useSession();
  const [deleted, setDeleted] = useState(false);
  const deleting = useAction();
  const query = { collection, include: 'text,match' } as const;
  const read = apiCall('GET', '/documents/{id}', { at: { id }, query });
  const remove = apiCall('DELETE', '/documents/{id}', { at: { id }, query: { collection } });
  const asked = useAnswer(read);
  useWindowTitle(asked.answer && (chooseTitle(asked.answer) ?? id));
  const [restored, setRestored] = useState<Restored | null>(null);
  const undoing = useAction();
  // The focus moves here before the button that has it disappears.
  const status = useRef<HTMLDivElement>(null);
  const missing = asked.failure?.code === 'document_not_found';

  function confirmed() {
    deleting.run(async () => {
      await send(remove);
      setDeleted(true);
    });
  }

  function undo({ number }: Restored) {
    undoing.run(async () => {
      await takeBack(number, 'wrong', collection);
      status.current?.focus();
      setRestored(null);
      asked.again();
    });
  }

  return (
    <>
      <div role="status" ref={status} tabIndex={-1}>
        {restored && !missing && (
          <p class="notice good done">
            <span>
              {t(restored.separatedFrom === null ? 'document.restored' : 'document.separated')}{' '}
              {restored.separatedFrom !== null && <DocumentId id={restored.separatedFrom} />}
            </span>
            <button type="button" disabled={undoing.busy} onClick={() => undo(restored)}>
              {t('separations.undo')}
            </button>
          </p>
        )}
      </div>
      {undoing.failure && <Failure failure={undoing.failure} />}
      {deleted ? (
        <Empty title={t('document.gone')}>
          <DocumentId id={id} linked={false} />
        </Empty>
      ) : missing ? (
        <Missing
          id={id}
          onStored={(done) => {
            status.current?.focus();
            setRestored(done);
            asked.again();
          }}
        />
      ) : (
        <AnswerOf asked={asked}>
          {(document) => (
            <article class="document">
              <header>
                <h2 dir="auto">{chooseTitle(document) ?? id}</h2>
                <DocumentId id={id} linked={false} />
                <div class="actions">
                  <a href={href('search', { id })}>{t('document.search')}</a>
                  <a href={href('compare', { a: id })}>{t('document.compare')}</a>
                  <CopyCurl call={read} />
                  <ConfirmedButton
                    label={t('document.delete')}
                    question={t('document.reallyDelete')}
                    confirm={t('delete.do')}
                    disabled={deleting.busy}
                    onConfirm={confirmed}
                  />
                </div>
                {deleting.failure && <Failure failure={deleting.failure} />}
              </header>
              <div class="document-main">
                <KeptText text={document.text ?? null} />
                {document.metadata && (
                  <section class="card">
                    <h2>{t('document.metadata')}</h2>
                    <Metadata metadata={document.metadata} />
                  </section>
                )}
              </div>
              <div class="document-aside">
                <DocumentFacts document={document} />
                <Neighbours content={{ id }} />
              </div>
            </article>
          )}
        </AnswerOf>
      )}
    </>
  );
}

/** A refused page that was stored after all. */
interface Restored {
  /** Number of the refusal. */
  readonly number: number;
  readonly separatedFrom: string | null;
}

interface MissingProps {
  readonly id: string;
  readonly onStored: (restored: Restored) => void;
}

/** Last recorded decision on an id without a document, if any. */
function Missing({ id, onStored }: MissingProps) {
  const { t, collection, embedded, href } = useSession();
  const query = { collection, id, limit: 1 };
  const asked = useAnswer(embedded && apiCall('GET', '/decisions', { query }));
  const [last] = asked.answer?.decisions ?? [];
  useWindowTitle(chooseTitle({ id, page: last }) ?? id);
  if (asked.busy) return <Loading />;
  if (last === undefined && embedded) return <NoRecord id={id} />;
  return last === undefined ? (
    <Empty title={t('document.missing')}>
      <DocumentId id={id} linked={false} />
      <p>{t('document.missingHint')}</p>
    </Empty>
  ) : (
    <section class="card">
      <h2>{t(last.stored ? 'document.noLonger' : 'document.notStored')}</h2>
      <DecisionView decision={last} />
      {last.verdict === 'right' && <p>{t('decisions.of.right')}</p>}
      <StoreRefused
        decision={last}
        onStored={(separatedFrom) => onStored({ number: last.number, separatedFrom })}
      />
      <p>
        <a href={href('decisions', { search: id })}>{t('document.decisions')}</a>
      </p>
    </section>
  );
}

/** Number of characters shown initially. */
const shownCharacters = 12_000;

/** Stored text of a document in paragraphs. @param text null if the text is not stored */
function KeptText({ text }: { readonly text: string | null }) {
  const { t } = useSession();
  const [whole, setWhole] = useState(false);
  const shown = whole || text === null ? text : text.slice(0, shownCharacters);
  const paragraphs = shown?.split(/\n+/).filter((each) => each.trim() !== '') ?? [];
  return (
    <section class="card">
      <h2>
        {t('document.text')}
        {text !== null && (
          <span class="aside">{t('document.characters', { count: [...text].length })}</span>
        )}
      </h2>
      {text === null ? (
        <p class="hint">{t('document.textNotKept')}</p>
      ) : (
        <div class="kept-text">
          {paragraphs.map((paragraph, index) => (
            <p key={String(index)} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      )}
      {text !== null && !whole && text.length > shownCharacters && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {t('document.wholeText')}
        </button>
      )}
    </section>
  );
}
