"""Tests every call of both clients against the service."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator

import pytest

from neardup import AsyncClient, Client, Failed, Rejected

from .conftest import Service

TEA = (
    "The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the "
    "sun is high. The tea is dried on the same day, wrapped in cotton paper and laid into jars."
)
OTHER = "北京图书馆今天宣布延长开放时间，周一至周五开放到晚上十点，周末开放到八点，新的阅览室有一百二十个座位。"


def test_decides_and_stores(service: Service) -> None:
    with Client(service.url) as nd:
        assert nd.ready()
        first = nd.check(id="https://example.com/tea", text=TEA, metadata={"title": "Tea"})
        assert (first.decision, first.stored, first.collection) == ("new", True, "default")
        copy = nd.check(id="copy", text=TEA.upper())
        assert (copy.decision, copy.duplicate_of) == ("duplicate", "https://example.com/tea")
        assert copy.matches[0].metadata == {"title": "Tea"}
        page = f"<html><head><meta charset=gbk></head><body><p>{OTHER}</p></body></html>".encode("gbk")
        assert nd.check_page(page, content_type="text/html", id="页", metadata={"a": "甲"}).decision == "new"
        assert nd.query(text=TEA, explain=True).matches[0].evidence is not None
        listed = nd.query(text=TEA, order="distance", limit=1)
        assert listed.matches[0].distance == 0 and listed.next_cursor is None
        assert nd.compare({"id": "页"}, {"text": OTHER}).exact
        assert nd.fingerprint(text=TEA).fingerprint == first.fingerprint
        extracted = nd.extract(page, content_type="text/html", url="https://a.example/x")
        assert (extracted.text[:2], extracted.canonical, extracted.headings) == ("北京", None, ())
        described = nd.check_page(page, content_type="text/html", dry_run=True, title="甲", include=["page"]).page
        assert described is not None and (described.title, described.canonical_of) == ("甲", None)
        assert nd.query(html="<title>T</title><p>x y z", include=["page"]).page is not None
        assert nd.get("https://example.com/tea").metadata == {"title": "Tea"}
        assert nd.lookup(["页", "none"]).missing == ("none",)
        assert {each.id for each in nd.iter_documents(id_prefix="https://")} == {"https://example.com/tea"}
        [cluster] = nd.iter_clusters(min_size=1)
        assert {each.id for each in nd.get_cluster(cluster.id).members} == {"https://example.com/tea", "copy"}
        assert nd.query_page(page, content_type="text/html", limit=1).matches[0].id == "页"
        assert nd.stats().documents == 2
        assert sum(point.new for point in nd.history(hours=1)) == 2
        assert sum(host.new for host in nd.hosts().hosts) == 2
        assert nd.delete(["页", "none"]).deleted == ("页",)
        with pytest.raises(Rejected) as caught:
            nd.check(id="x", text="…")
        assert caught.value.code == "text_empty"


def test_decides_by_the_policy_of_a_call(service: Service) -> None:
    longer = f"{TEA} The women sort the leaves."
    with Client(service.url) as nd:
        assert nd.check(id="tea", text=TEA).stored
        more = nd.check(id="more", text=longer, dry_run=True)
        assert (more.decision, more.similar_to, more.stored) == ("similar", "tea", False)
        adds = more.matches[0].adds
        assert adds is not None and adds.words == 5 and not more.matches[0].adds_nothing
        assert nd.check(id="more", text=longer, duplicate_if="similar").decision == "duplicate"
        assert nd.check(id="more", text=longer, on_covered="replace").replaced == ("tea",)
        again = nd.check(id="again", text=TEA, on_duplicate="store")
        assert (again.decision, again.duplicate_of, again.stored) == ("duplicate", "more", True)
        kept = nd.check(id="again", text=longer, on_change="keep")
        assert (kept.decision, kept.duplicate_of, kept.stored) == ("duplicate", "more", False)


def test_tells_what_became_of_pages_and_stores_one_again(service: Service) -> None:
    with Client(service.url) as nd:
        nd.create_collection("watched", refused_pages={"days": 1, "texts": True})
        nd.check(id="first", text=TEA, collection="watched")
        assert nd.check(id="second", text=TEA, collection="watched").decision == "duplicate"
        [refused] = nd.iter_decisions(order="certainty", collection="watched")
        assert (refused.id, refused.match, refused.kept) == ("second", "first", True)
        nd.judge_decision(refused.number, "right", collection="watched")
        assert [each.number for each in nd.iter_decisions(verdict="right", collection="watched")] == [refused.number]
        counts = nd.verdicts(collection="watched")
        assert (counts.right, counts.wrong, counts.share, counts.truncated) == (1, 0, 1.0, False)
        assert nd.verdicts(since="2100-01-01T00:00:00Z", collection="watched").share is None
        assert [each.id for each in nd.iter_decisions(search="SEC", match="first", collection="watched")] == ["second"]
        assert list(nd.iter_decisions(match="second", collection="watched")) == []
        nd.judge_decision(refused.number, None, collection="watched")
        assert nd.store_refused(refused.number, label="version", collection="watched").id == "second"
        assert [each.label for each in nd.iter_labels(collection="watched")] == ["version"]
        nd.remove_refused(refused.number, collection="watched")
        assert list(nd.iter_documents(collection="watched"))[-1].id == "first"


def test_names_the_sites_with_the_most_copies_and_what_they_repeat(service: Service) -> None:
    with Client(service.url) as nd:
        for number, word in enumerate(("amber", "birch", "cedar", "delta")):
            page = f"<nav>Harbour news</nav><article><p>{f'{word} {TEA[:60]} ' * 3}</p></article>".encode()
            nd.add_page(page, content_type="text/html", id=f"https://harbour.example/{number}")
        for number in range(3):
            nd.check(id=f"https://mirror.example/{number}", text=OTHER)
        repeated = nd.site_lines("www.harbour.example")
        assert (repeated.site, repeated.pages) == ("harbour.example", 4)
        assert [each.pages for each in repeated.lines] == [4]
        assert nd.site_lines("mirror.example").lines == ()
        [most, *_] = nd.hosts(order="refused", days=2).hosts
        assert (most.host, most.duplicate) == ("mirror.example", 2)
        assert len(list(nd.iter_documents(order="newest", search="HARBOUR"))) == 4
        assert list(nd.iter_documents(order="newest", only="changed")) == []


def test_adds_many_and_labels_them(service: Service) -> None:
    with Client(service.url) as nd:
        nd.create_collection("texts", keep_text=True, recipe={"parts": {}}, ttl_seconds=None)
        documents = ({"id": f"d{number:04}", "text": f"{TEA} {number}"} for number in range(250))
        results = list(nd.add_many(documents, collection="texts", batch_size=100))
        assert len(results) == 250 and all(each.ok for each in results)
        faulty = list(nd.check_many([{"id": "a", "text": OTHER}, {"id": "b", "text": 5}, {"id": "c", "text": OTHER}]))
        assert isinstance(faulty[1], Failed) and faulty[1].error.errors[0].pointer == "/text"
        assert not isinstance(faulty[2], Failed) and faulty[2].duplicate_of == "a"
        assert len(list(nd.iter_documents(collection="texts"))) == 250
        nd.label("d0000", "d0001", "version", collection="texts")
        assert [each.label for each in nd.iter_labels(collection="texts")] == ["version"]
        assert nd.recommendation("texts").recommended is None
        assert len(nd.border("texts", limit=3)) <= 3
        nd.unlabel("d0000", "d0001", collection="texts")
        assert nd.separate("d0000", "d0001", collection="texts").left is None
        [separation] = nd.iter_separations(collection="texts")
        assert {separation.a, separation.b} == {"d0000", "d0001"}
        nd.unseparate("d0000", "d0001", collection="texts")
        assert nd.overlap(text=TEA, collection="texts", limit=1).share > 0.9
        assert nd.get("d0000", include_text=True, collection="texts").text is not None
        job = nd.scan("texts", delete_duplicates=True, keep="longest", dry_run=True)
        while nd.get_job(job.id).state == "running":
            time.sleep(0.05)
        assert nd.cancel_job(job.id).state == "succeeded"
        job = nd.reindex("texts", {"hmm": True})
        while nd.get_job(job.id).state == "running":
            time.sleep(0.05)
        assert nd.get_collection("texts").recipe.hmm
        assert nd.update_collection("texts", min_similarity=0.7).min_similarity == 0.7
        assert job.id in {each.id for each in nd.list_jobs()}
        with pytest.raises(Rejected):
            nd.backup()  # no backup directory is set
        job = nd.delete_prefix("d00", collection="texts")
        while nd.get_job(job.id).state == "running":
            time.sleep(0.05)
        assert {each.name for each in nd.list_collections()} == {"default", "texts"}
        nd.delete_collection("texts")
        assert nd.request("GET", "/healthz")["status"] == "ok"


def test_claims_and_confirms(service: Service) -> None:
    with Client(service.url, claimant="crawler", claim_seconds=60) as nd:
        assert nd.check(id="a", text=TEA).claim is not None
        again = nd.check(id="a", text=TEA)
        assert (again.decision, again.stored) == ("new", True)  # the same claimant gets its first decision again
        assert nd.confirm([again]).confirmed == ("a",)
        unchanged = nd.check(id="a", text=TEA)
        assert unchanged.decision == "unchanged"
        nd.add(id="a", text=TEA + " Now it is iced.")
        assert nd.confirm([again]).missing == ("a",)
        with pytest.raises(TypeError, match="claimed nothing"):
            nd.confirm([unchanged])


def test_goes_on_after_the_service_was_killed(service: Service) -> None:
    with Client(service.url, retries=40) as nd:  # as long as the service takes to start
        nd.check(id="a", text=TEA)
        service.kill()
        assert not nd.ready()
        thread = threading.Timer(0.5, service.start)
        thread.start()
        assert nd.check(id="a", text=TEA).decision == "unchanged"
        thread.join()


def test_does_the_same_asynchronously(service: Service) -> None:
    async def run() -> None:
        async with AsyncClient(service.url) as nd:
            decisions = await asyncio.gather(*[nd.check(id=f"{number}", text=TEA) for number in range(20)])
            assert sorted(each.decision for each in decisions) == ["duplicate"] * 19 + ["new"]

            async def documents() -> AsyncIterator[dict[str, str]]:
                for number in range(150):
                    yield {"id": f"d{number}", "text": f"{OTHER}{number}"}

            results = [each async for each in nd.check_many(documents())]
            assert len(results) == 150
            stored = [each async for each in nd.iter_documents()]
            assert len(stored) == sum(not isinstance(each, Failed) and each.stored for each in results) + 1

    asyncio.run(run())
