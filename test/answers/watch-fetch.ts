import { afterAll } from 'vitest';

/** Runs around each test file and checks every service answer to a `fetch`. */
const { fetch } = globalThis;

globalThis.fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.headers.has('x-request-id')) return response; // not the service
  const url = new URL(response.url);
  const contentType = response.headers.get('content-type') ?? undefined;
  const isEndless = contentType?.startsWith('text/event-stream');
  // Most test files send no request to the service and need not load its description.
  const { see } = await import('./seen.js');
  see({
    method: init?.method ?? (input instanceof Request ? input.method : 'GET'),
    url: url.pathname + url.search,
    status: response.status,
    contentType,
    body: isEndless ? '' : await response.clone().text(),
  });
  return response;
};

// The next test file may run in the same process.
afterAll(() => {
  globalThis.fetch = fetch;
});
