"""Hugging Face datasets: leaves out near-duplicates, or adds decisions as columns.

Both functions take a `Dataset`, or an `IterableDataset`, as which a dataset is streamed, and return one of the same
kind. A streamed dataset is checked while it is read, and again each time it is read; the decisions are then the same,
but for "unchanged" instead of "new". Read it in one process: a client cannot be shared between processes.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Collection, Iterator, Sequence
from typing import Any, TypeVar

from datasets import Dataset, IterableDataset

from ._client import Client
from ._models import BulkChecked
from ._wire import Failed

logger = logging.getLogger(__name__)

AnyDataset = TypeVar("AnyDataset", Dataset, IterableDataset)


def drop_duplicates(
    dataset: AnyDataset,
    client: Client,
    *,
    id: str,
    text: str = "text",
    drop: Collection[str] = ("duplicate",),
    collection: str | None = None,
) -> AnyDataset:
    """Returns the rows that are not to be dropped, unchanged and in their order.

    id, text: names of columns. drop: decisions whose rows are left out; add "unchanged" to leave out what an earlier
    run has kept. A row that the service rejects, for example because its text is empty, is kept, with a warning in
    the log.
    """

    def keep(ids: Sequence[Any], texts: Sequence[Any]) -> list[bool]:
        results = _check(client, ids, texts, collection)
        return [isinstance(result, Failed) or result.decision not in drop for result in results]

    # The service answers otherwise each time, so nothing comes from the cache of datasets, and nothing goes there.
    cache = {} if isinstance(dataset, IterableDataset) else {"keep_in_memory": True, **_uncached()}
    return dataset.filter(keep, input_columns=[id, text], batched=True, **cache)


def add_decisions(
    dataset: AnyDataset, client: Client, *, id: str, text: str = "text", collection: str | None = None
) -> AnyDataset:
    """Returns all rows with the columns `neardup_decision` and `neardup_match` (the id of the best match).

    Both are None where there is none. A rejected row has no decision.
    """

    def decide(ids: Sequence[Any], texts: Sequence[Any]) -> dict[str, list[str | None]]:
        results = list(_check(client, ids, texts, collection))
        return {
            "neardup_decision": [None if isinstance(result, Failed) else result.decision for result in results],
            "neardup_match": [
                None if isinstance(result, Failed) else result.duplicate_of or result.similar_to for result in results
            ],
        }

    cache = {} if isinstance(dataset, IterableDataset) else _uncached()
    return dataset.map(decide, input_columns=[id, text], batched=True, **cache)


def _uncached() -> dict[str, Any]:
    return {"load_from_cache_file": False, "new_fingerprint": uuid.uuid4().hex}


def _check(
    client: Client, ids: Sequence[Any], texts: Sequence[Any], collection: str | None
) -> Iterator[BulkChecked | Failed]:
    if None in ids:
        raise ValueError(f"row {list(ids).index(None)} of a batch has no id")
    rows = ({"id": str(id), "text": text} for id, text in zip(ids, texts, strict=True))
    for result in client.check_many(rows, collection=collection):
        if isinstance(result, Failed):
            logger.warning("neardup did not decide on %r: %s", result.id, result.error.code)
        yield result
