import type { Content, Found } from '../api/types.js';
import { matchesMax } from '../search/match-rows.js';
import { useSession } from '../session.js';
import { FoundMatch } from './found-match.js';
import { NoMatch } from './no-match.js';

interface SearchResultsProps {
  readonly found: Found;
  readonly content: Content;
  readonly limit: number;
  readonly onMore: () => void;
  readonly onLookInside: () => void;
}

/** The matches of a search, the best first; more of them if asked for. */
export function SearchResults(props: SearchResultsProps) {
  const { found, content, limit, onMore, onLookInside } = props;
  const { t, number } = useSession();
  const { matches, candidates, truncated, tookMs, fingerprint } = found;
  return (
    <>
      <p class="tally" role="status">
        {t(truncated ? 'search.tallyCut' : 'search.tally', { count: matches.length })}
        <span class="hint">{t('search.effort', { candidates, ms: number(tookMs, 1) })}</span>
      </p>
      {matches.length === 0 ? (
        <NoMatch content={content} onLookInside={onLookInside} />
      ) : (
        <ol class="matches">
          {matches.map((match) => (
            <FoundMatch key={match.id} match={match} fingerprint={fingerprint} content={content} />
          ))}
        </ol>
      )}
      {truncated && (
        <p class="actions pager">
          {limit < matchesMax ? (
            <button type="button" onClick={onMore}>
              {t('search.more')}
            </button>
          ) : (
            <span class="hint">{t('search.most', { count: matchesMax })}</span>
          )}
        </p>
      )}
    </>
  );
}
