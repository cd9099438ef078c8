"""Tests the functions for datasets with datasets itself and the built service."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from neardup import Client

from .conftest import Service
from .test_service import TEA

pytestmark = pytest.mark.long

WORDS = [f"word{n} stands beside number{n} in sentence{n} of page{n}, which has no copy{n}" for n in range(120)]


def rows() -> list[dict[str, Any]]:
    """Returns 244 rows: 120 texts and their copies, texts that are empty or null, and another text with its copy."""
    texts = [(f"{n}-{copy}", text) for n, text in enumerate(WORDS) for copy in ("first", "second")]
    more = [("empty", " "), ("null", None), ("tea", TEA), ("copy", TEA.upper())]
    return [{"url": url, "body": text, "n": n} for n, (url, text) in enumerate(texts + more)]


KEPT = [*(f"{n}-first" for n in range(120)), "empty", "null", "tea"]


def test_drops_duplicates_of_a_dataset(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    from datasets import Dataset

    from neardup.datasets import drop_duplicates

    given = Dataset.from_list(rows())
    with Client(service.url) as client:
        kept = drop_duplicates(given, client, id="url", text="body")
        assert kept["url"] == KEPT
        assert kept.column_names == ["url", "body", "n"]
        # Nothing comes from a cache, and a run that is repeated keeps the same.
        assert drop_duplicates(given, client, id="url", text="body")["url"] == KEPT
        new = drop_duplicates(given, client, id="url", text="body", drop=("duplicate", "unchanged"))
        assert new["url"] == ["empty", "null"]
    warnings = [record.getMessage() for record in caplog.records if record.name == "neardup.datasets"]
    assert len(warnings) == 6 and "'empty'" in warnings[0]
    assert not any("hashed" in record.getMessage() for record in caplog.records)


def test_drops_duplicates_of_a_stream_while_it_is_read(service: Service, tmp_path: Path) -> None:
    from datasets import load_dataset

    from neardup.datasets import drop_duplicates

    folder = tmp_path / "pages"
    folder.mkdir()
    for part in range(2):
        lines = "".join(json.dumps(row) + "\n" for row in rows()[part::2])
        (folder / f"{part}.jsonl").write_text(lines, "utf-8")
    files = str(folder / "*.jsonl")
    stream = load_dataset("json", data_files=files, split="train", streaming=True, cache_dir=str(tmp_path / "cache"))
    with Client(service.url) as client:
        kept = drop_duplicates(stream, client, id="url", text="body")
        assert client.stats().documents == 0
        found = [row["url"] for row in kept]
        assert len(found) == len(KEPT) and found[:2] == ["0-first", "1-first"]
        assert [row["url"] for row in kept] == found


def test_adds_decisions(service: Service) -> None:
    from datasets import Dataset

    from neardup.datasets import add_decisions

    given = Dataset.from_list(rows()[-4:])
    with Client(service.url) as client:
        for dataset in (given, given.to_iterable_dataset()):
            found = list(add_decisions(dataset, client, id="url", text="body", collection="default"))
            matches = [(row["url"], row["neardup_match"]) for row in found]
            assert matches == [("empty", None), ("null", None), ("tea", None), ("copy", "tea")]
        assert [row["neardup_decision"] for row in found] == [None, None, "unchanged", "duplicate"]


def test_needs_ids(service: Service) -> None:
    from datasets import Dataset

    from neardup.datasets import drop_duplicates

    given = Dataset.from_list([{"id": 7, "text": TEA}, {"id": None, "text": TEA}])
    with Client(service.url) as client:
        with pytest.raises(ValueError, match="row 1 of a batch has no id"):
            drop_duplicates(given, client, id="id")
        assert client.stats().documents == 0
        assert drop_duplicates(given.select([0]), client, id="id")["id"] == [7]
        assert client.get("7").id == "7"
