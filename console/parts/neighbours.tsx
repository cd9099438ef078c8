import { type Call, request } from '../api/request.js';
import type { Found } from '../api/types.js';
import { useSession } from '../session.js';
import { titleOf } from '../titles.js';
import { useRequest } from '../use-request.js';
import { ContradictionLine } from './contradictions.js';
import { CopyCurl } from './copy-curl.js';
import { DocumentId } from './document-id.js';
import { Closeness } from './found-match.js';
import { AnswerOf } from './states.js';

const shownMax = 10;
/** So low that also what is no match is shown. */
const low = { maxDistance: 7, minSimilarity: 0.1 };

/** What is stored that is nearest to a document, whether it is a match or not. */
export function Neighbours({ id }: { readonly id: string }) {
  const { t, collection, described, href } = useSession();
  const method = described?.recipe.method;
  const body = {
    id,
    collection,
    limit: shownMax,
    ...(method !== 'minhash' && { maxDistance: low.maxDistance }),
    ...(method !== 'simhash' && { minSimilarity: low.minSimilarity }),
  };
  const call: Call = { method: 'POST', path: '/query', body };
  const asked = useRequest(
    method && ((signal) => request<Found>('POST', call.path, { body, signal })),
    [id, collection, method],
  );
  return (
    <section class="card">
      <h2>
        {t('document.neighbours')}
        <CopyCurl call={call} />
      </h2>
      <AnswerOf asked={asked}>
        {({ matches }) =>
          matches.length === 0 ? (
            <p class="hint">{t('document.noNeighbours')}</p>
          ) : (
            <ol class="neighbours">
              {matches.map((match) => (
                <li key={match.id}>
                  <Title match={match} />
                  <DocumentId id={match.id} />
                  <p class="match-line">
                    <Closeness {...match} />
                    <a href={href('compare', { a: id, b: match.id })}>
                      {t('compare.compare')}
                      <span class="unseen">: {match.id}</span>
                    </a>
                  </p>
                  <ContradictionLine contradicts={match.contradicts} />
                </li>
              ))}
            </ol>
          )
        }
      </AnswerOf>
    </section>
  );
}

function Title({ match }: { readonly match: Found['matches'][number] }) {
  const title = titleOf(match);
  return title === null ? null : (
    <span class="title" dir="auto">
      {title}
    </span>
  );
}
