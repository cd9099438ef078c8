"""Tests that warcio can read the revisit records of refused pages."""

from __future__ import annotations

import subprocess
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator  # type: ignore[import-untyped]

from neardup import Client

from .conftest import Service, root
from .test_service import TEA


def test_warcio_reads_revisit_records(service: Service, tmp_path: Path) -> None:
    with Client(service.url) as nd:
        nd.check(id="https://example.com/tea", text=TEA)
        assert nd.check(id="https://mirror.example/tea", text=TEA).decision == "duplicate"
    main = str(root / "dist" / "main.js")
    for name in ("revisits.warc", "revisits.warc.gz"):
        file = tmp_path / name
        subprocess.run(
            ["node", main, "export", "--warc-revisits", "--url", service.url, "--out", str(file)], check=True
        )
        with file.open("rb") as stream:
            records = [(each.rec_headers, each.content_stream().read()) for each in ArchiveIterator(stream)]
        assert [headers.get_header("WARC-Type") for headers, _ in records] == ["warcinfo", "revisit"]
        headers, content = records[1]
        assert headers.protocol == "WARC/1.1" and content == b""
        assert headers.get_header("WARC-Target-URI") == "https://mirror.example/tea"
        assert headers.get_header("WARC-Refers-To-Target-URI") == "https://example.com/tea"
        assert headers.get_header("WARC-Refers-To-Date") <= headers.get_header("WARC-Date")
