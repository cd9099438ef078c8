import { useEffect, useState } from 'preact/hooks';
import { request } from '../api/request.js';
import type { Content, DocumentPage, Found } from '../api/types.js';
import { ContentInput, contentOf, type Entered, nothingEntered } from '../parts/content-input.js';
import { FoundMatch } from '../parts/found-match.js';
import { PageHead } from '../parts/page-head.js';
import { hasPassages, Passages } from '../parts/passages.js';
import { Slider } from '../parts/slider.js';
import { AnswerOf, Empty } from '../parts/states.js';
import { useSession } from '../session.js';
import { useRequest } from '../use-request.js';
import { useSettled } from '../use-settled.js';

/** Any distance up to this is answered exactly. */
const distanceMax = 7;
const matchesShown = 20;
const typingMs = 300;

interface Thresholds {
  readonly maxDistance: number;
  readonly minSimilarity: number;
}

/** Finds stored near-duplicates of a content, at chosen thresholds. */
export function Search() {
  const { t, number, collection, described, route } = useSession();
  const [entered, setEntered] = useState<Entered>(() => linked(route.parameters.id));
  const [chosen, setChosen] = useState<Thresholds | null>(null);
  const thresholds = chosen ?? described;
  const content = contentOf(entered);
  const settled = useSettled({ content, thresholds }, typingMs);
  const asked = useRequest(ask(settled.content, settled.thresholds, collection), [
    JSON.stringify(settled.content),
    settled.thresholds?.maxDistance,
    settled.thresholds?.minSimilarity,
    collection,
  ]);
  useEffect(() => setChosen(null), [collection]);
  useEffect(() => {
    if (route.parameters.id !== undefined) setEntered(linked(route.parameters.id));
  }, [route]);
  const method = described?.recipe.method;

  return (
    <>
      <PageHead title={t('page.search')}>{t('search.about')}</PageHead>
      <div class="search">
        <div class="search-form">
          <ContentInput name={t('search.what')} entered={entered} onEnter={setEntered} />
          {thresholds && (
            <div class="sliders">
              {method !== 'minhash' && (
                <Slider
                  label={t('search.distance')}
                  note={t(method === 'simhash' ? 'search.distanceAlone' : 'search.distanceNote')}
                  min={0}
                  max={distanceMax}
                  step={1}
                  value={thresholds.maxDistance}
                  shown={number(thresholds.maxDistance)}
                  onSlide={(maxDistance) => setChosen({ ...thresholds, maxDistance })}
                />
              )}
              {method !== 'simhash' && (
                <Slider
                  label={t('search.similarity')}
                  note={t('search.similarityNote')}
                  min={0}
                  max={1}
                  step={0.01}
                  value={thresholds.minSimilarity}
                  shown={number(thresholds.minSimilarity, 2)}
                  onSlide={(minSimilarity) => setChosen({ ...thresholds, minSimilarity })}
                />
              )}
              {chosen !== null && (
                <button type="button" class="quiet" onClick={() => setChosen(null)}>
                  {t('search.defaults')}
                </button>
              )}
            </div>
          )}
        </div>
        <div>
          {settled.content !== null && hasPassages(settled.content, described) && (
            <Passages
              key={JSON.stringify([settled.content, collection])}
              content={settled.content}
            />
          )}
          <section aria-label={t('search.matches')}>
            {content === null ? (
              <Stored onChoose={(id) => setEntered({ kind: 'id', value: id })} />
            ) : (
              <AnswerOf asked={asked}>
                {(found) => <Matches found={found} content={settled.content} />}
              </AnswerOf>
            )}
          </section>
        </div>
      </div>
    </>
  );
}

function Matches({ found, content }: { readonly found: Found; readonly content: Content | null }) {
  const { t, number } = useSession();
  const { matches, candidates, truncated, tookMs, fingerprint } = found;
  return (
    <>
      <p class="tally" role="status">
        {t(truncated ? 'search.tallyCut' : 'search.tally', { count: matches.length })}
        <span class="hint">{t('search.effort', { candidates, ms: number(tookMs, 1) })}</span>
      </p>
      {matches.length === 0 ? (
        <Empty title={t('search.none')}>
          <p>{t('search.noneHint')}</p>
        </Empty>
      ) : (
        <ol class="matches">
          {matches.map((match) => (
            <FoundMatch key={match.id} match={match} fingerprint={fingerprint} content={content} />
          ))}
        </ol>
      )}
    </>
  );
}

/** Some stored ids to begin with. */
function Stored({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const { t, collection } = useSession();
  const asked = useRequest(
    (signal) =>
      request<DocumentPage>('GET', '/documents', { query: { collection, limit: 8 }, signal }),
    [collection],
  );
  return (
    <AnswerOf asked={asked}>
      {({ documents }) =>
        documents.length === 0 ? (
          <Empty title={t('search.nothingStored')}>
            <p>{t('search.nothingStoredHint')}</p>
          </Empty>
        ) : (
          <div class="empty">
            <strong>{t('search.empty')}</strong>
            <p>{t('search.emptyHint')}</p>
            <ul class="ids">
              {documents.map(({ id }) => (
                <li key={id}>
                  <button type="button" class="quiet" onClick={() => onChoose(id)}>
                    <code>{id}</code>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </AnswerOf>
  );
}

function ask(content: Content | null, thresholds: Thresholds | undefined, collection: string) {
  if (content === null || thresholds === undefined) return undefined;
  const { maxDistance, minSimilarity } = thresholds;
  const settings = { maxDistance, minSimilarity, limit: matchesShown, explain: true };
  return (signal: AbortSignal) =>
    request<Found>('POST', '/query', { body: { ...content, ...settings, collection }, signal });
}

function linked(id: string | undefined): Entered {
  return id === undefined ? nothingEntered : { kind: 'id', value: id };
}
