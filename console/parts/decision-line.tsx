import type { Decision } from '../api/types.js';
import type { Told } from '../live/use-decisions.js';
import { useSession } from '../session.js';
import { AdditionsLine } from './additions.js';
import { DocumentId, DocumentName } from './document-name.js';

/** A decision in the list, with its documents. */
export function DecisionLine({ event }: { readonly event: Told }) {
  const { t, time, similarity: figure, href } = useSession();
  const { at, decision, id, title, reason, duplicateOf, similarTo, replaced } = event;
  const { similarity, distance, exact, adds, comparable } = event;
  const matched = duplicateOf ?? similarTo;
  const nearness = exact
    ? t('match.exact')
    : similarity !== null
      ? t('decisions.similarity', { share: figure(similarity) })
      : distance !== null && t('match.bits', { distance });
  return (
    <li class={`decided-${decision}`}>
      <time dateTime={at}>{time(at, 'clock')}</time>
      <DecisionTag decision={decision} />
      <span class="what">
        {id === null ? (
          <span>{t('live.noId')}</span>
        ) : (
          <DocumentName id={id} document={{ page: { title } }} />
        )}
        {matched !== null && (
          <span class="hint live-match">
            {t(duplicateOf === null ? 'live.similarTo' : 'live.duplicateOf')}{' '}
            <DocumentId id={matched} /> <span>{nearness}</span>
            {id !== null && comparable && (
              <a href={href('compare', { a: matched, b: id })}>{t('compare.compare')}</a>
            )}
          </span>
        )}
        {matched !== null && exact !== null && <AdditionsLine exact={exact} adds={adds} />}
        {reason !== null && <span class="hint">{t(`live.${reason}`)}</span>}
        {replaced.length > 0 && (
          <span class="hint">
            {t('live.replaced')} <code>{replaced.join(' ')}</code>
          </span>
        )}
      </span>
    </li>
  );
}

function DecisionTag({ decision }: { readonly decision: Decision }) {
  const { t } = useSession();
  return <span class={`tag decision ${decision}`}>{t(`decision.${decision}`)}</span>;
}
