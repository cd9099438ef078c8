import { type AgainstMatch, againstMatch } from '../../batch/dedup/notes.js';
import {
  type AddRequest,
  type CheckRequest,
  type components,
  type Decision,
  NeardupClient,
  NeardupProblem,
  NeardupUnreachable,
} from '../../client/client.js';
import { type ErrorCode, errorMeanings, NeardupError } from '../../errors.js';
import type { Page } from '../../extract/extract.js';
import type { DocumentLine } from '../../input/document-lines.js';
import type {
  CollectionFacts,
  DryRunLimits,
  JobState,
  ListedCollection,
  LookedUp,
  Outcome,
  Service,
} from './service.js';

/**
 * Settings for retries: an unreachable service is reported at once, but a request to a busy service is retried for two
 * minutes.
 */
const patience = {
  retries: Number.POSITIVE_INFINITY,
  retryMs: 100,
  retryMsMax: 30_000,
  retryMsTotal: 120_000,
  retryUnanswered: false,
};
/** Time limit of a request: the maximum of a timer, because a backup may take very long. */
const timeoutMs = 2 ** 31 - 1;

/** Creates a client for a command: it waits for a busy service, and reports an unreachable one at once. */
export function createCommandClient(url: string, apiKey: string | undefined): NeardupClient {
  return new NeardupClient({ url, ...patience, timeoutMs, ...(apiKey && { apiKey }) });
}

/** Connects to a running service. */
export function openRemoteService(url: string, apiKey: string | undefined): Service {
  const client = createCommandClient(url, apiKey);

  async function send(lines: readonly DocumentLine[], mode: 'add' | 'check'): Promise<Outcome[]> {
    const options = { batchSize: lines.length };
    const outcomes: Outcome[] = [];
    if (mode === 'add') {
      for await (const result of client.addMany(lines as Unchecked<AddRequest>, options)) {
        outcomes.push(result.ok ? result.status : toFailure(result.error, url));
      }
    } else {
      const unlisted: readonly DocumentLine[] = lines.map((line) => ({ ...line, limit: 0 }));
      for await (const result of client.checkMany(unlisted as Unchecked<CheckRequest>, options)) {
        outcomes.push(result.ok ? result.decision : toFailure(result.error, url));
      }
    }
    return outcomes;
  }

  async function tryChecks(
    lines: readonly DocumentLine[],
    limits: DryRunLimits,
  ): Promise<(AgainstMatch | Error)[]> {
    const given = Object.entries(limits).filter(([, value]) => value !== undefined);
    const dry = { ...Object.fromEntries(given), dryRun: true, limit: 1 };
    const checks = lines.map((line): DocumentLine => ({ ...line, ...dry }));
    const checked: (AgainstMatch | Error)[] = [];
    const options = { batchSize: lines.length };
    for await (const result of client.checkMany(
      checks as unknown as Unchecked<CheckRequest>,
      options,
    )) {
      checked.push(result.ok ? checkedLine(result) : toFailure(result.error, url));
    }
    return checked;
  }

  async function* asListed<T>(listed: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* listed;
    } catch (error) {
      throw toFailure(error, url);
    }
  }

  /** Returns the result of a call. @throws NeardupError if the endpoint returns an error */
  async function asked<T>(call: Promise<T>): Promise<T> {
    return call.catch((error: unknown) => {
      throw toFailure(error, url);
    });
  }

  /** Returns the data of the response to a call. @throws NeardupError with the error that the endpoint reported */
  async function unwrapData(call: Promise<{ data?: unknown }>): Promise<unknown> {
    return (await asked(call)).data;
  }

  return {
    getCollection: async (name) => {
      const params = { path: { name } };
      return (await unwrapData(
        client.api.GET('/collections/{name}', { params }),
      )) as CollectionFacts;
    },
    listCollections: async () => {
      const all: ListedCollection[] = [];
      let cursor: string | null = null;
      do {
        const query = { limit: 1000, ...(cursor !== null && { cursor }) };
        const page = (await unwrapData(client.api.GET('/collections', { params: { query } }))) as {
          readonly collections: readonly ListedCollection[];
          readonly nextCursor: string | null;
        };
        all.push(...page.collections);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return all;
    },
    createCollection: async (collection) =>
      (await unwrapData(
        client.api.POST('/collections', { body: collection as never }),
      )) as ListedCollection,
    updateCollection: async (name, changes) =>
      (await unwrapData(
        client.api.PATCH('/collections/{name}', {
          params: { path: { name } },
          body: changes as never,
        }),
      )) as ListedCollection,
    deleteCollection: async (name) => {
      const params = { path: { name }, query: { confirm: name } };
      await unwrapData(client.api.DELETE('/collections/{name}', { params }));
    },
    send: (lines, mode) => asked(send(lines, mode)),
    tryChecks: (lines, limits) => asked(tryChecks(lines, limits)),
    sendsAtOnce: { add: 2, check: 1 },
    sendPage: async ({ page, ...fields }, mode) => {
      const options = { contentType: formatContentType(page), ...fields };
      if (mode === 'add') return (await asked(client.addPage(page.content, options))).status;
      return (await asked(client.checkPage(page.content, { ...options, limit: 0 }))).decision;
    },
    separate: async (a, b, collection) => {
      await unwrapData(client.api.POST('/separations', { body: { a, b, collection } }));
    },
    reindex: async (name, recipe) =>
      (await unwrapData(
        client.api.POST('/collections/{name}/reindex', {
          params: { path: { name } },
          body: { recipe: recipe as object },
        }),
      )) as JobState,
    scan: async (name, options) =>
      (await unwrapData(
        client.api.POST('/collections/{name}/scan', {
          params: { path: { name } },
          body: { ...options },
        }),
      )) as JobState,
    getJob: async (id) =>
      (await unwrapData(client.api.GET('/jobs/{id}', { params: { path: { id } } }))) as JobState,
    archive: null,
    list: (collection) => asListed(client.documents({ collection })),
    decisions: (collection, query) => asListed(client.decisions({ collection, ...query })),
    storeRefused: async (number, collection) => {
      const params = { path: { number } };
      const body = { collection };
      return (await unwrapData(
        client.api.POST('/decisions/{number}/store', { params, body }),
      )) as object;
    },
    judgeRight: async (number, collection) => {
      const params = { path: { number } };
      const body = { verdict: 'right', collection } as const;
      await unwrapData(client.api.PUT('/decisions/{number}/verdict', { params, body }));
    },
    countVerdicts: async (collection) =>
      (await unwrapData(
        client.api.GET('/decisions/verdicts', { params: { query: { collection } } }),
      )) as object,
    hosts: async (collection, wanted) => {
      const query = { collection, ...wanted };
      const { hosts } = (await unwrapData(
        client.api.GET('/stats/hosts', { params: { query } }),
      )) as components['schemas']['DecisionsByHost'];
      return hosts;
    },
    lookUp: async (ids, collection) => {
      const body = { ids: [...ids], collection, include: ['decision' as const] };
      return (await unwrapData(client.api.POST('/documents/lookup', { body }))) as LookedUp;
    },
    backup: async (name) =>
      (await unwrapData(
        client.api.POST('/backup', { body: name === undefined ? {} : { name } }),
      )) as Awaited<ReturnType<Service['backup']>>,
    close: async () => {},
  };
}

