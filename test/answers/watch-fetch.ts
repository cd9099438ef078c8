import { see } from './seen.js';

/** Before each test file: whatever the service answers to a `fetch` of a test is looked at. */
const { fetch } = globalThis;

globalThis.fetch = async (input, init) => {
  const response = await fetch(input, init);
  const url = new URL(response.url);
  const contentType = response.headers.get('content-type') ?? undefined;
  const isEndless = contentType?.startsWith('text/event-stream');
  if (!response.headers.has('x-request-id')) return response; // not the service
  see({
    method: init?.method ?? (input instanceof Request ? input.method : 'GET'),
    url: url.pathname + url.search,
    status: response.status,
    contentType,
    body: isEndless ? '' : await response.clone().text(),
  });
  return response;
};
