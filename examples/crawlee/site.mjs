import { createServer } from 'node:http';
import { pagesAt } from './pages.mjs';

/** Serves the site on a free port of the loopback; `renew` moves on to the second visit. */
export async function startSite() {
  let pages = pagesAt(1);
  const server = createServer((request, response) => {
    const page = pages.get(request.url);
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    if (page === undefined) response.writeHead(404, headers).end('<h1>Not here</h1>');
    else response.writeHead(200, headers).end(page.html);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    start: `${origin}/archive/0`,
    /** The true content of the page at an address. */
    contentAt: (url) => pages.get(url.slice(origin.length))?.content,
    contents: () => new Set([...pages.values()].map(({ content }) => content)),
    pageCount: () => pages.size,
    renew() {
      pages = pagesAt(2);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
