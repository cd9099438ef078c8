"""Crawls a local site with Scrapy and a local service."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from neardup import Client, Rejected, Unreachable
from neardup.scrapy import NeardupDownloaderMiddleware, NeardupPipeline, Session

from .conftest import HANG_S, Service
from .site import PAGES, kind_of, site

program = str(Path(__file__).with_name("crawl.py"))


def crawl(url: str, out: Path, **settings: Any) -> dict[str, Any]:
    out.mkdir(exist_ok=True)
    pairs = [f"{name}={json.dumps(value)}" for name, value in settings.items()]
    run = subprocess.run(
        [sys.executable, program, url, str(out), *pairs], capture_output=True, text=True, timeout=HANG_S
    )
    assert run.returncode == 0, run.stderr
    stats: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return stats


def test_drops_copies_and_confirms_the_rest(service: Service, tmp_path: Path) -> None:
    with site() as url:
        stats = crawl(url, tmp_path / "out", NEARDUP_URL=service.url)
        written = {path.stem for path in (tmp_path / "out").iterdir()}
        # Either of two copies may be decided first.
        assert {str(int(name) % 200) for name in written} == {str(number) for number in range(200)}
        assert stats["neardup/new"] == len(written) == 200
        copies = [number for number in range(200, PAGES) if kind_of(number) != "redirect"]
        assert stats["neardup/duplicate"] == len(copies)
        assert stats["neardup/confirmed"] == 200
        with Client(service.url) as nd:
            assert nd.stats().claims == 0


def test_works_with_the_settings_of_the_readme(service: Service, tmp_path: Path) -> None:
    readme = Path(__file__).parents[1] / "README.md"
    settings: dict[str, Any] = {}
    for block in re.findall(r"```python\n([A-Z_]+ = .*?)```", readme.read_text("utf-8"), re.S):
        names: dict[str, Any] = {}
        exec(block, names)
        settings |= {name: value for name, value in names.items() if name.isupper()}
    assert set(settings) == {"ITEM_PIPELINES", "NEARDUP_URL", "DOWNLOADER_MIDDLEWARES"}
    with site() as url:
        stats = crawl(url, tmp_path / "out", **settings | {"NEARDUP_URL": service.url})
    assert stats["neardup/new"] == 200
    assert stats["item_dropped_count"] == stats["neardup/duplicate"] > 0


def test_takes_pages_that_changed(service: Service, tmp_path: Path) -> None:
    """Uses paths as ids, because the second site has another port."""
    ids = {"NEARDUP_URL": service.url, "NEARDUP_ITEM_ID": "path", "NEARDUP_DROP": ["duplicate", "unchanged"]}
    with site() as url:
        assert crawl(url, tmp_path / "first", **ids)["neardup/new"] == 200
    with site(version=2) as url:
        stats = crawl(url, tmp_path / "second", **ids)
    assert stats["neardup/changed"] >= stats["neardup/confirmed"] == 40
    written = [int(path.stem) for path in (tmp_path / "second").iterdir()]
    assert sorted(number % 200 for number in written) == list(range(0, 200, 5))


def test_loses_nothing_where_the_service_is_down(tmp_path: Path) -> None:
    with site() as url:
        stats = crawl(url, tmp_path / "out", NEARDUP_URL="http://127.0.0.1:9", NEARDUP_RETRY_TIMES=0)
    assert len(list((tmp_path / "out").iterdir())) == sum(kind_of(number) != "redirect" for number in range(PAGES))
    assert stats["neardup/error/unreachable"] > 0


def test_marks_pages_by_the_middleware(service: Service, tmp_path: Path) -> None:
    middlewares = {"neardup.scrapy.NeardupDownloaderMiddleware": 560}
    with site() as url:
        stats = crawl(url, tmp_path / "out", NEARDUP_URL=service.url, DOWNLOADER_MIDDLEWARES=middlewares)
    assert stats["neardup/new"] == 200
    assert len(list((tmp_path / "out").iterdir())) == 200


class Slow:
    """A fake client that takes a while for each batch and throttles a given number of batches."""

    def __init__(self, throttled: int = 0, fails: bool = False) -> None:
        self.at_once = self.most = self.batches = 0
        self.texts: list[Mapping[str, Any]] = []
        self._throttled = throttled
        self._fails = fails

    async def check_many(self, documents: list[Mapping[str, Any]], *, batch_size: int) -> AsyncIterator[Any]:
        assert len(documents) == batch_size
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(0.01)
        self.at_once -= 1
        if self._fails:
            raise Unreachable("no answer")
        self._throttled -= 1
        if self._throttled >= 0:
            raise Rejected("overloaded", 503, "Too many requests")
        self.batches += 1
        self.texts += documents
        for document in documents:
            yield SimpleNamespace(id=document["id"], decision="new", claim=None, stored=True)

    async def aclose(self) -> None:
        pass


def session_over(client: Slow, **settings: Any) -> Session:
    session = Session(get_crawler(settings_dict={"NEARDUP_BATCH_DELAY": 0, **settings}))
    session._client = client  # type: ignore[assignment]
    return session


def test_sends_no_more_batches_at_once_than_it_may() -> None:
    async def crawl_pages(client: Slow, **settings: Any) -> list[Any]:
        session = session_over(client, NEARDUP_BATCH_SIZE=3, **settings)
        decisions = await asyncio.gather(*[session.check({"id": f"{i}", "text": "tea"}) for i in range(50)])
        await session._end()
        return decisions

    for at_once in (1, 2, 5):
        client = Slow()
        assert None not in asyncio.run(crawl_pages(client, NEARDUP_BATCHES_AT_ONCE=at_once))
        assert client.most == at_once
        assert [each["id"] for each in client.texts] == [f"{i}" for i in range(50)]


def test_waits_for_a_service_that_is_overloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neardup.scrapy.THROTTLED_WAIT", 0.01)

    async def decided(client: Slow, **settings: Any) -> Any:
        return await session_over(client, **settings).check({"id": "a", "text": "tea"})

    assert asyncio.run(decided(Slow(throttled=20))).decision == "new"
    assert asyncio.run(decided(Slow(throttled=20), NEARDUP_WAIT_SECONDS=0)) is None


def test_asks_about_a_page_with_one_text_only() -> None:
    async def process(client: Slow) -> list[Mapping[str, Any]]:
        session = session_over(client)
        response = HtmlResponse("http://a/1", body=b"<p>tea</p>", encoding="utf-8")
        request = Request("http://a/1")
        await NeardupDownloaderMiddleware(session).process_response(request, response)
        item = {"url": response.url, "text": "tea"}
        assert await NeardupPipeline(session).process_item(item) is item
        assert await NeardupPipeline(session).process_item({"url": "http://a/2", "text": "tea"})
        return client.texts

    assert asyncio.run(process(Slow(fails=True))) == []
    assert [sorted(each) for each in asyncio.run(process(Slow()))] == [["html", "id"], ["id", "text"]]


def test_loses_and_repeats_nothing_when_both_are_killed(service: Service, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with site() as url:
        pairs = [f"NEARDUP_URL={json.dumps(service.url)}", 'NEARDUP_CLAIMANT="crawler"', "NEARDUP_RETRY_TIMES=40"]
        first = subprocess.Popen([sys.executable, program, url, str(out), *pairs], stderr=subprocess.DEVNULL)
        wait_until(lambda: len(list(out.iterdir())) > 40)
        service.kill()
        service.start()
        wait_until(lambda: len(list(out.iterdir())) > 90)
        first.kill()
        first.wait()
        crawl(url, out, NEARDUP_URL=service.url, NEARDUP_CLAIMANT="crawler")
    written = sorted(path.stem for path in out.iterdir())
    assert {str(int(name) % 200) for name in written} == {str(number) for number in range(200)}
    assert len(written) == 200  # no page was written together with a copy
    with Client(service.url) as nd:
        assert nd.stats().claims == 0


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + HANG_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)
