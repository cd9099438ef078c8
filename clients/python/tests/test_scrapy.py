"""A crawl by Scrapy of a site on this machine, with the service beside it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from neardup import Client

from .conftest import Service
from .site import PAGES, kind_of, site

program = str(Path(__file__).with_name("crawl.py"))


def crawl(url: str, out: Path, **settings: Any) -> dict[str, Any]:
    out.mkdir(exist_ok=True)
    pairs = [f"{name}={json.dumps(value)}" for name, value in settings.items()]
    run = subprocess.run([sys.executable, program, url, str(out), *pairs], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    stats: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return stats


def test_drops_copies_and_confirms_the_rest(service: Service, tmp_path: Path) -> None:
    with site() as url:
        stats = crawl(url, tmp_path / "out", NEARDUP_URL=service.url)
        written = {path.stem for path in (tmp_path / "out").iterdir()}
        # Of two copies either may come first.
        assert {str(int(name) % 200) for name in written} == {str(number) for number in range(200)}
        assert stats["neardup/new"] == len(written) == 200
        copies = [number for number in range(200, PAGES) if kind_of(number) != "redirect"]
        assert stats["neardup/duplicate"] == len(copies)
        assert stats["neardup/confirmed"] == 200
        with Client(service.url) as nd:
            assert nd.stats().claims == 0


def test_takes_pages_that_changed(service: Service, tmp_path: Path) -> None:
    """By paths as ids, since the second site has another port."""
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


def test_loses_and_repeats_nothing_when_both_are_killed(service: Service, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with site() as url:
        pairs = [f"NEARDUP_URL={json.dumps(service.url)}", 'NEARDUP_CLAIMANT="crawler"', "NEARDUP_RETRY_TIMES=8"]
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
    assert len(written) == 200  # no copy beside its original
    with Client(service.url) as nd:
        assert nd.stats().claims == 0


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)
