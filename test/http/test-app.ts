import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import { onTestFinished } from 'vitest';
import { hangMs } from '../../harness/hang.js';
import { randomNumbers } from '../../harness/pages.js';
import { createDuplicateSearch } from '../../src/batch/scan/search-duplicates.js';
import { createDetector } from '../../src/detector/detector.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { type AppOptions, createApp } from '../../src/http/app.js';
import { createMetrics } from '../../src/http/metrics.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import type { EmbeddedStore } from '../../src/store/contract/embedded-store.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { createInlineSigner } from '../../src/workers/signers.js';
import type { AnyBody } from '../answers/any-body.js';
import { see } from '../answers/seen.js';
import { createModelStore } from '../model/model-store.js';
import { testSeed } from '../seed.js';

const dictionaries = loadDictionaries(wordTrieBytes());

const extractLimits = { textLengthMax: 200_000, inflatedBytesMax: 1_000_000 };

export interface Reply<Body = Record<string, never>> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body extends Record<string, never> ? AnyBody : Body;
}

/**
 * An application over a store, by default in memory, with its own clock; it closes after the test.
 */
export async function openTestApp(
  options: Partial<AppOptions> = {},
  store: EmbeddedStore = createModelStore(),
  scanDirectory?: string,
) {
  let now = Date.UTC(2026, 0, 1);
  let ids = 0;
  const metrics = createMetrics('0.0.0-test');
  const detector = createDetector({
    store,
    signer: createInlineSigner(dictionaries, extractLimits),
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    ...(scanDirectory !== undefined && {
      openDuplicateSearch: createDuplicateSearch({ directory: scanDirectory, taskFile: null }),
    }),
    collectionsMax: 5,
    observer: metrics.observer,
    clock: () => ++now,
    newId: () => `generated-${++ids}`,
    random: randomNumbers(testSeed),
  });
  await detector.createCollection({ name: 'default' });
  const app = await createApp({
    detector,
    metrics,
    version: '0.0.0-test',
    keys: undefined,
    about: { store: 'memory', settings: [] },
    bodyBytesMax: 2 * 1024 * 1024,
    htmlBytesMax: 8 * 1024 * 1024,
    fileBytesMax: 16 * 1024 * 1024,
    extractedTextLengthMax: 2 * 1024 * 1024,
    bulkBytesMax: 1024 ** 3,
    bulkRequestsMax: 8,
    bulkUnreadBytesMax: 1024 ** 2,
    eventsConnectionsMax: 3,
    eventsUnreadBytesMax: 8192,
    requestsMax: 1000,
    requestTimeoutMs: hangMs,
    headersTimeoutMs: hangMs,
    keepAliveTimeoutMs: hangMs,
    idleTimeoutMs: hangMs,
    rateLimitPerKey: 0,
    writtenBytesPerKey: 0,
    rateLimitPerAddress: 0,
    trustProxy: undefined,
    allowedHosts: undefined,
    corsOrigins: undefined,
    featuresMax: 1000,
    logLevel: 'silent',
    logRequests: false,
    slowRequestMs: 0,
    ...options,
  });
  onTestFinished(() => app.close());
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<InjectResponse>;
  app.inject = (async (options: InjectOptions) => {
    const response = await inject(options);
    seeResponse(options.method ?? 'GET', options.url as string, response);
    return response;
  }) as typeof app.inject;

  async function send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'QUERY',
    url: string,
    body?: object | string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(raw && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: body }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? undefined : JSON.parse(response.body),
    };
  }

  let listening: Promise<string> | undefined;
  return {
    app,
    /** Listens on a free port; resolves with the URL. */
    listening: () => {
      listening ??= app.listen({ port: 0, host: '127.0.0.1' });
      return listening;
    },
    detector,
    send,
    post: (url: string, body?: object | string | Buffer, headers?: Record<string, string>) =>
      send('POST', url, body, headers),
    get: (url: string, headers?: Record<string, string>) => send('GET', url, undefined, headers),
    /** Advances the clock; each reading also advances it by a millisecond. */
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Number of documents in the default collection. */
    count: async () => (await detector.stats('default')).documents,
  };
}

/** Validates a response against openapi.json. */
export function seeResponse(
  method: string,
  url: string,
  { statusCode, headers, body }: { statusCode: number; headers: object; body: string },
): void {
  const contentType = (headers as Record<string, string>)['content-type'];
  see({ method, url, status: statusCode, contentType, body });
}
