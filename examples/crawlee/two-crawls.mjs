import { crawl } from './crawl.mjs';
import { startService } from './service.mjs';
import { startSite } from './site.mjs';

/** Crawls the site, lets it change, and crawls it again; ends all that it started. */
export async function twoCrawls() {
  const site = await startSite();
  const service = await startService();
  try {
    const first = await oneCrawl(site, service.url);
    site.renew();
    const second = await oneCrawl(site, service.url);
    return { first, second };
  } finally {
    await service.stop();
    await site.stop();
  }
}

async function oneCrawl(site, neardup) {
  const stored = [];
  const visits = await crawl(site.start, neardup, async (url) => {
    stored.push(url); // a crawler would write the page to its archive here
  });
  return {
    pages: site.pageCount(),
    contents: site.contents(),
    visits: visits.map(({ url, decision }) => ({ url, ...decision })),
    stored: stored.map((url) => site.contentAt(url)),
  };
}
