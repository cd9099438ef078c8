import { afterAll } from 'vitest';

/** Around each test file: whatever the service answers to a `fetch` of a test is looked at. */
const { fetch } = globalThis;

globalThis.fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.headers.has('x-request-id')) return response; // not the service
  const url = new URL(response.url);
  const contentType = response.headers.get('content-type') ?? undefined;
  const isEndless = contentType?.startsWith('text/event-stream');
  // Most files of tests ask no service, and need no time for its description.
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

// The next file of tests may run in the same process.
afterAll(() => {
  globalThis.fetch = fetch;
});
