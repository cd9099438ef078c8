"""The client. hatch_build.py generates `_client.py` from this file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, TypeVar

import httpx

from ._errors import IncompleteResponse, Rejected, Unreachable
from ._models import (
    AddedDocument,
    Backup,
    BorderPair,
    BulkAdded,
    BulkChecked,
    Cluster,
    ClusterHosts,
    ClusterWithMembers,
    Collection,
    Comparison,
    Configuration,
    ConfirmationResult,
    Decision,
    DecisionHistoryPoint,
    DecisionsByHost,
    DeletionResult,
    Document,
    ExtractedPage,
    Fingerprint,
    Job,
    Label,
    LoggedDecision,
    LookupResult,
    Overlap,
    QueryResult,
    SeparatedPair,
    Separation,
    Service,
    SiteLines,
    Stats,
    StoredDocument,
    StoredRefusedPage,
    ThresholdRecommendation,
    VerdictCounts,
)
from ._retries import may_repeat, wait_after
from ._wire import (
    KEPT_MATCHES,
    UNSET,
    BulkReader,
    Call,
    Failed,
    Unset,
    bulk,
    changes,
    each_of,
    fields,
    fields_of_row,
    new_key,
    nothing,
    part,
    query_string,
    result_of,
    same,
    written_documents,
)

T = TypeVar("T")
DuplicateIf = Literal["exact", "page", "article", "similar"]
Document_ = Mapping[str, Any] | tuple[Any, ...]
"""A document with the service's names: a mapping, or a named tuple."""
Failure = Rejected | Unreachable | IncompleteResponse


