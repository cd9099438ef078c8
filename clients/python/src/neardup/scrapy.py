"""Scrapy integration: an item pipeline and a downloader middleware, with the settings NEARDUP_….

Pipeline and middleware share a client, which does not use the crawler's downloader. Documents that arrive within
NEARDUP_BATCH_DELAY seconds are combined into one request. At most NEARDUP_BATCHES_AT_ONCE requests are in progress.
Documents that arrive meanwhile wait, and so does Scrapy, which downloads at most CONCURRENT_REQUESTS pages ahead. Needs
the asyncio reactor, which is Scrapy's default.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from itemadapter import ItemAdapter
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse, Response
from scrapy.settings import BaseSettings

from ._async_client import AsyncClient
from ._errors import NeardupError, Rejected
from ._models import BulkChecked, Decision
from ._wire import Failed

logger = logging.getLogger(__name__)

CONFIRMED_AT_ONCE = 1000
REMEMBERED = 10_000
"""Maximum number of decisions of the middleware that are kept for the pipeline."""
THROTTLED = (429, 503)
THROTTLED_WAIT = 1.0
"""Delay in seconds before a throttled batch is sent again, once the client has used up its retries."""
PAGES = ("application/pdf", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "text/plain")

DEFAULTS: Mapping[str, Any] = {
    "NEARDUP_URL": "http://localhost:8080",
    "NEARDUP_API_KEY": None,
    "NEARDUP_COLLECTION": None,
    "NEARDUP_DROP": ["duplicate"],
    "NEARDUP_ON_ERROR": "keep",
    "NEARDUP_ITEM_ID": "url",
    "NEARDUP_ITEM_TEXT": "text",
    "NEARDUP_BATCH_SIZE": 100,
    "NEARDUP_BATCH_DELAY": 0.02,
    "NEARDUP_BATCHES_AT_ONCE": 2,
    "NEARDUP_WAIT_SECONDS": 300,
    "NEARDUP_RETRY_TIMES": 4,
    "NEARDUP_CLAIM_SECONDS": 86_400,
    "NEARDUP_CLAIMANT": None,
}


Waiting = tuple[dict[str, Any], "asyncio.Future[BulkChecked | Failed]"]
"""A document, and the future that receives its decision."""


class NeardupPipeline:
    """Drops items whose decision is in NEARDUP_DROP, and confirms the other items once they are written."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> NeardupPipeline:
        return cls(Session.of(crawler))

    async def process_item(self, item: Any) -> Any:
        session = self._session
        fields = ItemAdapter(item)
        id = fields.get(session.setting("NEARDUP_ITEM_ID"))
        text = fields.get(session.setting("NEARDUP_ITEM_TEXT"))
        decision = session.decisions.get(str(id))
        # A page checked by the middleware is not checked again with the text of its item, even if that check gave no
        # decision: a collection must not contain two kinds of texts.
        if decision is None and not session.has_asked(str(id)):
            if id is None or not text or not isinstance(text, str):
                session.count("skipped")
                return item
            decision = await session.check({"id": str(id), "text": text})
        if decision is None and session.setting("NEARDUP_ON_ERROR") == "drop":
            raise DropItem("neardup did not decide")
        if decision is not None and decision.decision in session.setting("NEARDUP_DROP"):
            raise DropItem(f"neardup: {decision.decision} of {decision.duplicate_of or decision.id}")
        return item


