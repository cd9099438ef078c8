import { apiCall } from '../api/request.js';
import type { Content, Found } from '../api/types.js';
import { matchesMax } from '../search/match-rows.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { useDocuments } from './document-name.js';
import { FoundMatch } from './found-match.js';
import { Neighbours } from './neighbours.js';
import { hasPassages } from './passages.js';
import { Empty } from './states.js';

interface SearchResultsProps {
  readonly found: Found;
  readonly content: Content;
  readonly limit: number;
  readonly onMore: () => void;
  readonly onLookInside: () => void;
}

/** Matches of a search, best first, with more on request. */
export function SearchResults(props: SearchResultsProps) {
  const { found, content, limit, onMore, onLookInside } = props;
  const { t, number } = useSession();
  const { matches, candidates, truncated, tookMs, fingerprint } = found;
  const documents = useDocuments(matches.map(({ id }) => id));
  // A larger limit shows more only if the limit ended the list: of a family, only a part is compared.
  const cut = truncated && matches.length >= limit;
  return (
    <>
      <p class="tally" role="status">
        {t(cut ? 'search.tallyCut' : 'search.tally', { count: matches.length })}
        <span class="hint">{t('search.effort', { candidates, ms: number(tookMs, 1) })}</span>
      </p>
      {matches.length === 0 ? (
        <>
          <NoMatch content={content} onLookInside={onLookInside} />
          <Neighbours content={content} />
        </>
      ) : (
        <ol class="matches">
          {matches.map((match) => (
            <FoundMatch
              key={match.id}
              match={match}
              document={documents.get(match.id) ?? match}
              fingerprint={fingerprint}
              content={content}
            />
          ))}
        </ol>
      )}
      {truncated && (
        <p class="actions pager">
          {!cut ? (
            <span class="hint">{t('search.notAll')}</span>
          ) : limit < matchesMax ? (
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

interface NoMatchProps {
  readonly content: Content;
  /** Looks for passages of the content in stored documents. */
  readonly onLookInside: () => void;
}

/** Explains an empty result, with advice. */
function NoMatch({ content, onLookInside }: NoMatchProps) {
  const { t, collection, described, href, number } = useSession();
  const isText = 'text' in content || 'html' in content;
  const body = { ...content, collection };
  const { answer: made } = useAnswer(isText && apiCall('POST', '/fingerprint', { body }));
  const short = made?.shortText === true;
  const needed = described?.recipe.shortMinSimilarity ?? null;
  return (
    <Empty title={t('search.none')}>
      {short && (
        <p>
          {needed === null
            ? t('search.noneShort')
            : t('search.noneShortNeeds', { needed: number(needed, 2) })}
        </p>
      )}
      {isText && hasPassages(content, described) && (
        <>
          <p>{t('search.noneWhole')}</p>
          <button type="button" class="primary" onClick={onLookInside}>
            {t('search.lookInside')}
          </button>
        </>
      )}
      {isText && described !== undefined && !described.recipe.parts && (
        <p>
          {t('search.noneExcerpt')} <a href={href('collections')}>{t('page.collections')}</a>
        </p>
      )}
      {!short && <p class="hint">{t('search.noneHint')}</p>}
    </Empty>
  );
}
