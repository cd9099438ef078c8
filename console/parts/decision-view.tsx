import { useLayoutEffect } from 'preact/hooks';
import { additionsInWords } from '../additions.js';
import type { LoggedDecision } from '../api/types.js';
import { chooseTitle } from '../document-title.js';
import { useSession } from '../session.js';
import { readableHost } from '../text/host-name.js';
import { HostName } from './document-name.js';
import { PairDifference } from './pair-difference.js';

interface DecisionViewProps {
  readonly decision: LoggedDecision;
  /** Called once everything about the decision is on the screen. */
  readonly onShown?: () => void;
}

/** Shows the additions of the page first, then the difference between the two texts, and the decision. */
export function DecisionView({ decision, onShown }: DecisionViewProps) {
  const { t, similarity: asSimilarity, time } = useSession();
  const { number, id, match, reason, adds, exact, certainty, similarity, kept, stored, at } =
    decision;
  const isShorter = reason === 'matchIsLonger';
  const name = chooseTitle({ id, page: decision });
  const isComparable = id !== null && match !== null && (kept || stored);
  useLayoutEffect(() => {
    if (!isComparable) onShown?.();
  }, [number]);
  return (
    <div class="decision-view" data-number={number}>
      <strong>{exact ? t('decisions.equal') : additionsInWords(adds, t, { isShorter })}</strong>
      <p class="pair-facts">
        {name !== null && <span>{name}</span>}
        {id === null ? <span>{t('decisions.noId')}</span> : <HostName host={id} />}
      </p>
      {isComparable && (
        <PairDifference
          key={number}
          a={id}
          b={match}
          decision={decision}
          says={adds === null ? 'first' : 'none'}
          onShown={onShown}
        />
      )}
      <p class="pair-facts hint">
        <span>
          {t(
            reason !== null
              ? `live.${reason}`
              : `decisions.was.${stored ? 'stored' : decision.decision === 'replaced' ? 'replaced' : 'refused'}`,
          )}
        </span>
        <span>{time(at)}</span>
        {match !== null && (
          <bdi title={match}>{t('decisions.match', { id: readableHost(match) })}</bdi>
        )}
        {similarity !== null && (
          <span>{t('decisions.similarity', { share: asSimilarity(similarity) })}</span>
        )}
        {certainty !== null && certainty !== similarity && (
          <span>{t('decisions.certainty', { share: asSimilarity(certainty) })}</span>
        )}
      </p>
    </div>
  );
}
