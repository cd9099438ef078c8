import { levelInList } from '../additions.js';
import { apiCall, type Call, send } from '../api/request.js';
import type { Content, Found } from '../api/types.js';
import { chooseTitle } from '../document-title.js';
import { useSession } from '../session.js';
import { useRequest } from '../use-request.js';
import { AdditionsLine } from './additions.js';
import { CopyCurl } from './copy-curl.js';
import { DocumentId } from './document-name.js';
import { Closeness } from './found-match.js';
import { AnswerOf } from './states.js';

const shownMax = 10;
/** Thresholds that are loose enough to include documents that do not match. */
const low = { maxDistance: 7, minSimilarity: 0.1 };

/** Stored documents nearest to a content, including those that do not match. */
export function Neighbours({ content }: { readonly content: Content }) {
  const { t, number, collection, described, href } = useSession();
  const method = described?.recipe.method;
  const body = {
    ...content,
    collection,
    limit: shownMax,
    ...(method !== 'minhash' && { maxDistance: low.maxDistance }),
    ...(method !== 'simhash' && { minSimilarity: low.minSimilarity }),
  };
  const call = apiCall('POST', '/query', { body });
  const asked = useRequest(method && ((signal) => findNeighbours(call, collection, signal)), [
    JSON.stringify(content),
    collection,
    method,
  ]);
  return (
    <section class="card">
      <h2>
        {t('document.neighbours')}
        <CopyCurl call={call} />
      </h2>
      <AnswerOf asked={asked}>
        {({ matches, titles }) =>
          matches.length === 0 ? (
            <p class="hint">
              {method === 'simhash'
                ? t('document.noneWithin', { distance: low.maxDistance })
                : t('document.noneSimilar', { similarity: number(low.minSimilarity) })}
            </p>
          ) : (
            <ol class="neighbours">
              {matches.map((match) => (
                <li key={match.id}>
                  {titles.has(match.id) && (
                    <span class="title" dir="auto">
                      {titles.get(match.id)}
                    </span>
                  )}
                  <DocumentId id={match.id} />
                  <p class="match-line">
                    <Closeness {...match} level={levelInList(match, described)} />
                    {'id' in content && (
                      <a href={href('compare', { a: content.id, b: match.id })}>
                        {t('compare.compare')}
                        <span class="unseen">: {match.id}</span>
                      </a>
                    )}
                  </p>
                  {match.adds && <AdditionsLine {...match} areEstimated={'id' in content} />}
                </li>
              ))}
            </ol>
          )
        }
      </AnswerOf>
    </section>
  );
}

interface Named extends Found {
  /** Titles of the matches, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
}

async function findNeighbours(
  call: Call<Found>,
  collection: string,
  signal: AbortSignal,
): Promise<Named> {
  const found = await send(call, signal);
  const ids = found.matches.map(({ id }) => id);
  if (ids.length === 0) return { ...found, titles: new Map() };
  const body = { ids, collection, include: ['excerpt'] } as const;
  const { documents } = await send(apiCall('POST', '/documents/lookup', { body }), signal);
  const titled = documents.flatMap((each): [string, string][] => {
    const title = chooseTitle(each);
    return title === null ? [] : [[each.id, title]];
  });
  return { ...found, titles: new Map(titled) };
}
