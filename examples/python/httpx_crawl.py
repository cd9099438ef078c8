"""Crawls a site by httpx and writes the pages that neardup does not have yet, each once.

    pip install ./clients/python
    python examples/python/httpx_crawl.py https://example.org/ pages/

Killed and run again, it leaves out no page: what is new is claimed until it is written.
"""

import asyncio
import os
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx
from archive import write

from neardup import AsyncClient, NeardupError

AT_ONCE = 16


async def crawl(start: str, archive: Path) -> None:
    service = os.environ.get("NEARDUP_URL", "http://localhost:8080")
    key = os.environ.get("NEARDUP_API_KEY")
    seen, waiting, at_once = {start}, [start], asyncio.Semaphore(AT_ONCE)

    async def visit(url: str) -> None:
        async with at_once:
            response = await web.get(url)
        if response.status_code != 200:
            return
        page, kind, final = response.content, response.headers.get("content-type", "text/html"), str(response.url)
        try:
            decision = await neardup.check_page(page, content_type=kind, id=final)
            print(final, decision.decision, decision.duplicate_of or "")
            stored = decision.stored
        except NeardupError as error:  # nothing is known of the page: a page too many is better than one too few
            print(final, error, file=sys.stderr)
            decision, stored = None, True
        if stored:
            write(archive, final, page)
        if decision is not None and decision.stored and decision.claim is not None:
            await neardup.confirm([decision])
        for link in links_of(response):
            if link not in seen and urlsplit(link).netloc == urlsplit(start).netloc:
                seen.add(link)
                waiting.append(link)

    async with (
        httpx.AsyncClient(follow_redirects=True, timeout=30) as web,
        AsyncClient(service, api_key=key, claimant="httpx-crawl", claim_seconds=3600) as neardup,
    ):
        while waiting:
            batch, waiting = waiting, []
            await asyncio.gather(*map(visit, batch))


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        href = dict(attributes).get("href")
        if tag == "a" and href:
            self.found.append(href)


def links_of(response: httpx.Response) -> list[str]:
    links = Links()
    links.feed(response.text)
    return [urldefrag(urljoin(str(response.url), href)).url for href in links.found]


if __name__ == "__main__":
    asyncio.run(crawl(sys.argv[1], Path(sys.argv[2])))
