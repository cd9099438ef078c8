import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, errorMeanings, NeardupError } from '../../errors.js';
import type { Page } from '../../extract/extract.js';
import { createBulkUpload } from './bulk-upload.js';
import type { CollectionFacts, JobState, Service } from './service.js';

/** Longest time for which one request is repeated while the service answers 503. */
const retryTimeoutMs = 120_000;
const retryMsMin = 100;
const retryMsMax = 30_000;

/**
 * A running service. Connections are kept alive by `fetch`. An answer of 503 says that nothing was
 * done, so the request is repeated after the time that `Retry-After` names.
 */
export function openRemoteService(url: string, apiKey: string | undefined): Service {
  const base = new URL(url.endsWith('/') ? url : `${url}/`);
  const key: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};

  function request(path: string, body?: object): Promise<unknown> {
    return body === undefined
      ? answered(path, { headers: key })
      : post(path, 'application/json', JSON.stringify(body));
  }

  function post(path: string, contentType: string, body: string | Uint8Array): Promise<unknown> {
    const headers = { ...key, 'content-type': contentType };
    return answered(path, { method: 'POST', headers, body });
  }

  async function answered(path: string, init: RequestInit): Promise<unknown> {
    return JSON.parse(await textOf(path, init));
  }

  async function textOf(path: string, init: RequestInit): Promise<string> {
    for (let waitedMs = 0; ; ) {
      const reply = await fetch(new URL(path, base), init).catch((error) => {
        throw unreachable(base, error);
      });
      if (reply.ok) return reply.text();
      const problem = await problemOf(reply, base);
      const retryMs = retryTime(reply);
      if (reply.status !== 503 || waitedMs + retryMs > retryTimeoutMs) throw problem;
      waitedMs += retryMs;
      await sleep(retryMs);
    }
  }

  async function* list(collection: string) {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = new URLSearchParams({ collection, limit: '1000', ...(cursor && { cursor }) });
      const page = (await request(`documents?${query}`)) as {
        documents: object[];
        nextCursor: string | null;
      };
      yield* page.documents;
      cursor = page.nextCursor;
    }
  }

  return {
    getCollection: async (name) => (await request(`collections/${name}`)) as CollectionFacts,
    send: createBulkUpload((path, body) => {
      const headers = { ...key, 'content-type': 'application/x-ndjson' };
      return textOf(path, { method: 'POST', headers, body });
    }, retryTimeoutMs),
    sendsAtOnce: { add: 2, check: 1 },
    sendPage: async ({ page, ...fields }, mode) => {
      const query = new URLSearchParams({ ...fields, ...(mode === 'check' && { limit: '0' }) });
      const path = `${mode === 'add' ? 'documents' : 'check'}?${query}`;
      const reply = await post(path, contentTypeOf(page), page.content);
      return mode === 'add' ? (reply as Added).status : (reply as Decided).decision;
    },
    separate: async (a, b, collection) => {
      const headers = { ...key, 'content-type': 'application/json' };
      const body = JSON.stringify({ a, b, collection });
      await textOf('documents/separate', { method: 'POST', headers, body });
    },
    reindex: async (collection, recipe) =>
      (await request(`collections/${collection}/reindex`, { recipe })) as JobState,
    getJob: async (id) => (await request(`jobs/${id}`)) as JobState,
    archive: null,
    list,
    backup: async (name) => (await request('backup', { name })) as { name: string; bytes: number },
    close: async () => {},
  };
}

/** A charset that no header can carry names none. */
function contentTypeOf({ mediaType, charset }: Page): string {
  return charset !== null && /^[\w.:+-]+$/.test(charset)
    ? `${mediaType}; charset=${charset}`
    : mediaType;
}

interface Added {
  readonly status: string;
}

interface Decided {
  readonly decision: string;
}

async function problemOf(reply: Response, base: URL): Promise<NeardupError> {
  const text = await reply.text();
  if (reply.headers.get('content-type')?.startsWith('application/problem+json')) {
    const { code, detail } = JSON.parse(text) as { code: string; detail: string };
    if (Object.hasOwn(errorMeanings, code)) return new NeardupError(code as ErrorCode, detail);
  }
  return new NeardupError(
    reply.status === 503 ? 'overloaded' : 'internal',
    `${base} answered ${reply.status}, not as neardup does: "${text.slice(0, 100)}"`,
  );
}

function retryTime(reply: Response): number {
  const seconds = Number(reply.headers.get('retry-after') ?? 1);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : 1000;
  return Math.min(Math.max(milliseconds, retryMsMin), retryMsMax);
}

function unreachable(base: URL, error: Error): NeardupError {
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  return new NeardupError(
    'not_ready',
    `Cannot reach ${base}: ${reason}; start it with \`neardup serve\`, or name another --url`,
    { cause: error },
  );
}