class AsyncClient:
    """A connection to a neardup service; use it in `async with`, or call `aclose`.

    base_url: such as "http://localhost:8080"; may have a path. api_key: needed if the service has keys. timeout: per
    attempt, in seconds. retries: maximum number of retries of a request that is safe to repeat; `Retry-After` is
    obeyed. collection: default for calls that name no collection. claimant and claim_seconds: defaults for claiming
    the documents that checks store (docs/claims.md); without claim_seconds, nothing is claimed. limits and transport:
    as in httpx.

    Every call raises `Rejected` (with `code` and `status`), `Unreachable`, or `IncompleteResponse`.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        timeout: float | httpx.Timeout = 30.0,
        retries: int = 4,
        collection: str | None = None,
        claimant: str | None = None,
        claim_seconds: int | None = None,
        limits: httpx.Limits | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._http = httpx.AsyncClient(
            base_url=base_url.rstrip("/"),
            timeout=timeout,
            limits=limits or httpx.Limits(),
            transport=transport,
            headers={} if api_key is None else {"authorization": f"Bearer {api_key}"},
        )
        self._retries = retries
        self._collection = collection
        self._claimant = claimant
        self._claim_seconds = claim_seconds

    async def aclose(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        await self._http.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.__aexit__(kind, value, trace)

    def __repr__(self) -> str:
        return f"AsyncClient({str(self._http.base_url)!r})"

    # Deciding

    async def check(
        self,
        *,
        id: str | None = None,
        text: str | None = None,
        html: str | None = None,
        features: Sequence[Mapping[str, Any]] | None = None,
        fingerprint: str | None = None,
        recipe: str | None = None,
        extractor: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        ttl_seconds: int | None = None,
        title: str | None = None,
        duplicate_if: DuplicateIf | None = None,
        on_duplicate: Literal["skip", "store", "replace"] | None = None,
        on_change: Literal["store", "keep"] | None = None,
        on_covered: Literal["keep", "replace"] | None = None,
        dry_run: bool | None = None,
        claim_seconds: int | None = None,
        claimant: str | None = None,
        max_distance: int | None = None,
        min_similarity: float | None = None,
        min_containment: float | Unset | None = UNSET,
        within: str | None = None,
        same_host: bool | None = None,
        limit: int | None = None,
        include: Sequence[Literal["page"]] | None = None,
        collection: str | None = None,
        idempotency_key: str | None = None,
    ) -> Decision:
        """Decides whether a document is already stored, and stores it if not: POST /check."""
        body = fields(
            id=id,
            text=text,
            html=html,
            features=features,
            fingerprint=fingerprint,
            recipe=recipe,
            extractor=extractor,
            metadata=metadata,
            ttl_seconds=ttl_seconds,
            title=title,
            include=include,
            duplicate_if=duplicate_if,
            on_duplicate=on_duplicate,
            on_change=on_change,
            on_covered=on_covered,
            dry_run=dry_run,
            max_distance=max_distance,
            min_similarity=min_similarity,
            within=within,
            same_host=same_host,
            limit=limit,
            **self._claim(claim_seconds, claimant),
            **self._inside(collection),
        )
        body |= changes(min_containment=min_containment)
        return await self._send(
            Call("POST", "/check", Decision.from_json, json=body, **self._once(id, limit, idempotency_key))
        )

    async def check_page(
        self,
        page: bytes,
        *,
        content_type: str,
        id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        ttl_seconds: int | None = None,
        title: str | None = None,
        duplicate_if: DuplicateIf | None = None,
        on_duplicate: Literal["skip", "store", "replace"] | None = None,
        on_change: Literal["store", "keep"] | None = None,
        on_covered: Literal["keep", "replace"] | None = None,
        dry_run: bool | None = None,
        claim_seconds: int | None = None,
        claimant: str | None = None,
        max_distance: int | None = None,
        min_similarity: float | None = None,
        min_containment: float | Unset | None = UNSET,
        within: str | None = None,
        same_host: bool | None = None,
        limit: int | None = None,
        include: Sequence[Literal["page"]] | None = None,
        collection: str | None = None,
        idempotency_key: str | None = None,
    ) -> Decision:
        """Checks a fetched page with its Content-Type: HTML, PDF, DOCX or plain text."""
        query = fields(
            id=id,
            metadata=metadata,
            ttl_seconds=ttl_seconds,
            title=title,
            include=include and ",".join(include),
            duplicate_if=duplicate_if,
            on_duplicate=on_duplicate,
            on_change=on_change,
            on_covered=on_covered,
            dry_run=dry_run,
            max_distance=max_distance,
            min_similarity=min_similarity,
            within=within,
            same_host=same_host,
            limit=limit,
            **self._claim(claim_seconds, claimant),
            **self._inside(collection),
        )
        query |= changes(min_containment=min_containment)
        once = self._once(id, limit, idempotency_key)
        return await self._send(self._page("/check", page, content_type, query, Decision.from_json, once))

    async def check_many(
        self,
        documents: Iterable[Document_] | AsyncIterable[Document_],
        *,
        batch_size: int = 100,
        collection: str | None = None,
        claim_seconds: int | None = None,
        claimant: str | None = None,
    ) -> AsyncIterator[BulkChecked | Failed]:
        """Checks many documents, and yields one result per document, in order.

        Documents have the fields of POST /check, under the service's names, such as `ttlSeconds`. A rejected document
        yields `Failed`. After an error, the results so far are valid, but the remaining documents may or may not have
        been checked; those with ids can safely be sent again.
        """
        more = fields(**self._claim(claim_seconds, claimant), **self._inside(collection))
        async for result in self._many("check", documents, batch_size, more):
            if isinstance(result, BulkAdded):
                raise IncompleteResponse("a line that was to be checked was added")
            yield result

    async def query(
        self,
        *,
        id: str | None = None,
        text: str | None = None,
        html: str | None = None,
        features: Sequence[Mapping[str, Any]] | None = None,
        fingerprint: str | None = None,
        recipe: str | None = None,
        max_distance: int | None = None,
        min_similarity: float | None = None,
        min_containment: float | Unset | None = UNSET,
        within: str | None = None,
        same_host: bool | None = None,
        limit: int | None = None,
        explain: bool | None = None,
        include: Sequence[Literal["page"]] | None = None,
        order: Literal["best", "distance"] | None = None,
        cursor: str | None = None,
        collection: str | None = None,
    ) -> QueryResult:
        """Finds stored near-duplicates, best first: POST /query. `explain` adds the reasons.

        With `order="distance"`, returns one page of all documents within `max_distance`; `next_cursor` is the `cursor`
        of the next page, and None on the last one.
        """
        body = fields(
            id=id,
            text=text,
            html=html,
            features=features,
            fingerprint=fingerprint,
            recipe=recipe,
            max_distance=max_distance,
            min_similarity=min_similarity,
            within=within,
            same_host=same_host,
            limit=limit,
            explain=explain,
            include=include,
            order=order,
            cursor=cursor,
            **self._inside(collection),
        )
        body |= changes(min_containment=min_containment)
        return await self._send(Call("POST", "/query", QueryResult.from_json, json=body))

    async def query_page(
        self,
        page: bytes,
        *,
        content_type: str,
        max_distance: int | None = None,
        min_similarity: float | None = None,
        min_containment: float | Unset | None = UNSET,
        within: str | None = None,
        same_host: bool | None = None,
        limit: int | None = None,
        explain: bool | None = None,
        include: Sequence[Literal["page"]] | None = None,
        order: Literal["best", "distance"] | None = None,
        cursor: str | None = None,
        collection: str | None = None,
    ) -> QueryResult:
        """Finds stored near-duplicates of a fetched page with its Content-Type, best first: POST /query."""
        query = fields(
            max_distance=max_distance,
            min_similarity=min_similarity,
            within=within,
            same_host=same_host,
            limit=limit,
            explain=explain,
            include=include and ",".join(include),
            order=order,
            cursor=cursor,
            **self._inside(collection),
        )
        query |= changes(min_containment=min_containment)
        return await self._send(self._page("/query", page, content_type, query, QueryResult.from_json, {}))

    async def compare(
        self,
        a: Mapping[str, Any],
        b: Mapping[str, Any],
        *,
        explain: bool | None = None,
        collection: str | None = None,
    ) -> Comparison:
        """Compares two documents, each `{"id": …}` or a content such as `{"text": …}`: POST /compare."""
        body = fields(a=a, b=b, explain=explain, **self._inside(collection))
        return await self._send(Call("POST", "/compare", Comparison.from_json, json=body))

    async def overlap(
        self,
        *,
        id: str | None = None,
        text: str | None = None,
        html: str | None = None,
        min_containment: float | None = None,
        min_words: int | None = None,
        limit: int | None = None,
        texts: bool | None = None,
        collection: str | None = None,
    ) -> Overlap:
        """Finds the passages of a text that stored texts contain: POST /overlap. Needs a recipe with parts."""
        body = fields(
            id=id,
            text=text,
            html=html,
            min_containment=min_containment,
            min_words=min_words,
            limit=limit,
            texts=texts,
            **self._inside(collection),
        )
        return await self._send(Call("POST", "/overlap", Overlap.from_json, json=body))

    async def fingerprint(
        self, *, text: str | None = None, html: str | None = None, collection: str | None = None
    ) -> Fingerprint:
        """Returns the SimHash of a text under the recipe of a collection: POST /fingerprint."""
        body = fields(text=text, html=html, **self._inside(collection))
        return await self._send(Call("POST", "/fingerprint", Fingerprint.from_json, json=body))

    async def extract(self, page: bytes, *, content_type: str, url: str | None = None) -> ExtractedPage:
        """Extracts the main text and the metadata of a page: POST /extract. `url` resolves relative addresses."""
        query = fields(url=url)
        return await self._send(self._page("/extract", page, content_type, query, ExtractedPage.from_json, {}))

    # Documents

    async def add(
        self,
        *,
        id: str | None = None,
        text: str | None = None,
        html: str | None = None,
        features: Sequence[Mapping[str, Any]] | None = None,
        fingerprint: str | None = None,
        recipe: str | None = None,
        extractor: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        ttl_seconds: int | None = None,
        title: str | None = None,
        include: Sequence[Literal["page"]] | None = None,
        collection: str | None = None,
        idempotency_key: str | None = None,
    ) -> AddedDocument:
        """Stores a document without checking for duplicates: POST /documents."""
        body = fields(
            id=id,
            text=text,
            html=html,
            features=features,
            fingerprint=fingerprint,
            recipe=recipe,
            extractor=extractor,
            metadata=metadata,
            ttl_seconds=ttl_seconds,
            title=title,
            include=include,
            **self._inside(collection),
        )
        once = self._once(id, None, idempotency_key)
        return await self._send(Call("POST", "/documents", AddedDocument.from_json, json=body, **once))

    async def add_page(
        self,
        page: bytes,
        *,
        content_type: str,
        id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        ttl_seconds: int | None = None,
        title: str | None = None,
        include: Sequence[Literal["page"]] | None = None,
        collection: str | None = None,
        idempotency_key: str | None = None,
    ) -> AddedDocument:
        """Stores a fetched page with its Content-Type, without checking for duplicates: POST /documents."""
        query = fields(
            id=id,
            metadata=metadata,
            ttl_seconds=ttl_seconds,
            title=title,
            include=include and ",".join(include),
            **self._inside(collection),
        )
        once = self._once(id, None, idempotency_key)
        return await self._send(self._page("/documents", page, content_type, query, AddedDocument.from_json, once))

    async def add_many(
        self,
        documents: Iterable[Document_] | AsyncIterable[Document_],
        *,
        batch_size: int = 100,
        collection: str | None = None,
    ) -> AsyncIterator[BulkAdded | Failed]:
        """Stores many documents, and yields one result per document, in order, like `check_many`."""
        async for result in self._many("add", documents, batch_size, self._inside(collection)):
            if isinstance(result, BulkChecked):
                raise IncompleteResponse("a line that was to be added was checked")
            yield result

    async def get(
        self, id: str, *, include_text: bool = False, include_match: bool = False, collection: str | None = None
    ) -> Document:
        """Returns a stored document. Raises `Rejected` with code `document_not_found` if it is absent."""
        wanted = [name for name, is_wanted in (("text", include_text), ("match", include_match)) if is_wanted]
        params = fields(include=",".join(wanted) or None, **self._inside(collection))
        return await self._send(Call("GET", f"/documents/{part(id)}", Document.from_json, params=params))

    async def lookup(self, ids: Iterable[str], *, collection: str | None = None) -> LookupResult:
        """Returns up to 1,000 stored documents; ids of absent documents are in `missing`."""
        body = fields(ids=list(ids), **self._inside(collection))
        return await self._send(Call("POST", "/documents/lookup", LookupResult.from_json, json=body))

    async def confirm(
        self,
        written: Iterable[Decision | BulkChecked],
        *,
        claimant: str | None = None,
        collection: str | None = None,
    ) -> ConfirmationResult:
        """Confirms up to 1,000 claimed documents, whose pages the caller has written. They become permanent.

        written: decisions on the written pages. In the result, `missing` lists the ids of documents that are absent,
        have other content, or are claimed by another client.
        """
        claim = claimant or self._claimant
        body = fields(documents=written_documents(written), claimant=claim, **self._inside(collection))
        return await self._send(Call("POST", "/documents/confirm", ConfirmationResult.from_json, json=body))

    async def delete(self, ids: Iterable[str], *, collection: str | None = None) -> DeletionResult:
        """Deletes up to 1,000 documents."""
        body = fields(ids=list(ids), **self._inside(collection))
        return await self._send(Call("POST", "/documents/delete", DeletionResult.from_json, json=body))

    async def delete_prefix(self, id_prefix: str, *, collection: str | None = None) -> Job:
        """Starts a job that deletes all documents with this id prefix."""
        body = fields(id_prefix=id_prefix, **self._inside(collection))
        return await self._send(Call("POST", "/documents/delete", Job.from_json, json=body))

    async def iter_documents(
        self,
        *,
        id_prefix: str | None = None,
        cluster: str | None = None,
        order: Literal["id", "newest"] | None = None,
        stored_after: str | None = None,
        stored_before: str | None = None,
        search: str | None = None,
        only: Literal["clustered", "similar", "changed", "short", "claimed"] | None = None,
        include: Literal["excerpt"] | None = None,
        collection: str | None = None,
    ) -> AsyncIterator[StoredDocument]:
        """Iterates over all documents by id or newest first, or over the members of a cluster, page by page."""
        query = fields(
            id_prefix=id_prefix,
            cluster=cluster,
            order=order,
            stored_after=stored_after,
            stored_before=stored_before,
            search=search,
            only=only,
            include=include,
            **self._inside(collection),
        )
        async for each in self._pages("/documents", "documents", query, StoredDocument.from_json):
            yield each

    # Clusters

    async def iter_clusters(
        self, *, min_size: int | None = None, collection: str | None = None
    ) -> AsyncIterator[Cluster]:
        """Iterates over all clusters, page by page."""
        query = fields(min_size=min_size, **self._inside(collection))
        async for each in self._pages("/clusters", "clusters", query, Cluster.from_json):
            yield each

    async def get_cluster(
        self, id: str, *, cursor: str | None = None, collection: str | None = None
    ) -> ClusterWithMembers:
        """Returns a cluster with one page of its members; `next_cursor` is the cursor of the next page."""
        params = query_string(fields(cursor=cursor, limit=1000, **self._inside(collection)))
        return await self._send(Call("GET", f"/clusters/{part(id)}", ClusterWithMembers.from_json, params=params))

    async def cluster_hosts(self, id: str, *, collection: str | None = None) -> ClusterHosts:
        """Returns the hosts of the members of a cluster, by number of members, largest first."""
        path = f"/clusters/{part(id)}/hosts"
        return await self._send(Call("GET", path, ClusterHosts.from_json, params=self._inside(collection)))

    async def set_representative(self, cluster: str, id: str, *, collection: str | None = None) -> Cluster:
        """Makes a stored member the representative of its cluster until the member leaves the cluster."""
        body = fields(id=id, **self._inside(collection))
        path = f"/clusters/{part(cluster)}/representative"
        return await self._send(Call("PUT", path, Cluster.from_json, json=body))

    async def separate(self, a: str, b: str, *, collection: str | None = None) -> SeparatedPair:
        """Declares that two documents are not duplicates; `left` is the document that left a cluster, if any."""
        body = fields(a=a, b=b, **self._inside(collection))
        return await self._send(Call("POST", "/separations", SeparatedPair.from_json, json=body))

    async def unseparate(self, a: str, b: str, *, collection: str | None = None) -> None:
        """Undoes `separate`."""
        params = fields(a=a, b=b, **self._inside(collection))
        await self._send(Call("DELETE", "/separations", nothing, params=params))

    async def iter_separations(self, *, collection: str | None = None) -> AsyncIterator[Separation]:
        """Iterates over all separated pairs, page by page."""
        async for each in self._pages("/separations", "separations", self._inside(collection), Separation.from_json):
            yield each

    async def label(
        self,
        a: str,
        b: str,
        label: Literal["same", "version", "different"],
        *,
        separate: bool | None = None,
        collection: str | None = None,
    ) -> None:
        """Stores a person's label for two documents. `recommendation` is based on labels."""
        body = fields(a=a, b=b, label=label, separate=separate, **self._inside(collection))
        await self._send(Call("POST", "/labels", nothing, json=body))

    async def unlabel(self, a: str, b: str, *, collection: str | None = None) -> None:
        """Deletes the label of two documents."""
        params = fields(a=a, b=b, **self._inside(collection))
        await self._send(Call("DELETE", "/labels", nothing, params=params))

    async def iter_labels(self, *, collection: str | None = None) -> AsyncIterator[Label]:
        """Iterates over all labels, page by page."""
        async for each in self._pages("/labels", "labels", self._inside(collection), Label.from_json):
            yield each

    async def iter_decisions(
        self,
        *,
        id: str | None = None,
        id_prefix: str | None = None,
        host: str | None = None,
        search: str | None = None,
        match: str | None = None,
        decision: Literal["duplicate", "similar", "changed", "replaced"] | None = None,
        reason: Literal["familyFull", "outlivesMatch", "matchIsLonger", "gone"] | None = None,
        verdict: Literal["right", "wrong", "none"] | None = None,
        since: str | None = None,
        until: str | None = None,
        min_similarity: float | None = None,
        max_similarity: float | None = None,
        order: Literal["newest", "certainty"] | None = None,
        collection: str | None = None,
    ) -> AsyncIterator[LoggedDecision]:
        """Iterates over recorded decisions, newest first; by certainty, over refusals, least certain first."""
        query = fields(
            id=id,
            id_prefix=id_prefix,
            host=host,
            search=search,
            match=match,
            decision=decision,
            reason=reason,
            verdict=verdict,
            since=since,
            until=until,
            min_similarity=min_similarity,
            max_similarity=max_similarity,
            order=order,
            **self._inside(collection),
        )
        async for each in self._pages("/decisions", "decisions", query, LoggedDecision.from_json):
            yield each

    async def store_refused(
        self,
        number: int,
        *,
        label: Literal["different", "version"] | None = None,
        collection: str | None = None,
    ) -> StoredRefusedPage:
        """Stores a wrongly refused page, if the service kept it, and separates it from its match."""
        body = fields(label=label, **self._inside(collection))
        return await self._send(Call("POST", f"/decisions/{number}/store", StoredRefusedPage.from_json, json=body))

    async def remove_refused(self, number: int, *, collection: str | None = None) -> None:
        """Undoes `store_refused`."""
        params = self._inside(collection)
        await self._send(Call("DELETE", f"/decisions/{number}/store", nothing, params=params))

    async def judge_decision(
        self, number: int, verdict: Literal["right"] | None, *, collection: str | None = None
    ) -> None:
        """Records that a refusal was right; None removes this verdict."""
        body = {"verdict": verdict, **self._inside(collection)}
        await self._send(Call("PUT", f"/decisions/{number}/verdict", nothing, json=body))

    async def verdicts(self, *, since: str | None = None, collection: str | None = None) -> VerdictCounts:
        """Counts the judged refusals, and returns the share that was right with its interval."""
        params = fields(since=since, **self._inside(collection))
        return await self._send(Call("GET", "/decisions/verdicts", VerdictCounts.from_json, params=params))

    async def border(self, collection: str, *, limit: int | None = None) -> tuple[BorderPair, ...]:
        """Returns the pairs of stored documents whose labels would be most informative."""
        params = query_string(fields(collection=collection, limit=limit))
        data = await self._send(Call("GET", "/labels/next", dict, params=params))
        return tuple(BorderPair.from_json(each) for each in data["pairs"])

    async def recommendation(self, collection: str) -> ThresholdRecommendation:
        """Returns the threshold that fits the labels best."""
        params = {"collection": collection}
        return await self._send(Call("GET", "/labels/recommendation", ThresholdRecommendation.from_json, params=params))

    # Collections and jobs

    async def list_collections(self) -> tuple[Collection, ...]:
        pages = self._pages("/collections", "collections", {}, Collection.from_json)
        return tuple([each async for each in pages])

    async def create_collection(self, name: str, **settings: Any) -> Collection:
        """Creates a collection with settings such as `keep_text` and `recipe`. None is sent as null."""
        body = {"name": name} | changes(**settings)
        return await self._send(Call("POST", "/collections", Collection.from_json, json=body, repeatable=False))

    async def get_collection(self, name: str) -> Collection:
        return await self._send(Call("GET", f"/collections/{part(name)}", Collection.from_json))

    async def update_collection(self, name: str, **settings: Any) -> Collection:
        """Changes settings. None is sent as null, which turns off `ttl_seconds` and `min_containment`."""
        path = f"/collections/{part(name)}"
        return await self._send(Call("PATCH", path, Collection.from_json, json=changes(**settings)))

    async def delete_collection(self, name: str) -> None:
        """Deletes a collection with all its documents."""
        await self._send(
            Call("DELETE", f"/collections/{part(name)}", nothing, params={"confirm": name}, repeatable=False)
        )

    async def reindex(self, name: str, recipe: Mapping[str, Any]) -> Job:
        """Starts a job that rebuilds a collection under another recipe, from its stored texts."""
        path = f"/collections/{part(name)}/reindex"
        return await self._send(Call("POST", path, Job.from_json, json={"recipe": recipe}, repeatable=False))

    async def scan(
        self,
        name: str,
        *,
        delete_duplicates: bool | None = None,
        keep: str | None = None,
        dry_run: bool | None = None,
    ) -> Job:
        """Starts a job that finds duplicates among the stored documents.

        `keep` chooses the copy that stays when duplicates are deleted, such as `last` or `metadata.date`.
        """
        body = fields(delete_duplicates=delete_duplicates, keep=keep, dry_run=dry_run)
        path = f"/collections/{part(name)}/scan"
        return await self._send(Call("POST", path, Job.from_json, json=body, repeatable=False))

    async def list_jobs(self) -> tuple[Job, ...]:
        data = await self._send(Call("GET", "/jobs", dict))
        return tuple(Job.from_json(each) for each in data["jobs"])

    async def get_job(self, id: str) -> Job:
        return await self._send(Call("GET", f"/jobs/{part(id)}", Job.from_json))

    async def cancel_job(self, id: str) -> Job:
        """Cancels a job, which stops shortly afterwards."""
        return await self._send(Call("DELETE", f"/jobs/{part(id)}", Job.from_json))

    # The service

    async def stats(self, *, collection: str | None = None) -> Stats:
        """Returns the counts of a collection; of all collections if neither call nor client names one."""
        return await self._send(Call("GET", "/stats", Stats.from_json, params=self._inside(collection)))

    async def history(
        self, *, hours: int | None = None, collection: str | None = None
    ) -> tuple[DecisionHistoryPoint, ...]:
        """Returns decisions by hour."""
        params = query_string(fields(hours=hours, **self._inside(collection)))
        data = await self._send(Call("GET", "/stats/history", dict, params=params))
        return tuple(DecisionHistoryPoint.from_json(each) for each in data["points"])

    async def hosts(
        self,
        *,
        days: int | None = None,
        order: Literal["decisions", "refused"] | None = None,
        collection: str | None = None,
    ) -> DecisionsByHost:
        """Returns the hosts with the most decisions, or the most refusals, of the last days (UTC), including today."""
        params = fields(days=days, order=order, **self._inside(collection))
        return await self._send(Call("GET", "/stats/hosts", DecisionsByHost.from_json, params=params))

    async def site_lines(self, host: str, *, collection: str | None = None) -> SiteLines:
        """Returns the lines that a site repeats, which do not count when its pages are compared."""
        path = f"/sites/{part(host)}"
        return await self._send(Call("GET", path, SiteLines.from_json, params=self._inside(collection)))

    async def service(self) -> Service:
        """Returns the version of the service, the features of its store, and the permissions of the key."""
        return await self._send(Call("GET", "/service", Service.from_json))

    async def settings(self) -> Configuration:
        """Returns all settings except secrets, and the names and permissions of the valid keys."""
        return await self._send(Call("GET", "/settings", Configuration.from_json))

    async def backup(self) -> Backup:
        """Copies the database into the backup directory of the service."""
        return await self._send(Call("POST", "/backup", Backup.from_json, json={}, repeatable=False))

    async def ready(self) -> bool:
        """Returns True if the service can answer requests."""
        try:
            answer = await self._http.get("/readyz")
        except httpx.TransportError:
            return False
        return answer.is_success

    async def request(
        self, method: str, path: str, *, json: Any = None, params: Mapping[str, str] | None = None
    ) -> Any:
        """Calls any operation and returns the JSON of its answer.

        A GET is also retried if there is no answer; another method only if the service has not processed the request.
        """
        return await self._send(Call(method, path, same, json=json, params=params or {}, repeatable=method == "GET"))

    # Internals

    def _inside(self, collection: str | None) -> dict[str, str]:
        name = collection or self._collection
        return {} if name is None else {"collection": name}

    def _claim(self, seconds: int | None, claimant: str | None) -> dict[str, Any]:
        lasting = self._claim_seconds if seconds is None else seconds
        if lasting is None:
            return {}
        return {"claim_seconds": lasting, "claimant": claimant or self._claimant}

    def _once(self, id: str | None, limit: int | None, key: str | None) -> dict[str, Any]:
        """Makes a request safe to send twice: by its id, or by an idempotency key."""
        if key is None and id is None and (limit or 0) <= KEPT_MATCHES:
            key = new_key()
        headers = {} if key is None else {"idempotency-key": key}
        return {"headers": headers, "repeatable": id is not None or key is not None}

    def _page(
        self,
        path: str,
        page: bytes,
        content_type: str,
        query: Mapping[str, Any],
        read: Callable[[Any], T],
        once: Mapping[str, Any],
    ) -> Call[T]:
        headers = {**once.get("headers", {}), "content-type": content_type}
        return Call(
            "POST",
            path,
            read,
            content=page,
            params=query_string(query),
            headers=headers,
            repeatable=once.get("repeatable", True),
        )

    async def _pages(
        self, path: str, name: str, query: Mapping[str, Any], read: Callable[[Any], T]
    ) -> AsyncIterator[T]:
        """Iterates over the named list of a response, page by page."""
        cursor: str | None = None
        while True:
            params = query_string({**query, **fields(cursor=cursor, limit=1000)})
            page = await self._send(Call("GET", path, dict, params=params))
            for each in page[name]:
                yield read(each)
            cursor = page["nextCursor"]
            if cursor is None:
                return

    async def _send(self, call: Call[T]) -> T:
        failures = 0
        while True:
            try:
                return result_of(await self._http.request(**call.request()), call.read)
            except httpx.TransportError as error:
                failure: Failure = Unreachable(f"no answer from {self._http.base_url}: {error!r}")
                failure.__cause__ = error
            except Rejected as error:
                failure = error
            failures += 1
            wait = self._wait(failure, failures, call.repeatable)
            if wait is None:
                raise failure
            await asyncio.sleep(wait)

    def _wait(self, failure: Failure, failures: int, repeatable: bool) -> float | None:
        """Returns the delay before a retry in seconds; None for no retry."""
        rejected = failure if isinstance(failure, Rejected) else None
        status, code = (None, None) if rejected is None else (rejected.status, rejected.code)
        if failures > self._retries or not may_repeat(status, code, repeatable):
            return None
        return wait_after(failures, None if rejected is None else rejected.retry_after)

    async def _many(
        self,
        mode: Literal["add", "check"],
        documents: Iterable[Document_] | AsyncIterable[Document_],
        batch_size: int,
        more: Mapping[str, Any],
    ) -> AsyncIterator[BulkAdded | BulkChecked | Failed]:
        batch: list[Mapping[str, Any]] = []
        row = 0
        async for document in each_of(documents):
            batch.append({**more, **fields_of_row(document, row)})
            row += 1
            if len(batch) == batch_size:
                async for result in self._batch(mode, batch, row - len(batch)):
                    yield result
                batch = []
        if batch:
            async for result in self._batch(mode, batch, row - len(batch)):
                yield result

    async def _batch(
        self, mode: str, batch: Sequence[Mapping[str, Any]], row: int
    ) -> AsyncIterator[BulkAdded | BulkChecked | Failed]:
        """Sends a batch. Documents without a result are sent again if that is safe: if all of them have ids.

        row: number of the first document of the batch, from 0.
        """
        rest = list(batch)
        failures = 0
        while True:
            reader = BulkReader([document.get("id") for document in rest], row)
            try:
                async with self._http.stream("POST", "/documents/bulk", **bulk(mode, rest)) as answer:
                    if not answer.is_success:
                        await answer.aread()
                        result_of(answer, nothing)
                    async for line in answer.aiter_lines():
                        result = reader.line(line)
                        if result is not None:
                            failures = 0
                            yield result
                reader.end()
                return
            except httpx.TransportError as error:
                failure: Failure = Unreachable(f"no whole answer from {self._http.base_url}: {error!r}")
                failure.__cause__ = error
            except (Rejected, IncompleteResponse) as error:
                failure = error
            rest = rest[reader.seen :]
            row += reader.seen
            if not rest:
                raise failure
            failures += 1
            repeatable = all(document.get("id") is not None for document in rest)
            wait = self._wait(failure, failures, repeatable)
            if wait is None:
                raise failure
            await asyncio.sleep(wait)