class NeardupDownloaderMiddleware:
    """Stores the decision on a page in `response.meta["neardup"]`. Drops no page, because its links may be needed."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> NeardupDownloaderMiddleware:
        return cls(Session.of(crawler))

    async def process_response(self, request: Request, response: Response) -> Response:
        session = self._session
        if response.status != 200 or request.meta.get("neardup") is False:
            return response
        kind = (response.headers.get("Content-Type") or b"").decode("latin-1")
        decision: Decision | BulkChecked | None
        if isinstance(response, HtmlResponse):
            decision = await session.check({"id": response.url, "html": response.text})
        elif kind.split(";")[0].strip().lower() in PAGES:
            decision = await session.check_page(response.body, kind, response.url)
        else:
            return response
        request.meta["neardup"] = decision
        session.remember(response.url, decision)
        return response


class Session:
    """State that the pipeline and the middleware of a crawler share: client, batches, pending confirmations."""

    _all: ClassVar[WeakKeyDictionary[Crawler, Session]] = WeakKeyDictionary()

    @classmethod
    def of(cls, crawler: Crawler) -> Session:
        return cls._all.get(crawler) or cls._all.setdefault(crawler, cls(crawler))

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._settings: BaseSettings = crawler.settings
        claimant = self.setting("NEARDUP_CLAIMANT") or f"scrapy:{self._settings.get('BOT_NAME')}"
        self._client = AsyncClient(
            self.setting("NEARDUP_URL"),
            api_key=self.setting("NEARDUP_API_KEY"),
            collection=self.setting("NEARDUP_COLLECTION"),
            retries=int(self.setting("NEARDUP_RETRY_TIMES")),
            claimant=claimant,
            claim_seconds=int(self.setting("NEARDUP_CLAIM_SECONDS")) or None,
        )
        self.decisions: OrderedDict[str, Decision | BulkChecked] = OrderedDict()
        self._asked: set[int] = set()
        self._waiting: list[Waiting] = []
        self._single = asyncio.Semaphore(self._at_once())
        self._flushing: asyncio.TimerHandle | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._closing: set[asyncio.Future[None]] = set()
        self._claimed: dict[str, Decision | BulkChecked] = {}
        self._written: list[Decision | BulkChecked] = []
        self._has_feeds = bool(self._settings.getdict("FEEDS"))
        connect = crawler.signals.connect
        connect(self._item_scraped, signals.item_scraped)
        if self._has_feeds:
            connect(self._end, signals.feed_exporter_closed)
        else:
            connect(self._end, signals.spider_closed)

    def setting(self, name: str) -> Any:
        value = self._settings.get(name)
        return DEFAULTS[name] if value is None else value

    def count(self, name: str) -> None:
        if self._crawler.stats is not None:
            self._crawler.stats.inc_value(f"neardup/{name}")

    def remember(self, id: str, decision: Decision | BulkChecked | None) -> None:
        """Remembers that the middleware checked a page, and its decision; None if the check gave no decision."""
        self._asked.add(hash(id))
        if decision is None:
            return
        self.decisions[id] = decision
        if len(self.decisions) > REMEMBERED:
            self.decisions.popitem(last=False)

    def has_asked(self, id: str) -> bool:
        return hash(id) in self._asked

    async def check(self, document: dict[str, Any]) -> BulkChecked | None:
        """Checks a document in a batch. Returns the decision; None if there is none, so that the crawl can continue."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[BulkChecked | Failed] = loop.create_future()
        self._waiting.append((document, future))
        if len(self._waiting) >= self._batch_size():
            self._flush()
        elif self._flushing is None:
            self._flushing = loop.call_later(float(self.setting("NEARDUP_BATCH_DELAY")), self._flush)
        try:
            result = await future
        except NeardupError as error:
            self._fail(error)
            return None
        if isinstance(result, Failed):
            self.count(f"error/{result.error.code}")
            return None
        self._decided(result)
        return result

    async def check_page(self, page: bytes, content_type: str, id: str) -> Decision | None:
        """Checks a single page that is not HTML. Returns the decision; None if there is none."""
        try:
            async with self._single:
                decision = await self._client.check_page(page, content_type=content_type, id=id)
        except NeardupError as error:
            self._fail(error)
            return None
        self._decided(decision)
        return decision

    def _decided(self, decision: Decision | BulkChecked) -> None:
        self.count(decision.decision)
        if decision.claim is not None and decision.stored and decision.id is not None:
            self._claimed[decision.id] = decision

    def _fail(self, error: NeardupError) -> None:
        code = error.code if isinstance(error, Rejected) else "unreachable"
        self.count(f"error/{code}")
        logger.warning("neardup did not decide: %s", error)
        # An error caused by a single document does not stop the crawl.
        outage = not isinstance(error, Rejected) or error.status != 422
        if outage and self.setting("NEARDUP_ON_ERROR") == "close_spider" and self._crawler.engine is not None:
            closing = asyncio.ensure_future(self._crawler.engine.close_spider_async(reason=f"neardup_{code}"))
            self._closing.add(closing)

    def _flush(self) -> None:
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None
        while self._waiting and len(self._sending) < self._at_once():
            size = self._batch_size()
            batch, self._waiting = self._waiting[:size], self._waiting[size:]
            task = asyncio.ensure_future(self._send(batch))
            self._sending.add(task)
            task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        self._flush()

    def _at_once(self) -> int:
        return max(1, int(self.setting("NEARDUP_BATCHES_AT_ONCE")))

    def _batch_size(self) -> int:
        return max(1, int(self.setting("NEARDUP_BATCH_SIZE")))

    async def _send(self, rest: list[Waiting]) -> None:
        """Sends a batch. Waits while the service is overloaded, because the pages would otherwise not be compared."""
        loop = asyncio.get_running_loop()
        end = loop.time() + float(self.setting("NEARDUP_WAIT_SECONDS"))
        while True:
            try:
                async for result in self._client.check_many([each for each, _ in rest], batch_size=len(rest)):
                    _, future = rest.pop(0)
                    if not future.done():  # the check may have been cancelled
                        future.set_result(result)
                return
            except Exception as error:
                is_for_now = isinstance(error, Rejected) and error.status in THROTTLED
                if not is_for_now or loop.time() >= end:
                    for _, future in rest:
                        if not future.done():
                            future.set_exception(error)
                    return
            self.count("waited")
            await asyncio.sleep(THROTTLED_WAIT)

    async def _item_scraped(self, item: Any) -> None:
        """Marks an item as written. Confirms items in batches or, with feeds, once the feed files are closed."""
        id = str(ItemAdapter(item).get(self.setting("NEARDUP_ITEM_ID")))
        claimed = self._claimed.pop(id, None)
        if claimed is None:
            return
        self._written.append(claimed)
        if not self._has_feeds and len(self._written) >= int(self.setting("NEARDUP_BATCH_SIZE")):
            await self._confirm()

    async def _confirm(self) -> None:
        """Confirms documents. If that fails, they stay claimed, and the next run of the crawler gets them again."""
        while self._written:
            written, self._written = self._written[:CONFIRMED_AT_ONCE], self._written[CONFIRMED_AT_ONCE:]
            try:
                answer = await self._client.confirm(written)
            except NeardupError as error:
                self.count("error/confirm")
                logger.warning("%d items could not be confirmed: %s", len(written), error)
                return
            if self._crawler.stats is not None:
                self._crawler.stats.inc_value("neardup/confirmed", len(answer.confirmed))
                self._crawler.stats.inc_value("neardup/unconfirmed", len(answer.missing))

    async def _end(self) -> None:
        while self._waiting or self._sending:
            self._flush()
            await asyncio.wait(self._sending)
        await self._confirm()
        await self._client.aclose()
