"""Tests the transformer with langchain-core and the built service."""

from __future__ import annotations

import asyncio

import pytest
from langchain_core.documents import Document

from neardup import AsyncClient, Client, Unreachable
from neardup.langchain import NeardupFilter

from .conftest import Service
from .test_service import TEA

COPY = TEA.upper()
OTHER = "A harbour master counts the boats each evening and writes their names into a book."


def documents() -> list[Document]:
    return [
        Document(TEA, metadata={"source": "a"}),
        Document(COPY, id="b", metadata={"source": "a"}),
        Document(" ", metadata={"source": "empty"}),
        Document(OTHER, metadata={"source": "c", "page": 1}),
    ]


def kept(found: object) -> list[str | None]:
    assert isinstance(found, list)
    return [document.metadata["source"] for document in found]


def test_leaves_out_duplicates_and_keeps_what_was_not_decided(service: Service) -> None:
    with Client(service.url) as client:
        given = documents()
        found = NeardupFilter(client).transform_documents(given)
        assert found == [given[0], given[2], given[3]]
        # A run that is repeated returns the same.
        assert NeardupFilter(client).transform_documents(given) == found
        only_new = NeardupFilter(client, drop=("duplicate", "unchanged"))
        assert kept(only_new.transform_documents(given)) == ["empty"]
        assert NeardupFilter(client).transform_documents([]) == []


def test_works_with_asyncio(service: Service) -> None:
    async def run() -> None:
        async with AsyncClient(service.url) as client:
            found = await NeardupFilter(async_client=client).atransform_documents(documents())
            assert kept(found) == ["a", "empty", "c"]

    asyncio.run(run())


def test_sends_nothing_without_ids_that_differ(service: Service) -> None:
    pages = [Document(TEA, metadata={"source": "book", "page": page}) for page in range(2)]
    with Client(service.url) as client:
        with pytest.raises(ValueError, match="documents 0 and 1 have the id 'book'"):
            NeardupFilter(client).transform_documents(pages)
        with pytest.raises(ValueError, match="document 0 has neither"):
            NeardupFilter(client).transform_documents([Document(TEA)])
        assert client.stats().documents == 0
        of_page = NeardupFilter(client, id=lambda page: f"{page.metadata['source']}#{page.metadata['page']}")
        assert len(of_page.transform_documents(pages)) == 1


def test_raises_if_the_service_is_away(service: Service) -> None:
    service.kill()
    with Client(service.url, retries=0) as client, pytest.raises(Unreachable):
        NeardupFilter(client).transform_documents(documents())
