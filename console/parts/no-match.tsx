import { apiCall } from '../api/request.js';
import type { Content } from '../api/types.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { hasPassages } from './passages.js';
import { Empty } from './states.js';

interface NoMatchProps {
  readonly content: Content;
  /** Looks for passages of the content in stored documents. */
  readonly onLookInside: () => void;
}

/** Why a search may have found nothing, and what to do then. */
export function NoMatch({ content, onLookInside }: NoMatchProps) {
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
      <p class="hint">{t('search.noneHint')}</p>
    </Empty>
  );
}
