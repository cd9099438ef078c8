"""Crawls the test site: `crawl.py SITE OUT [SETTING=VALUE…]`. Prints the stats of the crawl as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse, Response

site, out, *pairs = sys.argv[1:]


class Pages(scrapy.Spider):
    name = "pages"
    start_urls = [f"{site}/p/0"]  # noqa: RUF012

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        assert isinstance(response, HtmlResponse)
        yield {
            "url": response.url,
            "path": urlsplit(response.url).path,
            "text": " ".join(response.css("article ::text").getall()),
        }
        for link in response.css("nav a"):
            yield response.follow(link)


class Write:
    """Appends each item to a file named after its page, so that an item written twice is noticed."""

    def process_item(self, item: dict[str, str]) -> dict[str, str]:
        name = item["url"].rsplit("/", 1)[1]
        with open(f"{out}/{name}.txt", "a", encoding="utf-8") as file:
            file.write(item["text"] + "\n")
        return item


settings: dict[str, Any] = {
    "ITEM_PIPELINES": {"neardup.scrapy.NeardupPipeline": 300, Write: 800},
    "LOG_LEVEL": "WARNING",
    "TELNETCONSOLE_ENABLED": False,
    "CONCURRENT_REQUESTS": 16,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
    "DOWNLOAD_DELAY": 0,
    "HTTPPROXY_ENABLED": False,
}
settings |= {name: json.loads(value) for name, _, value in (pair.partition("=") for pair in pairs)}
if settings.pop("PLAIN", False):
    settings["ITEM_PIPELINES"] = {Write: 800}
process = CrawlerProcess(settings)
crawler = process.create_crawler(Pages)
process.crawl(crawler)
process.start()
assert crawler.stats is not None
print(json.dumps(crawler.stats.get_stats(), default=str))