/** Returns a decision together with the measures of its best match. */
function checkedLine({ matches, ...decided }: Decided): AgainstMatch {
  const best = matches.find(({ id }) => id === (decided.duplicateOf ?? decided.similarTo));
  return againstMatch(decided, best as Parameters<typeof againstMatch>[1]);
}

type Decided = Pick<Decision, 'decision' | 'duplicateOf' | 'similarTo' | 'matches'>;

/** Type of lines that are sent to the service without validation, because the service reports faulty lines. */
type Unchecked<Request> = readonly (Request & { id: string })[];

/** Returns the Content-Type of a page. A charset with characters that the header must not contain is omitted. */
function formatContentType({ mediaType, charset }: Page): string {
  return charset !== null && /^[\w.:+-]+$/.test(charset)
    ? `${mediaType}; charset=${charset}`
    : mediaType;
}

/**
 * Matches the parts of an error message that name a request or a line of a bulk request. They are removed, because
 * commands name files and their lines instead.
 */
const request = /^(?:Cannot [A-Z]+ \/\S*|Line \d+): |; change it by PATCH \S+$/g;

/** Returns an error of the client in the words of the command line; any other error as it is. */
export function toFailure(error: unknown, url: string): Error {
  if (error instanceof NeardupProblem) {
    const { code, message } = error;
    const known = Object.hasOwn(errorMeanings, code) ? (code as ErrorCode) : 'internal';
    return new NeardupError(known, message.replace(request, ''), { cause: error });
  }
  if (error instanceof NeardupUnreachable) {
    return new NeardupError(
      'not_ready',
      `Cannot reach ${new URL(url)}: ${error.reason}; see that \`neardup serve\` runs there, or name another --url`,
      { cause: error },
    );
  }
  return error as Error;
}
