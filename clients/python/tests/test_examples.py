"""Runs the example crawlers twice on the test site, and tests what each run writes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from neardup import Client

from .conftest import HANG_S, Service, root
from .site import site

examples = root / "examples"


def commands(directory: Path) -> dict[str, Sequence[str]]:
    """Returns the commands of the example crawlers that can run here; the Colly crawler needs Go."""
    found: dict[str, Sequence[str]] = {
        name: [sys.executable, str(examples / "python" / f"{name}.py")] for name in ("httpx_crawl", "crawlee_crawl")
    }
    if shutil.which("go") is not None:
        program = str(directory / "colly_crawl")
        copy = shutil.copytree(examples / "colly", directory / "colly")  # away from the checkout
        subprocess.run(["go", "build", "-o", program, "."], cwd=copy, check=True)
        found["colly_crawl"] = [program]
    return found


@pytest.mark.long
def test_write_each_page_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    for name, command in commands(tmp_path_factory.mktemp("go")).items():
        directory = tmp_path_factory.mktemp(name)
        service = Service(directory)
        try:
            with site() as url, Client(service.url) as nd:
                for _ in range(2):  # the second run finds nothing new
                    run = subprocess.run(
                        [*command, f"{url}/p/0", str(directory / "pages")],
                        env={**os.environ, "NEARDUP_URL": service.url},
                        capture_output=True,
                        text=True,
                        timeout=HANG_S,
                    )
                    assert run.returncode == 0, f"{name}: {run.stderr}"
                    written = [path for path in (directory / "pages").iterdir() if path.suffix == ".html"]
                    assert len(written) == 200, f"{name}: {len(written)} pages\n{run.stderr}"
                    assert (nd.stats().documents, nd.stats().claims) == (200, 0), name
        finally:
            service.stop()


def test_keeps_all_lines_where_the_service_is_away() -> None:
    lines = [json.dumps({"url": f"https://example.org/{i}", "html": "<p>tea</p>"}) + "\n" for i in range(45)]
    lines[22] = "no JSON\n"
    run = subprocess.run(
        [sys.executable, str(examples / "python" / "check_lines.py")],
        env={**os.environ, "NEARDUP_URL": "http://127.0.0.1:9"},
        input="".join(lines),
        capture_output=True,
        text=True,
        timeout=HANG_S,
    )
    assert run.returncode == 0, run.stderr
    assert sorted(run.stdout.splitlines(keepends=True)) == sorted(lines)
    assert run.stderr.count("kept: not decided: no ") == 44
    assert run.stderr.count("kept: no JSON") == 1


def test_filters_lines_of_json(service: Service) -> None:
    text = "<p>The pickers go up before dawn with baskets, take one bud and one leaf, and come down before noon.</p>"
    pages = [("a", text), ("b", text.replace("noon", "NOON")), ("c", ""), ("d", "<p></p>")]
    lines = [json.dumps({"request": {"endpoint": id}, "response": {"body": body}}) + "\n" for id, body in pages]
    run = subprocess.run(
        [
            sys.executable,
            str(examples / "python" / "check_lines.py"),
            "--id",
            "request.endpoint",
            "--html",
            "response.body",
        ],
        env={**os.environ, "NEARDUP_URL": service.url},
        input="".join(lines),
        capture_output=True,
        text=True,
        timeout=HANG_S,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines(keepends=True) == [lines[0], lines[3]]
    assert "no request.endpoint or no response.body" in run.stderr and "text_empty" in run.stderr
