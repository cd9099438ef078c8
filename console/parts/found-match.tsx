import { isDuplicateAt, levelInList } from '../additions.js';
import type { Content, Level, Match } from '../api/types.js';
import type { Titled } from '../document-title.js';
import { useSession } from '../session.js';
import { AdditionsLine, AdditionsList, NewPassages } from './additions.js';
import { Bits } from './bits.js';
import { ComparedSides } from './diff.js';
import { DocumentName } from './document-name.js';
import { Flips, Words } from './evidence.js';
import { Metadata } from './metadata.js';

interface FoundMatchProps {
  readonly match: Match;
  readonly document: Titled;
  /** Fingerprint of the query. */
  readonly fingerprint: string;
  readonly content: Content | null;
}

/** A match that shows its reasons when expanded. */
export function FoundMatch({ match, document, fingerprint, content }: FoundMatchProps) {
  const { t, time, href, described } = useSession();
  const { id, metadata, evidence } = match;
  const areEstimated = content !== null && 'id' in content;
  return (
    <li class="card match">
      <div class="match-head">
        <DocumentName id={id} document={document} />
        <Closeness {...match} level={levelInList(match, described)} />
      </div>
      <p class="hint">{t('match.stored', { time: time(match.storedAt) })}</p>
      <ContainmentLine {...match} />
      <AdditionsLine {...match} areEstimated={areEstimated} />
      <NewPassages {...match} />
      <details>
        <summary>{t('match.evidence')}</summary>
        {content !== null && (
          <ComparedSides a={content} b={{ id }} documents={new Map([[id, document]])} />
        )}
        <AdditionsList {...match} areEstimated={areEstimated} />
        <Bits a={fingerprint} b={match.fingerprint} />
        {metadata && <Metadata metadata={metadata} />}
        {evidence === undefined ? (
          <p class="hint">{t('match.notExplained')}</p>
        ) : evidence ? (
          <>
            <Words terms={evidence.terms} />
            <Flips flips={evidence.flips} />
          </>
        ) : (
          <p class="hint">{t('match.gone')}</p>
        )}
        {content !== null && 'id' in content && (
          <a href={href('compare', { a: content.id, b: id })}>{t('match.compare')}</a>
        )}
      </details>
    </li>
  );
}

/** Line stating which of two texts contains the other, if only one does. */
function ContainmentLine({ containment, relation }: Pick<Match, 'containment' | 'relation'>) {
  const { t, percent } = useSession();
  if (containment === null || (relation !== 'contains' && relation !== 'containedIn')) return null;
  const share = relation === 'contains' ? containment.ofMatch : containment.ofThis;
  return <span class="hint">{t(`match.${relation}`, { share: percent(share) })}</span>;
}

interface ClosenessProps extends Pick<Match, 'similarity' | 'distance'> {
  /** Absent if it is not certain that the two documents match. */
  readonly level?: Level | undefined;
}

/** Short form of a match's closeness. */
export function Closeness({ similarity, distance, level }: ClosenessProps) {
  const { t, similarity: figure } = useSession();
  return (
    <span class="closeness">
      {level && (
        <span class={`tag ${isDuplicateAt(level, 'page') ? 'good' : 'similar'}`}>
          {t(`level.${level}`)}
        </span>
      )}
      {similarity !== null && (
        <span class="near">
          <span class="bar" aria-hidden="true">
            <i style={{ width: `${100 * similarity}%` }} />
          </span>
          <span>
            <span class="unseen">{t('measure.similarity')} </span>
            {figure(similarity)}
          </span>
        </span>
      )}
      <span class="hint">{t('match.bits', { distance })}</span>
    </span>
  );
}
