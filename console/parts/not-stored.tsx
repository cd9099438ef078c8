import type { ComponentChildren } from 'preact';
import { additionsInWords } from '../additions.js';
import { apiCall } from '../api/request.js';
import type { ListedDocument, LoggedDecision } from '../api/types.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { DocumentId, DocumentName } from './document-name.js';

const readMax = 50;
const shownMax = 5;

interface NotStoredProps {
  /** Part of an id or title. */
  readonly search: string;
  /** Stored documents in which it was found. */
  readonly documents: readonly ListedDocument[];
  /** Shown if no refused page has it either. */
  readonly children: ComponentChildren;
}

/** Pages whose id or title contains a text and that were refused or replaced, with the reason. */
export function NotStored({ search, documents, children }: NotStoredProps) {
  const { t, collection, href } = useSession();
  const query = { collection, search, limit: readMax };
  const { answer, busy } = useAnswer(apiCall('GET', '/decisions', { query }));
  if (answer === undefined && busy) return null;
  const stored = new Set(documents.map(({ id }) => id));
  const lost = newestById(answer?.decisions ?? []).filter(
    (each) => !each.stored && each.match !== null && !stored.has(each.id),
  );
  const isCut = answer !== undefined && answer.nextCursor !== null;
  if (lost.length === 0) return children;
  return (
    <div class="notice not-stored" role="status">
      <div>
        <p>
          {t(isCut ? 'documents.notStoredOrMore' : 'documents.notStored', { count: lost.length })}
        </p>
        <ul>
          {lost.slice(0, shownMax).map((decision) => (
            <li key={decision.number}>
              <DocumentName id={decision.id} document={{ page: decision }} />
              <Reason decision={decision} />
            </li>
          ))}
        </ul>
        <a href={href('decisions', { search })}>{t('documents.decisions', { search })}</a>
      </div>
    </div>
  );
}

/** Says why a page is not stored, and where it can be stored after all. */
function Reason({ decision }: { readonly decision: WithId }) {
  const { t, href } = useSession();
  const { id, match, reason, exact, adds } = decision;
  const isReplaced = decision.decision === 'replaced';
  return (
    <p>
      {reason === null
        ? t(isReplaced ? 'documents.wasReplaced' : 'documents.wasRefused')
        : `${t(`live.${reason}`)}${t('list.semicolon')}${t('live.similarTo')}`}{' '}
      <DocumentId id={match!} />
      {!isReplaced && (
        <>
          {t('list.semicolon')}
          {exact ? t('decisions.equal') : additionsInWords(adds, t)}
          {t('list.semicolon')}
          <a href={href('documents', { id })}>{t('documents.why')}</a>
        </>
      )}
    </p>
  );
}

type WithId = LoggedDecision & { readonly id: string };

/** Returns the newest decision of each id. */
function newestById(decisions: readonly LoggedDecision[]): WithId[] {
  const newest = new Map<string, WithId>();
  for (const decision of decisions) {
    const { id } = decision;
    if (id !== null && !newest.has(id)) newest.set(id, { ...decision, id });
  }
  return [...newest.values()];
}
