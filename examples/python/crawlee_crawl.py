"""Crawls a site by Crawlee and writes the pages that neardup does not have yet, each once.

pip install ./clients/python 'crawlee[beautifulsoup]'
python examples/python/crawlee_crawl.py https://example.org/ pages/
"""

import asyncio
import os
import sys
from pathlib import Path

from archive import write
from crawlee.crawlers import BeautifulSoupCrawler, BeautifulSoupCrawlingContext
from crawlee.storage_clients import MemoryStorageClient

from neardup import AsyncClient, NeardupError


async def crawl(start: str, archive: Path) -> None:
    service = os.environ.get("NEARDUP_URL", "http://localhost:8080")
    key = os.environ.get("NEARDUP_API_KEY")
    crawler = BeautifulSoupCrawler(storage_client=MemoryStorageClient(), configure_logging=False)

    async with AsyncClient(service, api_key=key, claimant="crawlee-crawl", claim_seconds=3600) as neardup:

        @crawler.router.default_handler
        async def visit(context: BeautifulSoupCrawlingContext) -> None:
            url = context.request.loaded_url or context.request.url
            page = await context.http_response.read()
            kind = context.http_response.headers.get("content-type") or "text/html"
            # The links count, whatever is decided about the page.
            await context.enqueue_links()
            try:
                decision = await neardup.check_page(page, content_type=kind, id=url)
            except NeardupError as error:  # nothing is known of the page: keep it
                context.log.warning("%s: %s", url, error)
                write(archive, url, page)
                return
            print(url, decision.decision, decision.duplicate_of or "")
            if decision.stored:
                write(archive, url, page)
            if decision.stored and decision.claim is not None:
                await neardup.confirm([decision])

        await crawler.run([start])


if __name__ == "__main__":
    asyncio.run(crawl(sys.argv[1], Path(sys.argv[2])))
