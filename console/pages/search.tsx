import { useEffect, useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import type { Content } from '../api/types.js';
import { ContentInput, type Entered, nothingEntered, toContent } from '../parts/content-input.js';
import { CopyCurl } from '../parts/copy-curl.js';
import { ExportButtons } from '../parts/export-buttons.js';
import { PageHead } from '../parts/page-head.js';
import { hasPassages, Passages } from '../parts/passages.js';
import { SearchResults } from '../parts/search-results.js';
import { AnswerOf } from '../parts/states.js';
import { StoredIds, UnfinishedId, useIdsBeginning } from '../parts/stored-ids.js';
import { SearchThresholds, type SearchThresholdsEntered } from '../parts/thresholds.js';
import { matchesMax, matchRows } from '../search/match-rows.js';
import { useSession } from '../session.js';
import { useAnswer, useSettled } from '../use-request.js';
import { useResetState } from '../use-reset-state.js';

/** Page sizes for matches. Large pages omit the evidence. */
const limits = [20, 50, 200, matchesMax] as const;
/** Maximum number of explained matches per request. */
const explainedMax = 50;
const typingMs = 300;

/** Finds stored near-duplicates of a content, at chosen thresholds. */
export function Search() {
  const { t, collection, described, route } = useSession();
  const [entered, setEntered] = useState<Entered>(() => linked(route.parameters.id));
  const [chosen, setChosen] = useResetState<SearchThresholdsEntered | null>(null, [collection]);
  const thresholds = chosen ?? described;
  const settled = useSettled({ content: toContent(entered), thresholds }, typingMs);
  const { content } = settled;
  const key = JSON.stringify([content, collection]);
  const [limit, setLimit] = useResetState<number>(limits[0], [key]);
  const [looksInside, setLooksInside] = useResetState(false, [key]);
  useEffect(() => {
    if (route.parameters.id !== undefined) setEntered(linked(route.parameters.id));
  }, [route]);

  // A partial id is not requested: every keystroke would cause a refusal.
  const typedId = content !== null && 'id' in content ? content.id : null;
  const ids = useIdsBeginning(typedId);
  const isStored = ids.answer?.documents.some(({ id }) => id === typedId) === true;
  const unfinished =
    content !== null && 'fingerprint' in content && !/^[0-9a-f]{16}$/.test(content.fingerprint);
  const ready = content !== null && !unfinished && (typedId === null || isStored);
  const body =
    ready && settled.thresholds ? toQuery(content, settled.thresholds, collection) : null;
  const asked = useAnswer(
    body !== null &&
      apiCall('POST', '/query', { body: { ...body, limit, explain: limit <= explainedMax } }),
  );
  const code = asked.failure?.code;

  return (
    <>
      <PageHead title={t('page.search')}>{t('search.about')}</PageHead>
      <div class="search">
        <div class="search-form">
          <ContentInput name={t('search.what')} entered={entered} onEnter={setEntered} />
          {thresholds && (
            <SearchThresholds
              thresholds={thresholds}
              isChosen={chosen !== null}
              onChoose={setChosen}
            />
          )}
        </div>
        <div>
          {content !== null && hasPassages(content, described) && (
            <Passages key={key} content={content} wanted={looksInside} onWant={setLooksInside} />
          )}
          <section aria-label={t('search.matches')}>
            {content === null ? (
              <StoredIds onChoose={(id) => setEntered({ kind: 'id', value: id })} />
            ) : unfinished ? (
              <p class="hint" role="status">
                {t('search.unfinishedFingerprint')}
              </p>
            ) : typedId !== null && ids.answer && !isStored ? (
              <UnfinishedId asked={ids} onChoose={(id) => setEntered({ kind: 'id', value: id })} />
            ) : code === 'text_empty' || code === 'extraction_failed' ? (
              <p class="hint" role="status">
                {t('search.noWords')}
              </p>
            ) : (
              <AnswerOf asked={asked}>
                {(found) => (
                  <SearchResults
                    found={found}
                    content={content}
                    limit={limit}
                    onMore={() => setLimit(limits.find((each) => each > limit) ?? matchesMax)}
                    onLookInside={() => setLooksInside(true)}
                  />
                )}
              </AnswerOf>
            )}
          </section>
          {body !== null && asked.answer && (
            <div class="actions search-tools">
              {asked.answer.matches.length > 0 && (
                <ExportButtons source={matchRows(body, collection)} />
              )}
              <CopyCurl call={{ method: 'POST', path: '/query', body: { ...body, limit } }} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

function toQuery(content: Content, thresholds: SearchThresholdsEntered, collection: string) {
  const { maxDistance, minSimilarity } = thresholds;
  return { ...content, maxDistance, minSimilarity, collection };
}

function linked(id: string | undefined): Entered {
  return id === undefined ? nothingEntered : { kind: 'id', value: id };
}
