import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';

/** A name that the next run of this crawl also has. */
const claimant = 'crawlee';

/**
 * A crawl that stores no page twice. This is the part to read: before a page is stored, neardup is
 * asked about it, in one request, with the page as it came. What it stores is claimed until the page is
 * written, so that a crawl that dies in between, and is run again, loses no page.
 *
 * @param {string} start where the crawl begins; it stays on that host
 * @param {string} neardup where the service listens
 * @param {(url: string, html: string) => Promise<void>} store
 * @returns {Promise<{ url: string, decision: object }[]>} what was decided about each page
 */
export async function crawl(start, neardup, store) {
  const visits = [];
  log.setLevel(LogLevel.WARNING);
  const crawler = new CheerioCrawler(
    {
      maxConcurrency: 8,
      useSessionPool: false,
      async requestHandler({ request, body, enqueueLinks }) {
        const decision = await check(neardup, request.url, body);
        if (decision.stored) {
          await store(request.url, body);
          await confirm(neardup, request.url, decision.claim.contentHash);
        }
        visits.push({ url: request.url, decision });
        await enqueueLinks();
      },
    },
    // The queue of the crawl is kept in memory and gone with the process.
    new Configuration({ persistStorage: false }),
  );
  await crawler.run([start]);
  await crawler.teardown();
  const { requestsFailed } = crawler.stats.state;
  if (requestsFailed > 0) throw new Error(`${requestsFailed} pages could not be crawled`);
  return visits;
}

/**
 * Crawlee gives the page in UTF-8, whatever it came in. What is thrown here, Crawlee tries again. At the level
 * `article` only main texts are compared, so an article in the pages of another publisher is a duplicate. An archive
 * that must keep what stands around articles leaves the level out.
 */
async function check(neardup, url, html) {
  const claim = { claimSeconds: 3600, claimant };
  const fields = new URLSearchParams({ id: url, limit: 1, duplicateIf: 'article', ...claim });
  return post(`${neardup}/check?${fields}`, 'text/html; charset=utf-8', html);
}

/** The page is written. */
async function confirm(neardup, id, contentHash) {
  const body = JSON.stringify({ documents: [{ id, contentHash }], claimant });
  await post(`${neardup}/documents/confirm`, 'application/json', body);
}

async function post(url, contentType, body) {
  const headers = { 'content-type': contentType };
  const reply = await fetch(url, { method: 'POST', headers, body });
  if (!reply.ok) throw new Error(`POST ${url} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}
