"""The client. hatch_build.py makes `_client.py` of this file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, TypeVar

import httpx

from ._errors import IncompleteResponse, Refused, Unreachable
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
    ConfirmationResult,
    Decision,
    DecisionHistoryPoint,
    DeletionResult,
    Document,
    ExtractedPage,
    Fingerprint,
    Job,
    Key,
    Label,
    LoggedDecision,
    LookupResult,
    Overlap,
    QueryResult,
    RecentActivity,
    Separation,
    Service,
    Setting,
    Stats,
    StoredDocument,
    StoredRefusedPage,
    ThresholdRecommendation,
    UndoneSeparation,
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
    new_key,
    nothing,
    part,
    query_string,
    result_of,
    same,
    written_documents,
)

T = TypeVar("T")
DuplicateIf = Literal["exact", "addsNothing", "similar"]
Document_ = Mapping[str, Any]
Failure = Refused | Unreachable | IncompleteResponse


class AsyncClient:
    """A connection to a neardup service; use it in `async with`, or call `aclose`.

    base_url: such as "http://localhost:8080"; may have a path. api_key: where the service has keys. timeout: of one
    try, in seconds. retries: how often a request is sent again at most, where that is safe; `Retry-After` is obeyed.
    collection: where calls name none. claimant and claim_seconds: claim what checks store (docs/claims.md); without
    claim_seconds nothing is claimed. limits and transport: as in httpx.

    Every call raises `Refused` (with `code` and `status`), `Unreachable`, or `IncompleteResponse`.
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
        limit: int | None = None,
        include: Sequence[Literal["page"]] | None = None,
        collection: str | None = None,
        idempotency_key: str | None = None,
    ) -> Decision:
        """Decides whether a document is here already, and stores it if not: POST /check."""
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
        limit: int | None = None,
        include: Sequence[Literal["page"]] | None = None,
        collection: str | None = None,
        idempotency_key: str | None = None,
    ) -> Decision:
        """The same for a page as it was fetched, with its Content-Type: HTML, PDF, DOCX or plain text."""
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
        """Decides about many documents, with a result for each, in their order.

        A document has the fields of POST /check, by the service's names; one that is refused gives `Failed`. After
        an error, the results before it hold, and the documents after them were perhaps not checked: with ids they may
        be sent again.
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
        limit: int | None = None,
        explain: bool | None = None,
        include: Sequence[Literal["page"]] | None = None,
        collection: str | None = None,
    ) -> QueryResult:
        """Finds stored documents that are nearly the same, best first: POST /query. `explain` says why."""
        body = fields(
            id=id,
            text=text,
            html=html,
            features=features,
            fingerprint=fingerprint,
            recipe=recipe,
            max_distance=max_distance,
            min_similarity=min_similarity,
            limit=limit,
            explain=explain,
            include=include,
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
        limit: int | None = None,
        explain: bool | None = None,
        include: Sequence[Literal["page"]] | None = None,
        collection: str | None = None,
    ) -> QueryResult:
        """The same for a page as it was fetched."""
        query = fields(
            max_distance=max_distance,
            min_similarity=min_similarity,
            limit=limit,
            explain=explain,
            include=include and ",".join(include),
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
        """Measures two documents, each `{"id": …}` or with a content: POST /compare."""
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
        """Which passages of a text stand in stored ones: POST /overlap. Needs a recipe with parts."""
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
        """The SimHash of a text by the recipe of a collection: POST /fingerprint."""
        body = fields(text=text, html=html, **self._inside(collection))
        return await self._send(Call("POST", "/fingerprint", Fingerprint.from_json, json=body))

    async def extract(self, page: bytes, *, content_type: str, url: str | None = None) -> ExtractedPage:
        """The main text of a page, and the facts in it: POST /extract. `url` resolves relative addresses."""
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
        """Stores a document, whatever it resembles: POST /documents."""
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
        """The same for a page as it was fetched."""
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
        """Stores many documents, with a result for each, in their order; as `check_many`."""
        async for result in self._many("add", documents, batch_size, self._inside(collection)):
            if isinstance(result, BulkChecked):
                raise IncompleteResponse("a line that was to be added was checked")
            yield result

    async def get(
        self, id: str, *, include_text: bool = False, include_match: bool = False, collection: str | None = None
    ) -> Document:
        """What is stored of a document. Raises `Refused` with code `document_not_found`."""
        wanted = [name for name, is_wanted in (("text", include_text), ("match", include_match)) if is_wanted]
        params = fields(include=",".join(wanted) or None, **self._inside(collection))
        return await self._send(Call("GET", f"/documents/{part(id)}", Document.from_json, params=params))

    async def lookup(self, ids: Iterable[str], *, collection: str | None = None) -> LookupResult:
        """What is stored of at most 1,000 documents; what is absent is in `missing`."""
        body = fields(ids=list(ids), **self._inside(collection))
        return await self._send(Call("POST", "/documents/lookup", LookupResult.from_json, json=body))

    async def confirm(
        self,
        written: Iterable[Decision | BulkChecked],
        *,
        claimant: str | None = None,
        collection: str | None = None,
    ) -> ConfirmationResult:
        """Stores claimed documents permanently, at most 1,000, because their pages are written.

        written: decisions about the pages that are written; one whose content is not stored is in `missing`.
        """
        claim = claimant or self._claimant
        body = fields(documents=written_documents(written), claimant=claim, **self._inside(collection))
        return await self._send(Call("POST", "/documents/confirm", ConfirmationResult.from_json, json=body))

    async def delete(self, ids: Iterable[str], *, collection: str | None = None) -> DeletionResult:
        """Deletes at most 1,000 documents."""
        body = fields(ids=list(ids), **self._inside(collection))
        return await self._send(Call("POST", "/documents/delete", DeletionResult.from_json, json=body))

    async def delete_prefix(self, id_prefix: str, *, collection: str | None = None) -> Job:
        """Begins to delete all documents whose ids begin so; the job tells how far it is."""
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
        include: Literal["excerpt"] | None = None,
        collection: str | None = None,
    ) -> AsyncIterator[StoredDocument]:
        """All documents in the order of their ids, from the newest on, or the members of a cluster; page by page."""
        query = fields(
            id_prefix=id_prefix,
            cluster=cluster,
            order=order,
            stored_after=stored_after,
            stored_before=stored_before,
            include=include,
            **self._inside(collection),
        )
        async for each in self._pages("/documents", "documents", query, StoredDocument.from_json):
            yield each

    # Clusters

    async def iter_clusters(
        self, *, min_size: int | None = None, collection: str | None = None
    ) -> AsyncIterator[Cluster]:
        """All clusters, fetched page by page."""
        query = fields(min_size=min_size, **self._inside(collection))
        async for each in self._pages("/clusters", "clusters", query, Cluster.from_json):
            yield each

    async def get_cluster(
        self, id: str, *, cursor: str | None = None, collection: str | None = None
    ) -> ClusterWithMembers:
        """A cluster with one page of its members; `next_cursor` leads to the next."""
        params = query_string(fields(cursor=cursor, limit=1000, **self._inside(collection)))
        return await self._send(Call("GET", f"/clusters/{part(id)}", ClusterWithMembers.from_json, params=params))

    async def cluster_hosts(self, id: str, *, collection: str | None = None) -> ClusterHosts:
        """The hosts of the members of a cluster, those with the most members first."""
        path = f"/clusters/{part(id)}/hosts"
        return await self._send(Call("GET", path, ClusterHosts.from_json, params=self._inside(collection)))

    async def set_representative(self, cluster: str, id: str, *, collection: str | None = None) -> Cluster:
        """Makes a stored member the representative of its cluster, until it leaves."""
        body = fields(id=id, **self._inside(collection))
        path = f"/clusters/{part(cluster)}/representative"
        return await self._send(Call("PUT", path, Cluster.from_json, json=body))

    async def separate(self, a: str, b: str, *, collection: str | None = None) -> Separation:
        """Declares that two documents are no duplicates; `left` tells who left a cluster by it."""
        body = fields(a=a, b=b, **self._inside(collection))
        return await self._send(Call("POST", "/documents/separate", Separation.from_json, json=body))

    async def unseparate(self, a: str, b: str, *, collection: str | None = None) -> UndoneSeparation:
        """Takes the declaration of `separate` back; `restored` tells who is back in a cluster."""
        params = fields(a=a, b=b, **self._inside(collection))
        return await self._send(Call("DELETE", "/separations", UndoneSeparation.from_json, params=params))

    async def iter_separations(self, *, collection: str | None = None) -> AsyncIterator[Separation]:
        """All pairs that were declared no duplicates, fetched page by page."""
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
        """Keeps what a person says of two documents; `recommendation` learns of it."""
        body = fields(a=a, b=b, label=label, separate=separate, **self._inside(collection))
        await self._send(Call("POST", "/labels", nothing, json=body))

    async def unlabel(self, a: str, b: str, *, collection: str | None = None) -> None:
        """Deletes the label of two documents."""
        params = fields(a=a, b=b, **self._inside(collection))
        await self._send(Call("DELETE", "/labels", nothing, params=params))

    async def iter_labels(self, *, collection: str | None = None) -> AsyncIterator[Label]:
        """All labels, fetched page by page."""
        async for each in self._pages("/labels", "labels", self._inside(collection), Label.from_json):
            yield each

    async def iter_decisions(
        self,
        *,
        id: str | None = None,
        id_prefix: str | None = None,
        host: str | None = None,
        decision: Literal["duplicate", "similar", "changed", "replaced"] | None = None,
        reason: Literal["familyFull"] | None = None,
        verdict: Literal["right", "wrong", "none"] | None = None,
        since: str | None = None,
        until: str | None = None,
        min_similarity: float | None = None,
        max_similarity: float | None = None,
        order: Literal["newest", "certainty"] | None = None,
        collection: str | None = None,
    ) -> AsyncIterator[LoggedDecision]:
        """Recorded decisions, the newest or the least certain refusals first, fetched page by page."""
        query = fields(
            id=id,
            id_prefix=id_prefix,
            host=host,
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
        """Stores a page that was refused wrongly, if it is kept, and declares it separate from its match."""
        body = fields(label=label, **self._inside(collection))
        return await self._send(Call("POST", f"/decisions/{number}/store", StoredRefusedPage.from_json, json=body))

    async def remove_refused(self, number: int, *, collection: str | None = None) -> None:
        """Undoes `store_refused`."""
        params = self._inside(collection)
        await self._send(Call("DELETE", f"/decisions/{number}/store", nothing, params=params))

    async def judge_decision(
        self, number: int, verdict: Literal["right"] | None, *, collection: str | None = None
    ) -> None:
        """Remembers that a refusal was right; None takes it back."""
        body = {"verdict": verdict, **self._inside(collection)}
        await self._send(Call("PUT", f"/decisions/{number}/verdict", nothing, json=body))

    async def border(self, collection: str, *, limit: int | None = None) -> tuple[BorderPair, ...]:
        """Pairs of stored documents whose label would tell most."""
        path = f"/collections/{part(collection)}/border"
        data = await self._send(Call("GET", path, dict, params=query_string(fields(limit=limit))))
        return tuple(BorderPair.from_json(each) for each in data["pairs"])

    async def recommendation(self, collection: str) -> ThresholdRecommendation:
        """The threshold that fits the labels best."""
        path = f"/collections/{part(collection)}/recommendation"
        return await self._send(Call("GET", path, ThresholdRecommendation.from_json))

    # Collections and jobs

    async def list_collections(self) -> tuple[Collection, ...]:
        pages = self._pages("/collections", "collections", {}, Collection.from_json)
        return tuple([each async for each in pages])

    async def create_collection(self, name: str, **settings: Any) -> Collection:
        """Settings by their Python names, such as `keep_text` and `recipe`. None is sent, as it is a value."""
        body = {"name": name} | changes(**settings)
        return await self._send(Call("POST", "/collections", Collection.from_json, json=body, repeatable=False))

    async def get_collection(self, name: str) -> Collection:
        return await self._send(Call("GET", f"/collections/{part(name)}", Collection.from_json))

    async def update_collection(self, name: str, **settings: Any) -> Collection:
        """Changes settings; None is a value: of `ttl_seconds` and `min_containment` it means none."""
        path = f"/collections/{part(name)}"
        return await self._send(Call("PATCH", path, Collection.from_json, json=changes(**settings)))

    async def delete_collection(self, name: str) -> None:
        """Deletes a collection with all its documents."""
        await self._send(
            Call("DELETE", f"/collections/{part(name)}", nothing, params={"confirm": name}, repeatable=False)
        )

    async def reindex(self, name: str, recipe: Mapping[str, Any]) -> Job:
        """Moves a collection to another recipe, from its kept texts."""
        path = f"/collections/{part(name)}/reindex"
        return await self._send(Call("POST", path, Job.from_json, json={"recipe": recipe}, repeatable=False))

    async def scan(self, name: str, *, delete_duplicates: bool | None = None, dry_run: bool | None = None) -> Job:
        """Finds duplicates among the stored documents."""
        body = fields(delete_duplicates=delete_duplicates, dry_run=dry_run)
        path = f"/collections/{part(name)}/scan"
        return await self._send(Call("POST", path, Job.from_json, json=body, repeatable=False))

    async def list_jobs(self) -> tuple[Job, ...]:
        data = await self._send(Call("GET", "/jobs", dict))
        return tuple(Job.from_json(each) for each in data["jobs"])

    async def get_job(self, id: str) -> Job:
        return await self._send(Call("GET", f"/jobs/{part(id)}", Job.from_json))

    async def cancel_job(self, id: str) -> Job:
        """Has a job end soon."""
        return await self._send(Call("DELETE", f"/jobs/{part(id)}", Job.from_json))

    # The service

    async def stats(self, *, collection: str | None = None) -> Stats:
        """Counts of a collection; of all if neither the call nor the client names one."""
        return await self._send(Call("GET", "/stats", Stats.from_json, params=self._inside(collection)))

    async def history(
        self, *, hours: int | None = None, collection: str | None = None
    ) -> tuple[DecisionHistoryPoint, ...]:
        """Decisions by hours."""
        params = query_string(fields(hours=hours, **self._inside(collection)))
        data = await self._send(Call("GET", "/stats/history", dict, params=params))
        return tuple(DecisionHistoryPoint.from_json(each) for each in data["points"])

    async def recent(self, *, collection: str | None = None) -> RecentActivity:
        """What the service decides and answers now, by the minute and by host."""
        return await self._send(Call("GET", "/stats/recent", RecentActivity.from_json, params=self._inside(collection)))

    async def service(self) -> Service:
        """What runs there, what its store offers, and what the key may do."""
        return await self._send(Call("GET", "/service", Service.from_json))

    async def settings(self) -> tuple[Setting, ...]:
        """All settings, without what is secret."""
        data = await self._send(Call("GET", "/settings", dict))
        return tuple(Setting.from_json(each) for each in data["settings"])

    async def keys(self) -> tuple[Key, ...]:
        """The keys that are valid now: names and rights."""
        data = await self._send(Call("GET", "/keys", dict))
        return tuple(Key.from_json(each) for each in data["keys"])

    async def backup(self) -> Backup:
        """Copies the database into the directory of backups of the service."""
        return await self._send(Call("POST", "/backup", Backup.from_json, json={}, repeatable=False))

    async def ready(self) -> bool:
        """Whether requests can be answered now."""
        try:
            answer = await self._http.get("/readyz")
        except httpx.TransportError:
            return False
        return answer.is_success

    async def request(
        self, method: str, path: str, *, json: Any = None, params: Mapping[str, str] | None = None
    ) -> Any:
        """Any operation: the JSON of its answer. Sent again only where it was refused before anything was done."""
        return await self._send(Call(method, path, same, json=json, params=params or {}, repeatable=method == "GET"))

    # Within

    def _inside(self, collection: str | None) -> dict[str, str]:
        name = collection or self._collection
        return {} if name is None else {"collection": name}

    def _claim(self, seconds: int | None, claimant: str | None) -> dict[str, Any]:
        lasting = self._claim_seconds if seconds is None else seconds
        if lasting is None:
            return {}
        return {"claim_seconds": lasting, "claimant": claimant or self._claimant}

    def _once(self, id: str | None, limit: int | None, key: str | None) -> dict[str, Any]:
        """What makes it safe to send a request twice: its id, or a key."""
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
        """What a list contains under a name, fetched page by page."""
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
            except Refused as error:
                failure = error
            failures += 1
            wait = self._wait(failure, failures, call.repeatable)
            if wait is None:
                raise failure
            await asyncio.sleep(wait)

    def _wait(self, failure: Failure, failures: int, repeatable: bool) -> float | None:
        """How long to wait before a request is sent again; None: it is not."""
        refused = failure if isinstance(failure, Refused) else None
        status, code = (None, None) if refused is None else (refused.status, refused.code)
        if failures > self._retries or not may_repeat(status, code, repeatable):
            return None
        return wait_after(failures, None if refused is None else refused.retry_after)

    async def _many(
        self,
        mode: Literal["add", "check"],
        documents: Iterable[Document_] | AsyncIterable[Document_],
        batch_size: int,
        more: Mapping[str, Any],
    ) -> AsyncIterator[BulkAdded | BulkChecked | Failed]:
        batch: list[Document_] = []
        async for document in each_of(documents):
            batch.append({**more, **{name: value for name, value in document.items() if value is not None}})
            if len(batch) == batch_size:
                async for result in self._batch(mode, batch):
                    yield result
                batch = []
        if batch:
            async for result in self._batch(mode, batch):
                yield result

    async def _batch(self, mode: str, batch: Sequence[Document_]) -> AsyncIterator[BulkAdded | BulkChecked | Failed]:
        """One request; what has no result is sent again, where that is safe: where all of it has ids."""
        rest = list(batch)
        failures = 0
        while True:
            reader = BulkReader([document.get("id") for document in rest])
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
            except (Refused, IncompleteResponse) as error:
                failure = error
            rest = rest[reader.seen :]
            if not rest:
                raise failure
            failures += 1
            repeatable = all(document.get("id") is not None for document in rest)
            wait = self._wait(failure, failures, repeatable)
            if wait is None:
                raise failure
            await asyncio.sleep(wait)
