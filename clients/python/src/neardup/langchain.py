"""LangChain integration: a document transformer that leaves out near-duplicates."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from typing import Any

from langchain_core.documents import BaseDocumentTransformer, Document

from ._async_client import AsyncClient
from ._client import Client
from ._models import BulkChecked
from ._wire import Failed

logger = logging.getLogger(__name__)


def source_id(document: Document) -> str | None:
    """Returns the id of a document; without one, its `source`, as most loaders set it."""
    id = document.id or document.metadata.get("source")
    return None if id is None else str(id)


class NeardupFilter(BaseDocumentTransformer):
    """Checks whole documents, before they are split, and returns those that are not to be dropped, unchanged.

    client, async_client: one for `transform_documents`, the other for `atransform_documents`. drop: decisions whose
    documents are left out; add "unchanged" to leave out what an earlier run has returned. id: returns the id of a
    document. collection: instead of that of the client. A document that the service rejects, for example because it
    has no words, is returned, with a warning in the log.

    Raises `ValueError` before anything is sent if a document has no id, or if two have the same one.
    """

    def __init__(
        self,
        client: Client | None = None,
        *,
        async_client: AsyncClient | None = None,
        drop: Collection[str] = ("duplicate",),
        id: Callable[[Document], str | None] = source_id,
        collection: str | None = None,
    ) -> None:
        self._client = client
        self._async_client = async_client
        self._drop = frozenset(drop)
        self._id = id
        self._collection = collection

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> list[Document]:
        if self._client is None:
            raise TypeError("NeardupFilter needs a client; with async_client alone, call atransform_documents")
        rows = self._rows(documents)
        results = self._client.check_many(rows, collection=self._collection)
        return [document for document, result in zip(documents, results, strict=True) if self._keeps(result)]

    async def atransform_documents(self, documents: Sequence[Document], **kwargs: Any) -> list[Document]:
        if self._async_client is None:
            raise TypeError("NeardupFilter needs an async_client for atransform_documents")
        rows = self._rows(documents)
        results = [result async for result in self._async_client.check_many(rows, collection=self._collection)]
        return [document for document, result in zip(documents, results, strict=True) if self._keeps(result)]

    def _rows(self, documents: Sequence[Document]) -> list[dict[str, str]]:
        places: dict[str, int] = {}
        for place, document in enumerate(documents):
            id = self._id(document)
            if id is None:
                raise ValueError(f"document {place} has neither an id nor a source: name one by NeardupFilter(id=…)")
            if id in places:
                raise ValueError(
                    f"documents {places[id]} and {place} have the id {id!r}: filter before splitting, or name ids of "
                    "their own by NeardupFilter(id=…)"
                )
            places[id] = place
        return [{"id": id, "text": document.page_content} for id, document in zip(places, documents, strict=True)]

    def _keeps(self, result: BulkChecked | Failed) -> bool:
        if isinstance(result, Failed):
            logger.warning("neardup did not decide on %r: %s", result.id, result.error.code)
            return True
        return result.decision not in self._drop
