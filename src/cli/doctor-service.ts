import { NeardupClient } from '../client/client.js';
import { version } from '../package-facts.js';
import { failureMessage, type Part } from './doctor-part.js';
import { formatCount } from './import-progress.js';

const timeoutMs = 10_000;
/** Maximum number of collections whose documents are counted, because each count takes a request. */
const countedMax = 20;

/** Returns the parts of the report on a running service, from its replies to API requests. */
export async function serviceParts(url: string, apiKey: string | undefined): Promise<Part[]> {
  const client = new NeardupClient({ url, retries: 0, timeoutMs, ...(apiKey && { apiKey }) });
  const reached = await reachedPart(client, url);
  if (reached.failure !== undefined) return [reached];
  return [reached, await readinessPart(client), await collectionsPart(client, apiKey)];
}

async function reachedPart({ api }: NeardupClient, url: string): Promise<Part> {
  const facts: [string, string][] = [];
  const failure = await failureMessage(async () => {
    const startedAt = performance.now();
    const { data } = await api.GET('/healthz');
    const tookMs = performance.now() - startedAt;
    const isOther = data!.version !== version;
    facts.push(['neardup', `${data!.version}${isOther ? `, this program is ${version}` : ''}`]);
    facts.push(['answered in', `${tookMs.toFixed(1)} ms`]);
  });
  return { title: `service ${new URL(url)}`, facts, failure };
}

async function readinessPart({ api }: NeardupClient): Promise<Part> {
  const facts: (readonly [string, string])[] = [];
  const failure = await failureMessage(async () => {
    const { data } = await api.GET('/readyz');
    facts.push(...Object.entries(data!.checks));
  });
  return { title: 'ready', facts, failure };
}

/**
 * Lists the collections with their numbers of documents. The part has a failure if a request fails, for example because
 * the key is wrong.
 */
async function collectionsPart({ api }: NeardupClient, apiKey: string | undefined): Promise<Part> {
  const facts: [string, string][] = [
    ['key', apiKey === undefined ? 'none: NEARDUP_API_KEY is not set' : 'from NEARDUP_API_KEY'],
  ];
  const failure = await failureMessage(async () => {
    const { data } = await api.GET('/collections');
    const { collections, total } = data!;
    facts.push(['collections', `${total}`]);
    for (const { name, recipeId, problem } of collections.slice(0, countedMax)) {
      const params = { query: { collection: name } };
      const { data: stats } = await api.GET('/stats', { params });
      const closed = problem === null ? '' : `; closed: ${problem}`;
      const documents = formatCount(stats!.documents, 'document');
      facts.push([`collection ${name}`, `${documents}, recipe ${recipeId}${closed}`]);
    }
  });
  return { title: 'key and collections', facts, failure };
}
