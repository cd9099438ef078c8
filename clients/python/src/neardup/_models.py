"""What the service answers. Made from openapi.json by scripts/generate_models.py; not to be edited.

Each class leaves out fields that it does not know, so that a later service can be read; `from_json` takes an
object as the service sends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class AddedDocument:
    id: str
    collection: str
    status: Literal["created", "replaced", "unchanged"]
    # 64-bit fingerprint as 16 lower-case hex digits.
    fingerprint: str
    # Number of distinct features (words, for a text). None if only a fingerprint was sent.
    feature_count: int | None
    # Whether the text is so short that a match needs a higher similarity.
    short_text: bool
    revision: int
    # Name and version of the extractor that produced the text. Omitted unless the content is a
    # page, or a fingerprint that was sent with an extractor.
    extractor: str | None = None
    # What the page states about itself. Only with `include: ["page"]`. None if the content is not a
    # page.
    page: DescribedPage | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> AddedDocument:
        return cls(
            id=data["id"],
            collection=data["collection"],
            status=data["status"],
            fingerprint=data["fingerprint"],
            feature_count=data["featureCount"],
            short_text=data["shortText"],
            revision=data["revision"],
            extractor=data.get("extractor"),
            page=None if data.get("page") is None else DescribedPage.from_json(data["page"]),
        )


@dataclass(frozen=True)
class AddedPassage:
    # Start of the passage in the text, in UTF-16 code units, as in JavaScript.
    start: int
    # End of the passage, exclusive, in UTF-16 code units.
    end: int
    # Position of the first character of `text`: that of the line, or in a long line a little before
    # its first new words.
    text_start: int
    # Place of the line: the main text, or the other lines of the page. Positions count from its
    # start.
    in_: Literal["main", "rest"]
    # Hash of the line, as in `siteLines` and `GET /sites/{host}`.
    line: int
    # Number of new words in the line. A Chinese character counts as two thirds of a word.
    words: int
    # Runs of new words. Empty if the match has all words of the line, but not this line.
    marks: tuple[NewWords, ...]
    # At most 500 characters of the line, from `textStart` on.
    text: str | None = None
    # Number of the newest pages of the site that have the line now. Only of a page that is named by
    # its id, and of lines that its site repeats.
    on_site: OnSite | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> AddedPassage:
        return cls(
            start=data["start"],
            end=data["end"],
            text_start=data["textStart"],
            in_=data["in"],
            line=data["line"],
            words=data["words"],
            marks=tuple(NewWords.from_json(each) for each in data["marks"]),
            text=data.get("text"),
            on_site=None if data.get("onSite") is None else OnSite.from_json(data["onSite"]),
        )


@dataclass(frozen=True)
class Additions:
    # Whether the match has each line of this page.
    nothing: bool
    # Number of new words in the new lines. If only the signature of this document is known and not
    # its text, number of new shingles.
    words: int
    # Share of the page that is new, from 0 to 1.
    share: float
    # Number of figures, such as dates and prices, that are new.
    numbers: int
    # Number of lines that the match lacks.
    lines: int
    # Lines that the match lacks, but that the site of this page repeats, so that they do not count:
    # their hashes, as in `GET /sites/{host}`. Absent if there are none.
    site_lines: tuple[int, ...] | None = None
    # New lines in order, at most 100. Only with `explain`. None if the text is not kept, or if the
    # match has just been deleted.
    passages: tuple[AddedPassage, ...] | None = None
    # Whether there are more new lines than are listed. Omitted unless they are listed.
    passages_truncated: bool | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Additions:
        return cls(
            nothing=data["nothing"],
            words=data["words"],
            share=data["share"],
            numbers=data["numbers"],
            lines=data["lines"],
            site_lines=None if data.get("siteLines") is None else tuple(data["siteLines"]),
            passages=None
            if data.get("passages") is None
            else tuple(AddedPassage.from_json(each) for each in data["passages"]),
            passages_truncated=data.get("passagesTruncated"),
        )


@dataclass(frozen=True)
class Backup:
    # File name of the copy in NEARDUP_BACKUP_DIR.
    name: str
    bytes: int
    took_ms: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Backup:
        return cls(
            name=data["name"],
            bytes=data["bytes"],
            took_ms=data["tookMs"],
        )


@dataclass(frozen=True)
class Bands:
    count: int
    rows: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Bands:
        return cls(
            count=data["count"],
            rows=data["rows"],
        )


@dataclass(frozen=True)
class BorderPair:
    # Id that comes first in the order of the UTF-8 bytes.
    a: str
    b: str
    distance: int
    similarity: float | None
    # Whether the two match by the settings of the collection.
    match: bool
    # Whether the two match and one of them has each line of the other.
    adds_nothing: bool

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BorderPair:
        return cls(
            a=data["a"],
            b=data["b"],
            distance=data["distance"],
            similarity=data["similarity"],
            match=data["match"],
            adds_nothing=data["addsNothing"],
        )


@dataclass(frozen=True)
class BorderPairs:
    # Pairs, the most uncertain first. Empty if there is nothing to label.
    pairs: tuple[BorderPair, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BorderPairs:
        return cls(
            pairs=tuple(BorderPair.from_json(each) for each in data["pairs"]),
        )


@dataclass(frozen=True)
class BriefCollection:
    name: str
    method: Literal["simhash", "minhash", "hybrid"]
    recipe_id: str
    keep_text: bool
    # Time in UTC, as in RFC 3339.
    created_at: str
    # Reason why this release cannot use the collection. None if it can.
    problem: str | None
    # Counts of documents and decisions. Only in lists with `include=stats`.
    stats: CollectionStats | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BriefCollection:
        return cls(
            name=data["name"],
            method=data["method"],
            recipe_id=data["recipeId"],
            keep_text=data["keepText"],
            created_at=data["createdAt"],
            problem=data["problem"],
            stats=None if data.get("stats") is None else CollectionStats.from_json(data["stats"]),
        )


@dataclass(frozen=True)
class BulkAdded:
    kind: Literal["added"]
    line: int
    # Always true.
    ok: bool
    id: str
    collection: str
    status: Literal["created", "replaced", "unchanged"]
    # 64-bit fingerprint as 16 lower-case hex digits.
    fingerprint: str
    # Number of distinct features (words, for a text). None if only a fingerprint was sent.
    feature_count: int | None
    # Whether the text is so short that a match needs a higher similarity.
    short_text: bool
    revision: int
    # Name and version of the extractor that produced the text. Omitted unless the content is a
    # page, or a fingerprint that was sent with an extractor.
    extractor: str | None = None
    # What the page states about itself. Only with `include: ["page"]`. None if the content is not a
    # page.
    page: DescribedPage | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BulkAdded:
        return cls(
            kind=data["kind"],
            line=data["line"],
            ok=data["ok"],
            id=data["id"],
            collection=data["collection"],
            status=data["status"],
            fingerprint=data["fingerprint"],
            feature_count=data["featureCount"],
            short_text=data["shortText"],
            revision=data["revision"],
            extractor=data.get("extractor"),
            page=None if data.get("page") is None else DescribedPage.from_json(data["page"]),
        )


@dataclass(frozen=True)
class BulkChecked:
    kind: Literal["checked"]
    line: int
    # Always true.
    ok: bool
    decision: Literal["new", "similar", "duplicate", "changed", "unchanged"]
    # Whether this check stored the document. Write the page if, and only if, it is true.
    stored: bool
    # Reason for a decision that the best match alone does not explain. `familyFull`: a similar
    # document was not stored, because the collection already has `keepPerFamily` similar ones of
    # the same host. `outlivesMatch`: the document is not a duplicate of its best match, because the
    # match was stored for a shorter lifetime. `matchIsLonger`: the best match has each line of the
    # document, but is much longer, so the document is stored. None otherwise.
    reason: Literal["familyFull", "outlivesMatch", "matchIsLonger"] | None
    id: str | None
    collection: str
    # 64-bit fingerprint as 16 lower-case hex digits.
    fingerprint: str
    # Number of distinct features (words, for a text). None if only a fingerprint was sent.
    feature_count: int | None
    # Whether the text is so short that a match needs a higher similarity.
    short_text: bool
    # Id of the best match, if it makes the document a duplicate. None otherwise.
    duplicate_of: str | None
    # Id of the best match, if the document is similar to it but not a duplicate. None otherwise.
    similar_to: str | None
    # Ids of the documents that this one replaced, or will replace when its claim is confirmed. See
    # `onDuplicate` and `onCovered`.
    replaced: tuple[str, ...]
    # Comparison with the version that was stored under this id before. None if there was none.
    previous: EarlierVersion | None
    # Id of the cluster that the document is in or, if it was not stored, that its best match is in.
    # None if there is none.
    cluster: str | None
    matches: tuple[Match, ...]
    # Whether there are more matches than `matches` lists, or may be, because not all candidates
    # were compared.
    truncated: bool
    # Number of similar stored documents of the same host with different contents, at most 16. Ids
    # that are no URLs have one host in common. None if they were not counted.
    family: int | None
    # Name and version of the extractor that produced the text. Omitted unless the content is a
    # page, or a fingerprint that was sent with an extractor.
    extractor: str | None = None
    # Claim on the stored, unchanged or matched document. Omitted if there is none.
    claim: Claim | None = None
    # Time when the best match expires, if the document was not stored, or was stored because it
    # outlives the match. Omitted if the match does not expire.
    match_expires_at: str | None = None
    # What the page states about itself. Only with `include: ["page"]`. None if the content is not a
    # page.
    page: DescribedPage | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BulkChecked:
        return cls(
            kind=data["kind"],
            line=data["line"],
            ok=data["ok"],
            decision=data["decision"],
            stored=data["stored"],
            reason=data["reason"],
            id=data["id"],
            collection=data["collection"],
            fingerprint=data["fingerprint"],
            feature_count=data["featureCount"],
            short_text=data["shortText"],
            duplicate_of=data["duplicateOf"],
            similar_to=data["similarTo"],
            replaced=tuple(data["replaced"]),
            previous=None if data.get("previous") is None else EarlierVersion.from_json(data["previous"]),
            cluster=data["cluster"],
            matches=tuple(Match.from_json(each) for each in data["matches"]),
            truncated=data["truncated"],
            family=data["family"],
            extractor=data.get("extractor"),
            claim=None if data.get("claim") is None else Claim.from_json(data["claim"]),
            match_expires_at=data.get("matchExpiresAt"),
            page=None if data.get("page") is None else DescribedPage.from_json(data["page"]),
        )


@dataclass(frozen=True)
class BulkFailed:
    kind: Literal["failed"]
    line: int
    # Always false.
    ok: bool
    error: Problem

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BulkFailed:
        return cls(
            kind=data["kind"],
            line=data["line"],
            ok=data["ok"],
            error=Problem.from_json(data["error"]),
        )


@dataclass(frozen=True)
class BulkSummary:
    kind: Literal["summary"]
    summary: BulkSummarySummary
    # Reason why the lines after the first `total` were not read. Omitted if all lines were read.
    error: Problem | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BulkSummary:
        return cls(
            kind=data["kind"],
            summary=BulkSummarySummary.from_json(data["summary"]),
            error=None if data.get("error") is None else Problem.from_json(data["error"]),
        )


@dataclass(frozen=True)
class BulkSummarySummary:
    total: int
    ok: int
    failed: int
    created: int
    replaced: int
    new: int
    similar: int
    duplicate: int
    changed: int
    unchanged: int
    took_ms: float

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BulkSummarySummary:
        return cls(
            total=data["total"],
            ok=data["ok"],
            failed=data["failed"],
            created=data["created"],
            replaced=data["replaced"],
            new=data["new"],
            similar=data["similar"],
            duplicate=data["duplicate"],
            changed=data["changed"],
            unchanged=data["unchanged"],
            took_ms=data["tookMs"],
        )


@dataclass(frozen=True)
class Claim:
    # Time at which the document expires unless it is confirmed before.
    expires_at: str
    # Hash of the content, to be sent with the confirmation. Only in the decision that stored the
    # document.
    content_hash: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Claim:
        return cls(
            expires_at=data["expiresAt"],
            content_hash=data.get("contentHash"),
        )


@dataclass(frozen=True)
class Cluster:
    id: str
    collection: str
    # Number of stored members.
    size: int
    # Number of refused members: ids that were refused as duplicates, up to `keepRefused` of the
    # collection.
    refused: int
    # Id of the representative: the stored member that was chosen as such or, if none was, the one
    # that joined first.
    representative: str
    # Lowest similarity of a member to its match. After a member has left a cluster of more than
    # 100, it may be too high. None if no similarity is known.
    least_similarity: float | None
    # Time in UTC, as in RFC 3339.
    created_at: str
    # Time at which a member last joined or left.
    updated_at: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Cluster:
        return cls(
            id=data["id"],
            collection=data["collection"],
            size=data["size"],
            refused=data["refused"],
            representative=data["representative"],
            least_similarity=data["leastSimilarity"],
            created_at=data["createdAt"],
            updated_at=data["updatedAt"],
        )


@dataclass(frozen=True)
class ClusterHosts:
    # Hosts with the most members first, at most 100.
    hosts: tuple[HostMembers, ...]
    # Number of hosts that are not listed.
    others: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ClusterHosts:
        return cls(
            hosts=tuple(HostMembers.from_json(each) for each in data["hosts"]),
            others=data["others"],
        )


@dataclass(frozen=True)
class ClusterPage:
    clusters: tuple[Cluster, ...]
    next_cursor: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ClusterPage:
        return cls(
            clusters=tuple(Cluster.from_json(each) for each in data["clusters"]),
            next_cursor=data["nextCursor"],
        )


@dataclass(frozen=True)
class ClusterWithMembers:
    id: str
    collection: str
    # Number of stored members.
    size: int
    # Number of refused members: ids that were refused as duplicates, up to `keepRefused` of the
    # collection.
    refused: int
    # Id of the representative: the stored member that was chosen as such or, if none was, the one
    # that joined first.
    representative: str
    # Lowest similarity of a member to its match. After a member has left a cluster of more than
    # 100, it may be too high. None if no similarity is known.
    least_similarity: float | None
    # Time in UTC, as in RFC 3339.
    created_at: str
    # Time at which a member last joined or left.
    updated_at: str
    # One page of members: stored ones first, each group in the order in which its members joined.
    members: tuple[Member, ...]
    next_cursor: str | None
    # Up to 20 other clusters with a match of one of the first 100 stored members, nearest first.
    # Only with `include=related`.
    related: tuple[RelatedCluster, ...] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ClusterWithMembers:
        return cls(
            id=data["id"],
            collection=data["collection"],
            size=data["size"],
            refused=data["refused"],
            representative=data["representative"],
            least_similarity=data["leastSimilarity"],
            created_at=data["createdAt"],
            updated_at=data["updatedAt"],
            members=tuple(Member.from_json(each) for each in data["members"]),
            next_cursor=data["nextCursor"],
            related=None
            if data.get("related") is None
            else tuple(RelatedCluster.from_json(each) for each in data["related"]),
        )


@dataclass(frozen=True)
class Collection:
    name: str
    recipe: Recipe
    recipe_id: str
    max_distance: int
    min_similarity: float
    # Two texts also match if at least this share of one of them is contained in the other. None if
    # containment alone does not make a match.
    min_containment: float | None
    # Level at which a match makes a document a duplicate.
    duplicate_if: Literal["exact", "page", "article", "similar"]
    # Time to live of documents that are sent without one, in seconds. None if they never expire.
    ttl_seconds: int | None
    keep_text: bool
    # Maximum number of refused ids that a cluster lists.
    keep_refused: int
    # Number of similar stored documents (`family` in decisions) from which a further similar one is
    # not stored. None if they are all stored.
    keep_per_family: int | None
    # Whether lines that a site repeats are left out when its pages are compared.
    site_lines: bool
    # How long refused pages are kept, and whether their texts are kept as well. None if refused
    # pages are not kept.
    refused_pages: RefusedPages | None
    # Time in UTC, as in RFC 3339.
    created_at: str
    # Reason why this release cannot use the collection. None if it can.
    problem: str | None
    # Recall: the probability that a search finds a document with the given similarity, with the
    # thresholds of the collection. None if it is not known.
    recall_at: CollectionRecallAt | None
    # Counts of documents and decisions. Only in lists with `include=stats`.
    stats: CollectionStats | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Collection:
        return cls(
            name=data["name"],
            recipe=Recipe.from_json(data["recipe"]),
            recipe_id=data["recipeId"],
            max_distance=data["maxDistance"],
            min_similarity=data["minSimilarity"],
            min_containment=data["minContainment"],
            duplicate_if=data["duplicateIf"],
            ttl_seconds=data["ttlSeconds"],
            keep_text=data["keepText"],
            keep_refused=data["keepRefused"],
            keep_per_family=data["keepPerFamily"],
            site_lines=data["siteLines"],
            refused_pages=None if data.get("refusedPages") is None else RefusedPages.from_json(data["refusedPages"]),
            created_at=data["createdAt"],
            problem=data["problem"],
            recall_at=None if data.get("recallAt") is None else CollectionRecallAt.from_json(data["recallAt"]),
            stats=None if data.get("stats") is None else CollectionStats.from_json(data["stats"]),
        )


@dataclass(frozen=True)
class CollectionList:
    # Collections on this page, in brief form with `fields=brief`.
    collections: tuple[Mapping[str, Any], ...]
    next_cursor: str | None
    # Number of collections on all pages: those that match `search` and that the key may access.
    total: int
    # Sums over the collections on all pages. Only with `include=stats`.
    totals: CollectionListTotals | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CollectionList:
        return cls(
            collections=tuple(data["collections"]),
            next_cursor=data["nextCursor"],
            total=data["total"],
            totals=None if data.get("totals") is None else CollectionListTotals.from_json(data["totals"]),
        )


@dataclass(frozen=True)
class CollectionListTotals:
    documents: int
    contents: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CollectionListTotals:
        return cls(
            documents=data["documents"],
            contents=data["contents"],
        )


@dataclass(frozen=True)
class CollectionRecallAt:
    measure: Literal["jaccard", "cosine"]
    points: tuple[CollectionRecallAtPoint, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CollectionRecallAt:
        return cls(
            measure=data["measure"],
            points=tuple(CollectionRecallAtPoint.from_json(each) for each in data["points"]),
        )


@dataclass(frozen=True)
class CollectionRecallAtPoint:
    value: float
    recall: float

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CollectionRecallAtPoint:
        return cls(
            value=data["value"],
            recall=data["recall"],
        )


@dataclass(frozen=True)
class CollectionStats:
    # Number of documents. Expired documents are counted until they are removed in the background.
    documents: int
    # Number of distinct contents: documents with the same text share one. Those of deleted
    # documents are counted until they are removed in the background.
    contents: int
    # Number of checks by decision, without dry runs.
    decisions: CollectionStatsDecisions
    # Start of the hour of the last decision. None if there was none in the last 90 days.
    last_decision_hour: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CollectionStats:
        return cls(
            documents=data["documents"],
            contents=data["contents"],
            decisions=CollectionStatsDecisions.from_json(data["decisions"]),
            last_decision_hour=data["lastDecisionHour"],
        )


@dataclass(frozen=True)
class CollectionStatsDecisions:
    new: int
    similar: int
    duplicate: int
    changed: int
    unchanged: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CollectionStatsDecisions:
        return cls(
            new=data["new"],
            similar=data["similar"],
            duplicate=data["duplicate"],
            changed=data["changed"],
            unchanged=data["unchanged"],
        )


@dataclass(frozen=True)
class Comparison:
    # Whether the two match by the thresholds of the collection.
    match: bool
    exact: bool
    # Whether the two match and `b` has each line of `a`.
    adds_nothing: bool
    # Strictest level (`duplicateIf`) at which this page is a duplicate of the match.
    level: Literal["exact", "page", "article", "similar"]
    # What this text says and the match does not. None if either side was sent as a fingerprint or
    # features, or if enough other matches take precedence: the 4 nearest, and the 2 oldest of those
    # that share the host, the title or a number with it; fewer for a very long text.
    adds: Additions | None
    # Whether this page has everything that the match has. None if it is not known.
    covers: bool | None
    distance: int
    similarity: float | None
    jaccard: float | None
    # How much of `a` is contained in `b`, and of `b` in `a`. Estimated from the sketches if
    # `setsOf` is None, exact otherwise.
    containment: Containment | None
    # Relation of `a` to `b`: `equal` if at least 0.8 of each is contained in the other,
    # `containedIn` or `contains` if this holds for only one of them, otherwise `overlaps`. None if
    # the containment is not known.
    relation: Literal["equal", "contains", "containedIn", "overlaps"] | None
    # What `jaccard` and `containment` are computed from: word sequences or single words. None if
    # the words are not known.
    sets_of: Literal["shingles", "terms"] | None
    cosine: float | None
    euclidean: float | None
    correlation: float | None
    fingerprints: ComparisonFingerprints
    # Whether either text is so short that a match needs a higher similarity.
    short_text: bool
    # Reason why fields are None: the text of a stored document was not kept. Omitted otherwise.
    reason: Literal["text_not_kept"] | None = None
    # Words with their weights in both documents. None if the words of a document are not known.
    terms: TermsOfBoth | None = None
    differing_bits: tuple[int, ...] | None = None
    # For each differing bit, the smallest set of words whose removal from the document flips the
    # bit.
    flips: tuple[Flip, ...] | None = None
    # Numbers of the 16-bit blocks in which the fingerprints are equal, from 0 for the most
    # significant block.
    equal_blocks: tuple[int, ...] | None = None
    # Numbers of the bands in which the sketches are equal. None if either document has no sketch.
    shared_bands: tuple[int, ...] | None = None
    # Difference of the two texts, piece by piece, as they were sent. Pieces that both have are
    # quoted from `b`. Only with `explain`. None if there is no difference to show.
    diff: tuple[ComparisonDiff, ...] | None = None
    # Passages of at least eight words that `a` and `b` have in common, with their places in `b`
    # (`match`). Only with `explain`. None unless both texts are available.
    passages: tuple[Passage, ...] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Comparison:
        return cls(
            match=data["match"],
            exact=data["exact"],
            adds_nothing=data["addsNothing"],
            level=data["level"],
            adds=None if data.get("adds") is None else Additions.from_json(data["adds"]),
            covers=data["covers"],
            distance=data["distance"],
            similarity=data["similarity"],
            jaccard=data["jaccard"],
            containment=None if data.get("containment") is None else Containment.from_json(data["containment"]),
            relation=data["relation"],
            sets_of=data["setsOf"],
            cosine=data["cosine"],
            euclidean=data["euclidean"],
            correlation=data["correlation"],
            fingerprints=ComparisonFingerprints.from_json(data["fingerprints"]),
            short_text=data["shortText"],
            reason=data.get("reason"),
            terms=None if data.get("terms") is None else TermsOfBoth.from_json(data["terms"]),
            differing_bits=None if data.get("differingBits") is None else tuple(data["differingBits"]),
            flips=None if data.get("flips") is None else tuple(Flip.from_json(each) for each in data["flips"]),
            equal_blocks=None if data.get("equalBlocks") is None else tuple(data["equalBlocks"]),
            shared_bands=None if data.get("sharedBands") is None else tuple(data["sharedBands"]),
            diff=None if data.get("diff") is None else tuple(ComparisonDiff.from_json(each) for each in data["diff"]),
            passages=None
            if data.get("passages") is None
            else tuple(Passage.from_json(each) for each in data["passages"]),
        )


@dataclass(frozen=True)
class ComparisonDiff:
    in_: Literal["both", "a", "b"]
    text: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ComparisonDiff:
        return cls(
            in_=data["in"],
            text=data["text"],
        )


@dataclass(frozen=True)
class ComparisonFingerprints:
    # 64-bit fingerprint as 16 lower-case hex digits.
    a: str
    # 64-bit fingerprint as 16 lower-case hex digits.
    b: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ComparisonFingerprints:
        return cls(
            a=data["a"],
            b=data["b"],
        )


@dataclass(frozen=True)
class Configuration:
    # Settings in the order of the documentation.
    settings: tuple[Setting, ...]
    # Keys that are valid now, in the order of the configuration. Empty if no key is needed.
    keys: tuple[Key, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Configuration:
        return cls(
            settings=tuple(Setting.from_json(each) for each in data["settings"]),
            keys=tuple(Key.from_json(each) for each in data["keys"]),
        )


@dataclass(frozen=True)
class ConfirmationResult:
    # Ids of the documents that are confirmed, by this request or an earlier one.
    confirmed: tuple[str, ...]
    # Ids of documents that are absent, have other content, or are claimed by another client.
    missing: tuple[str, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ConfirmationResult:
        return cls(
            confirmed=tuple(data["confirmed"]),
            missing=tuple(data["missing"]),
        )


@dataclass(frozen=True)
class Containment:
    # Share of the shingles (word sequences) of this text that the match also has.
    of_this: float
    # Share of the shingles (word sequences) of the match that this text also has.
    of_match: float
    # Half the width of the 95% interval of each share. It is 0 if the share is not an estimate.
    error: ContainmentError

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Containment:
        return cls(
            of_this=data["ofThis"],
            of_match=data["ofMatch"],
            error=ContainmentError.from_json(data["error"]),
        )


@dataclass(frozen=True)
class ContainmentError:
    of_this: float
    of_match: float

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ContainmentError:
        return cls(
            of_this=data["ofThis"],
            of_match=data["ofMatch"],
        )


@dataclass(frozen=True)
class Decision:
    decision: Literal["new", "similar", "duplicate", "changed", "unchanged"]
    # Whether this check stored the document. Write the page if, and only if, it is true.
    stored: bool
    # Reason for a decision that the best match alone does not explain. `familyFull`: a similar
    # document was not stored, because the collection already has `keepPerFamily` similar ones of
    # the same host. `outlivesMatch`: the document is not a duplicate of its best match, because the
    # match was stored for a shorter lifetime. `matchIsLonger`: the best match has each line of the
    # document, but is much longer, so the document is stored. None otherwise.
    reason: Literal["familyFull", "outlivesMatch", "matchIsLonger"] | None
    id: str | None
    collection: str
    # 64-bit fingerprint as 16 lower-case hex digits.
    fingerprint: str
    # Number of distinct features (words, for a text). None if only a fingerprint was sent.
    feature_count: int | None
    # Whether the text is so short that a match needs a higher similarity.
    short_text: bool
    # Id of the best match, if it makes the document a duplicate. None otherwise.
    duplicate_of: str | None
    # Id of the best match, if the document is similar to it but not a duplicate. None otherwise.
    similar_to: str | None
    # Ids of the documents that this one replaced, or will replace when its claim is confirmed. See
    # `onDuplicate` and `onCovered`.
    replaced: tuple[str, ...]
    # Comparison with the version that was stored under this id before. None if there was none.
    previous: EarlierVersion | None
    # Id of the cluster that the document is in or, if it was not stored, that its best match is in.
    # None if there is none.
    cluster: str | None
    matches: tuple[Match, ...]
    # Whether there are more matches than `matches` lists, or may be, because not all candidates
    # were compared.
    truncated: bool
    # Number of similar stored documents of the same host with different contents, at most 16. Ids
    # that are no URLs have one host in common. None if they were not counted.
    family: int | None
    # Name and version of the extractor that produced the text. Omitted unless the content is a
    # page, or a fingerprint that was sent with an extractor.
    extractor: str | None = None
    # Claim on the stored, unchanged or matched document. Omitted if there is none.
    claim: Claim | None = None
    # Time when the best match expires, if the document was not stored, or was stored because it
    # outlives the match. Omitted if the match does not expire.
    match_expires_at: str | None = None
    # What the page states about itself. Only with `include: ["page"]`. None if the content is not a
    # page.
    page: DescribedPage | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Decision:
        return cls(
            decision=data["decision"],
            stored=data["stored"],
            reason=data["reason"],
            id=data["id"],
            collection=data["collection"],
            fingerprint=data["fingerprint"],
            feature_count=data["featureCount"],
            short_text=data["shortText"],
            duplicate_of=data["duplicateOf"],
            similar_to=data["similarTo"],
            replaced=tuple(data["replaced"]),
            previous=None if data.get("previous") is None else EarlierVersion.from_json(data["previous"]),
            cluster=data["cluster"],
            matches=tuple(Match.from_json(each) for each in data["matches"]),
            truncated=data["truncated"],
            family=data["family"],
            extractor=data.get("extractor"),
            claim=None if data.get("claim") is None else Claim.from_json(data["claim"]),
            match_expires_at=data.get("matchExpiresAt"),
            page=None if data.get("page") is None else DescribedPage.from_json(data["page"]),
        )


@dataclass(frozen=True)
class DecisionHistory:
    step_seconds: Literal[3600]
    # Hours in which there were decisions, oldest first.
    points: tuple[DecisionHistoryPoint, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DecisionHistory:
        return cls(
            step_seconds=data["stepSeconds"],
            points=tuple(DecisionHistoryPoint.from_json(each) for each in data["points"]),
        )


@dataclass(frozen=True)
class DecisionHistoryPoint:
    # Start of the hour.
    at: str
    new: int
    similar: int
    duplicate: int
    changed: int
    unchanged: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DecisionHistoryPoint:
        return cls(
            at=data["at"],
            new=data["new"],
            similar=data["similar"],
            duplicate=data["duplicate"],
            changed=data["changed"],
            unchanged=data["unchanged"],
        )


@dataclass(frozen=True)
class DecisionPage:
    decisions: tuple[LoggedDecision, ...]
    next_cursor: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DecisionPage:
        return cls(
            decisions=tuple(LoggedDecision.from_json(each) for each in data["decisions"]),
            next_cursor=data["nextCursor"],
        )


@dataclass(frozen=True)
class DecisionsByHost:
    # Hosts in the requested order, at most 50.
    hosts: tuple[HostDecisions, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DecisionsByHost:
        return cls(
            hosts=tuple(HostDecisions.from_json(each) for each in data["hosts"]),
        )


@dataclass(frozen=True)
class DeletionResult:
    deleted: tuple[str, ...]
    missing: tuple[str, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DeletionResult:
        return cls(
            deleted=tuple(data["deleted"]),
            missing=tuple(data["missing"]),
        )


@dataclass(frozen=True)
class DescribedPage:
    # Title of the page, without the site name if the page shows which part that is. None if it has
    # none.
    title: str | None
    # Name of the site. None if the page does not state it.
    site_name: str | None
    # Canonical URL that the page declares. A relative URL is resolved against the URL of the page,
    # if that is known. None if the page declares none.
    canonical: str | None
    # Language of the page as a BCP 47 tag, such as `en` or `zh-CN`. None if the page does not state
    # it.
    language: str | None
    # Publication date in ISO 8601, as precise as the page states it: `2027-01-31`, or with a time
    # and offset. None if the page does not state it.
    published_at: str | None
    # Headings of the text, at most 50.
    headings: tuple[str, ...]
    # Id of another stored document that `canonical` refers to. It does not affect the decision.
    # None if there is none.
    canonical_of: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DescribedPage:
        return cls(
            title=data["title"],
            site_name=data["siteName"],
            canonical=data["canonical"],
            language=data["language"],
            published_at=data["publishedAt"],
            headings=tuple(data["headings"]),
            canonical_of=data["canonicalOf"],
        )


@dataclass(frozen=True)
class Document:
    id: str
    collection: str
    # 64-bit fingerprint as 16 lower-case hex digits.
    fingerprint: str
    # Number of distinct features (words, for a text). None if only a fingerprint was sent.
    feature_count: int | None
    # Whether the text is so short that a match needs a higher similarity.
    short_text: bool
    # What the page states about itself. None if nothing is known.
    page: StoredFacts | None
    # Name and version of the extractor that produced the text. None if it is not known, as for a
    # plain text.
    extractor: str | None
    revision: int
    # Time in UTC, as in RFC 3339.
    stored_at: str
    # Time in UTC, as in RFC 3339.
    updated_at: str
    # Time in UTC, as in RFC 3339.
    last_seen_at: str
    seen_count: int
    # Time at which the document expires. From then on, it counts as absent. None if it never
    # expires.
    expires_at: str | None
    # Lines of the page that the service knows. None if it was sent as features or a fingerprint, or
    # stored by an earlier version.
    lines: LineCounts | None
    # Id of the cluster that the document is in. None if it is in none.
    cluster: str | None
    metadata: Mapping[str, Any] | None = None
    # Claim on the document. Omitted unless the document is claimed.
    claim: Claim | None = None
    # Kept main text of the document. Only with `include=text`. None if the text is not kept.
    text: str | None = None
    # All other lines of the page, such as menus and dates beside the main text. Omitted without a
    # kept text.
    rest: str | None = None
    # Reason why `text` is None. Omitted otherwise.
    reason: Literal["text_not_kept"] | None = None
    # Match that the document had when it was stored. Only with `include=match`. None if it had
    # none, or if it is no longer in a cluster.
    match: MemberMatch | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Document:
        return cls(
            id=data["id"],
            collection=data["collection"],
            fingerprint=data["fingerprint"],
            feature_count=data["featureCount"],
            short_text=data["shortText"],
            page=None if data.get("page") is None else StoredFacts.from_json(data["page"]),
            extractor=data["extractor"],
            revision=data["revision"],
            stored_at=data["storedAt"],
            updated_at=data["updatedAt"],
            last_seen_at=data["lastSeenAt"],
            seen_count=data["seenCount"],
            expires_at=data["expiresAt"],
            lines=None if data.get("lines") is None else LineCounts.from_json(data["lines"]),
            cluster=data["cluster"],
            metadata=data.get("metadata"),
            claim=None if data.get("claim") is None else Claim.from_json(data["claim"]),
            text=data.get("text"),
            rest=data.get("rest"),
            reason=data.get("reason"),
            match=None if data.get("match") is None else MemberMatch.from_json(data["match"]),
        )


@dataclass(frozen=True)
class DocumentPage:
    documents: tuple[StoredDocument, ...]
    next_cursor: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DocumentPage:
        return cls(
            documents=tuple(StoredDocument.from_json(each) for each in data["documents"]),
            next_cursor=data["nextCursor"],
        )


@dataclass(frozen=True)
class EarlierDecision:
    # Number of the decision in GET /decisions.
    number: int
    decision: str
    # Id of the document that it matched or that replaced it. None if there is none.
    match: str | None
    # Time in UTC, as in RFC 3339.
    at: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> EarlierDecision:
        return cls(
            number=data["number"],
            decision=data["decision"],
            match=data["match"],
            at=data["at"],
        )


@dataclass(frozen=True)
class EarlierVersion:
    distance: int
    similarity: float | None
    # What this page says and the previous version does not. None if either was sent as a
    # fingerprint or features.
    adds: Additions | None
    # Number of lines of the previous version that this page lacks. None if either was sent as a
    # fingerprint or features.
    gone: int | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> EarlierVersion:
        return cls(
            distance=data["distance"],
            similarity=data["similarity"],
            adds=None if data.get("adds") is None else Additions.from_json(data["adds"]),
            gone=data["gone"],
        )


@dataclass(frozen=True)
class Evidence:
    # Words with their weights in both documents. None if the words of a document are not known.
    terms: TermsOfBoth | None
    differing_bits: tuple[int, ...]
    # For each differing bit, the smallest set of words whose removal from the document flips the
    # bit.
    flips: tuple[Flip, ...]
    # Numbers of the 16-bit blocks in which the fingerprints are equal, from 0 for the most
    # significant block.
    equal_blocks: tuple[int, ...]
    # Numbers of the bands in which the sketches are equal. None if either document has no sketch.
    shared_bands: tuple[int, ...] | None
    # Reason why fields are None: the text of a stored document was not kept. Omitted otherwise.
    reason: Literal["text_not_kept"] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Evidence:
        return cls(
            terms=None if data.get("terms") is None else TermsOfBoth.from_json(data["terms"]),
            differing_bits=tuple(data["differingBits"]),
            flips=tuple(Flip.from_json(each) for each in data["flips"]),
            equal_blocks=tuple(data["equalBlocks"]),
            shared_bands=None if data.get("sharedBands") is None else tuple(data["sharedBands"]),
            reason=data.get("reason"),
        )


@dataclass(frozen=True)
class ExtractedLine:
    in_: Literal["main", "rest"]
    # Reason why the line is main text (`content`) or not: it stands `around` the content, in an
    # element that is never content (`boilerplate`), is `hidden`, is a `control`, is `about` the
    # article, or is part of the `title`.
    reason: Literal["content", "around", "boilerplate", "hidden", "control", "about", "title"]
    text: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ExtractedLine:
        return cls(
            in_=data["in"],
            reason=data["reason"],
            text=data["text"],
        )


@dataclass(frozen=True)
class ExtractedPage:
    # Title of the page, without the site name if the page shows which part that is. None if it has
    # none.
    title: str | None
    # Name of the site. None if the page does not state it.
    site_name: str | None
    # Canonical URL that the page declares. A relative URL is resolved against the URL of the page,
    # if that is known. None if the page declares none.
    canonical: str | None
    # Language of the page as a BCP 47 tag, such as `en` or `zh-CN`. None if the page does not state
    # it.
    language: str | None
    # Publication date in ISO 8601, as precise as the page states it: `2027-01-31`, or with a time
    # and offset. None if the page does not state it.
    published_at: str | None
    # Headings of the text, at most 50.
    headings: tuple[str, ...]
    # Main text.
    text: str
    # All other lines of the page.
    rest: str
    # Whether each line is a block of the page. If not, a line break may be a mere wrap.
    is_blocks: bool
    # All lines in order.
    lines: tuple[ExtractedLine, ...]
    # Character encoding that the page was decoded with. None if there was nothing to decode.
    charset: str | None
    charset_source: Literal["bom", "header", "meta", "detected", "default"] | None
    # Name and version of the extractor that produced the text.
    extractor: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ExtractedPage:
        return cls(
            title=data["title"],
            site_name=data["siteName"],
            canonical=data["canonical"],
            language=data["language"],
            published_at=data["publishedAt"],
            headings=tuple(data["headings"]),
            text=data["text"],
            rest=data["rest"],
            is_blocks=data["isBlocks"],
            lines=tuple(ExtractedLine.from_json(each) for each in data["lines"]),
            charset=data["charset"],
            charset_source=data["charsetSource"],
            extractor=data["extractor"],
        )


@dataclass(frozen=True)
class FieldError:
    pointer: str
    detail: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> FieldError:
        return cls(
            pointer=data["pointer"],
            detail=data["detail"],
        )


@dataclass(frozen=True)
class Fingerprint:
    # 64-bit fingerprint as 16 lower-case hex digits.
    fingerprint: str
    # Number of distinct features (words, for a text). None if only a fingerprint was sent.
    feature_count: int | None
    # Whether the text is so short that a match needs a higher similarity.
    short_text: bool
    recipe: str
    # Name and version of the extractor that produced the text. Omitted unless the content is a
    # page, or a fingerprint that was sent with an extractor.
    extractor: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Fingerprint:
        return cls(
            fingerprint=data["fingerprint"],
            feature_count=data["featureCount"],
            short_text=data["shortText"],
            recipe=data["recipe"],
            extractor=data.get("extractor"),
        )


@dataclass(frozen=True)
class Flip:
    # Bit number, from 0 to 63 for the most significant bit.
    bit: int
    document: Literal["a", "b"]
    terms: tuple[str, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Flip:
        return cls(
            bit=data["bit"],
            document=data["document"],
            terms=tuple(data["terms"]),
        )


@dataclass(frozen=True)
class Health:
    status: Literal["ok"]
    version: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Health:
        return cls(
            status=data["status"],
            version=data["version"],
        )


@dataclass(frozen=True)
class HostDecisions:
    # Host of the ids, without `www.`. None for ids that are not URLs.
    host: str | None
    new: int
    similar: int
    duplicate: int
    changed: int
    unchanged: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> HostDecisions:
        return cls(
            host=data["host"],
            new=data["new"],
            similar=data["similar"],
            duplicate=data["duplicate"],
            changed=data["changed"],
            unchanged=data["unchanged"],
        )


@dataclass(frozen=True)
class HostMembers:
    # Host of the ids. None for ids that are not URLs.
    host: str | None
    stored: int
    refused: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> HostMembers:
        return cls(
            host=data["host"],
            stored=data["stored"],
            refused=data["refused"],
        )


@dataclass(frozen=True)
class Job:
    id: str
    kind: Literal["reindex", "delete", "scan"]
    collection: str
    # Options of the job: those of a scan, or the `recipeId` of the new recipe for a reindexing.
    # Empty for a deletion, so that no id is recorded.
    parameters: Mapping[str, Any]
    state: Literal["running", "succeeded", "failed", "cancelled"]
    # Progress in documents. `total` is None if it is not known.
    progress: JobProgress
    # Mean rate since the job started or, if it has ended, over the whole job.
    documents_per_second: int
    # Result of the scan. None unless the job is a scan that succeeded.
    result: ScanResult | None
    # Reason why the job failed. None unless it failed.
    error: Problem | None
    # Time in UTC, as in RFC 3339.
    started_at: str
    # Time in UTC, as in RFC 3339.
    ended_at: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Job:
        return cls(
            id=data["id"],
            kind=data["kind"],
            collection=data["collection"],
            parameters=data["parameters"],
            state=data["state"],
            progress=JobProgress.from_json(data["progress"]),
            documents_per_second=data["documentsPerSecond"],
            result=None if data.get("result") is None else ScanResult.from_json(data["result"]),
            error=None if data.get("error") is None else Problem.from_json(data["error"]),
            started_at=data["startedAt"],
            ended_at=data["endedAt"],
        )


@dataclass(frozen=True)
class JobList:
    jobs: tuple[Job, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> JobList:
        return cls(
            jobs=tuple(Job.from_json(each) for each in data["jobs"]),
        )


@dataclass(frozen=True)
class JobProgress:
    done: int
    total: int | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> JobProgress:
        return cls(
            done=data["done"],
            total=data["total"],
        )


@dataclass(frozen=True)
class Key:
    name: str
    # Scopes of the key, from the narrowest to the widest.
    scopes: tuple[Literal["read", "write", "admin"], ...]
    # Collections that the key may access. None if it may access all.
    collections: tuple[str, ...] | None
    # Time in UTC, as in RFC 3339.
    expires_at: str | None
    # Bytes that the key has sent today (UTC) in the bodies of writing requests, since the service
    # started.
    written_bytes_today: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Key:
        return cls(
            name=data["name"],
            scopes=tuple(data["scopes"]),
            collections=None if data.get("collections") is None else tuple(data["collections"]),
            expires_at=data["expiresAt"],
            written_bytes_today=data["writtenBytesToday"],
        )


@dataclass(frozen=True)
class Label:
    # Id that comes first in the order of the UTF-8 bytes.
    a: str
    b: str
    label: Literal["same", "version", "different"]
    # Time in UTC, as in RFC 3339.
    created_at: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Label:
        return cls(
            a=data["a"],
            b=data["b"],
            label=data["label"],
            created_at=data["createdAt"],
        )


@dataclass(frozen=True)
class LabelPage:
    labels: tuple[Label, ...]
    next_cursor: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> LabelPage:
        return cls(
            labels=tuple(Label.from_json(each) for each in data["labels"]),
            next_cursor=data["nextCursor"],
        )


@dataclass(frozen=True)
class LineCounts:
    # Number of different lines of the main text.
    main: int
    # Number of different other lines.
    rest: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> LineCounts:
        return cls(
            main=data["main"],
            rest=data["rest"],
        )


@dataclass(frozen=True)
class LoggedAdditions:
    # Whether the match has each line of this page.
    nothing: bool
    # Number of new words in the new lines. If only the signature of this document is known and not
    # its text, number of new shingles.
    words: int
    # Share of the page that is new, from 0 to 1.
    share: float
    # Number of figures, such as dates and prices, that are new.
    numbers: int
    # Number of lines that the match lacks.
    lines: int
    # Lines that the match lacks, but that the site of this page repeats, so that they do not count:
    # their hashes, as in `GET /sites/{host}`. Absent if there are none.
    site_lines: tuple[int, ...] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> LoggedAdditions:
        return cls(
            nothing=data["nothing"],
            words=data["words"],
            share=data["share"],
            numbers=data["numbers"],
            lines=data["lines"],
            site_lines=None if data.get("siteLines") is None else tuple(data["siteLines"]),
        )


@dataclass(frozen=True)
class LoggedDecision:
    # Number of the decision. Later decisions have greater numbers.
    number: int
    # Time in UTC, as in RFC 3339.
    at: str
    # Id of the document. None if it was checked without an id.
    id: str | None
    # Decision as returned by the check, or `replaced` if the document was replaced by the match.
    decision: Literal["duplicate", "similar", "changed", "replaced"]
    # Id of the best match, or of the document that replaced this one. None for `changed`, and if
    # the match was deleted by `idPrefix`.
    match: str | None
    stored: bool
    # Reason in the reply of the check, if the match alone does not explain the decision.
    reason: Literal["familyFull", "outlivesMatch", "matchIsLonger"] | None
    # Similarity to the match or, for `changed`, to the previous version. None if it is not known.
    similarity: float | None
    # Number of fingerprint bits that differ from the match or, for `changed`, from the previous
    # version. None if it is not known.
    distance: int | None
    exact: bool
    # What the page says and its match does not. None if it is not known.
    adds: LoggedAdditions | None
    # How certain it is that the refusal lost nothing, from 0 to 1. It is 1 for an equal text;
    # otherwise it is the similarity, minus the share of the page that is new, minus 0.1 for each
    # new number or line. None if the page was stored or replaced.
    certainty: float | None
    # Verdict of a person on the refusal. None if there is none.
    verdict: Literal["right", "wrong"] | None
    # Whether the refused page is kept, so that it can still be compared and stored.
    kept: bool
    # Whether the match has been deleted or changed since, and the page has not been checked or
    # stored after that.
    gone: bool
    # First 80 characters of the `title` in the metadata, or else of the title of the page. None if
    # none is known.
    title: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> LoggedDecision:
        return cls(
            number=data["number"],
            at=data["at"],
            id=data["id"],
            decision=data["decision"],
            match=data["match"],
            stored=data["stored"],
            reason=data["reason"],
            similarity=data["similarity"],
            distance=data["distance"],
            exact=data["exact"],
            adds=None if data.get("adds") is None else LoggedAdditions.from_json(data["adds"]),
            certainty=data["certainty"],
            verdict=data["verdict"],
            kept=data["kept"],
            gone=data["gone"],
            title=data["title"],
        )


@dataclass(frozen=True)
class LookupResult:
    documents: tuple[StoredDocument, ...]
    missing: tuple[str, ...]
    # Ids that were not looked up because the documents before them reached the limit of 1 MiB.
    # Request these again.
    remaining: tuple[str, ...]
    # Last decision about each missing id: why it was not stored, or how it was replaced. Missing
    # ids without one were never refused. Only with `include: ["decision"]`.
    decisions: tuple[LoggedDecision, ...] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> LookupResult:
        return cls(
            documents=tuple(StoredDocument.from_json(each) for each in data["documents"]),
            missing=tuple(data["missing"]),
            remaining=tuple(data["remaining"]),
            decisions=None
            if data.get("decisions") is None
            else tuple(LoggedDecision.from_json(each) for each in data["decisions"]),
        )


@dataclass(frozen=True)
class Match:
    id: str
    distance: int
    similarity: float | None
    exact: bool
    # Whether the match has each line of the document.
    adds_nothing: bool
    # Strictest level (`duplicateIf`) at which this page is a duplicate of the match.
    level: Literal["exact", "page", "article", "similar"]
    # What this text says and the match does not. None if either side was sent as a fingerprint or
    # features, or if enough other matches take precedence: the 4 nearest, and the 2 oldest of those
    # that share the host, the title or a number with it; fewer for a very long text.
    adds: Additions | None
    # Whether this page has everything that the match has. None if it is not known.
    covers: bool | None
    # How much of each text is contained in the other. Usually an estimate; see `error`. None if it
    # is not known.
    containment: Containment | None
    # Relation of this text to the match: `equal` if at least 0.8 of each is contained in the other,
    # `containedIn` or `contains` if this holds for only one of them, otherwise `overlaps`. None if
    # the containment is not known.
    relation: Literal["equal", "contains", "containedIn", "overlaps"] | None
    # 64-bit fingerprint as 16 lower-case hex digits.
    fingerprint: str
    # Time in UTC, as in RFC 3339.
    stored_at: str
    metadata: Mapping[str, Any] | None = None
    # Evidence for the match. Only with `explain`. None if the match has just been deleted.
    evidence: Evidence | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Match:
        return cls(
            id=data["id"],
            distance=data["distance"],
            similarity=data["similarity"],
            exact=data["exact"],
            adds_nothing=data["addsNothing"],
            level=data["level"],
            adds=None if data.get("adds") is None else Additions.from_json(data["adds"]),
            covers=data["covers"],
            containment=None if data.get("containment") is None else Containment.from_json(data["containment"]),
            relation=data["relation"],
            fingerprint=data["fingerprint"],
            stored_at=data["storedAt"],
            metadata=data.get("metadata"),
            evidence=None if data.get("evidence") is None else Evidence.from_json(data["evidence"]),
        )


@dataclass(frozen=True)
class Member:
    id: str
    stored: bool
    representative: bool
    # Match of the member when it joined. None for the first member, which had none.
    match: MemberMatch | None
    # Whether `match` is the representative with its current content. True for the representative
    # itself.
    measured_against_representative: bool

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Member:
        return cls(
            id=data["id"],
            stored=data["stored"],
            representative=data["representative"],
            match=None if data.get("match") is None else MemberMatch.from_json(data["match"]),
            measured_against_representative=data["measuredAgainstRepresentative"],
        )


@dataclass(frozen=True)
class MemberMatch:
    id: str
    distance: int
    similarity: float | None
    exact: bool
    # Whether the match has each line of the document.
    adds_nothing: bool
    # How much of each text is contained in the other. Usually an estimate; see `error`. None if it
    # is not known.
    containment: Containment | None
    # Relation of this text to the match: `equal` if at least 0.8 of each is contained in the other,
    # `containedIn` or `contains` if this holds for only one of them, otherwise `overlaps`. None if
    # the containment is not known.
    relation: Literal["equal", "contains", "containedIn", "overlaps"] | None
    # Time in UTC, as in RFC 3339.
    at: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MemberMatch:
        return cls(
            id=data["id"],
            distance=data["distance"],
            similarity=data["similarity"],
            exact=data["exact"],
            adds_nothing=data["addsNothing"],
            containment=None if data.get("containment") is None else Containment.from_json(data["containment"]),
            relation=data["relation"],
            at=data["at"],
        )


@dataclass(frozen=True)
class NewWords:
    start: int
    end: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> NewWords:
        return cls(
            start=data["start"],
            end=data["end"],
        )


@dataclass(frozen=True)
class OnSite:
    pages: int
    of: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> OnSite:
        return cls(
            pages=data["pages"],
            of=data["of"],
        )


@dataclass(frozen=True)
class Overlap:
    # Number of words in the text.
    words: int
    # Share of these words that are in a passage of at least one document, from 0 to 1.
    share: float
    # Stretches of the text that are covered by passages without a gap, at most 100, longest first.
    # The documents of each are listed by how much of it they contain, most first.
    passages: tuple[OverlapPassage, ...]
    # Documents that contain passages of the text, best match first.
    documents: tuple[OverlapDocument, ...]
    # Whether there are more documents than were examined.
    truncated: bool
    # Share of the shingles (word sequences) of the text that are too common to find anything,
    # because 256 or more stored texts are indexed by them. A lower bound for texts of fewer than
    # about 1,000 words. None without `minContainment`, or if it is not known.
    common_share: float | None
    took_ms: float

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Overlap:
        return cls(
            words=data["words"],
            share=data["share"],
            passages=tuple(OverlapPassage.from_json(each) for each in data["passages"]),
            documents=tuple(OverlapDocument.from_json(each) for each in data["documents"]),
            truncated=data["truncated"],
            common_share=data["commonShare"],
            took_ms=data["tookMs"],
        )


@dataclass(frozen=True)
class OverlapDocument:
    id: str
    # Share of the words of the text that this document contains, from 0 to 1.
    share: float
    # False if the text of the document is not kept, so that passages were found only from a sample
    # of its word sequences.
    exact: bool
    similarity: float | None
    # How much of each text is contained in the other. Usually an estimate; see `error`. None if it
    # is not known.
    containment: Containment | None
    # Relation of this text to the match: `equal` if at least 0.8 of each is contained in the other,
    # `containedIn` or `contains` if this holds for only one of them, otherwise `overlaps`. None if
    # the containment is not known.
    relation: Literal["equal", "contains", "containedIn", "overlaps"] | None
    # Passages in the order of the text, at most the 100 longest.
    passages: tuple[Passage, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> OverlapDocument:
        return cls(
            id=data["id"],
            share=data["share"],
            exact=data["exact"],
            similarity=data["similarity"],
            containment=None if data.get("containment") is None else Containment.from_json(data["containment"]),
            relation=data["relation"],
            passages=tuple(Passage.from_json(each) for each in data["passages"]),
        )


@dataclass(frozen=True)
class OverlapPassage:
    # Start of the passage in the text, in UTF-16 code units, as in JavaScript.
    start: int
    # End of the passage, exclusive, in UTF-16 code units.
    end: int
    words: int
    # Ids of the documents that contain it.
    documents: tuple[str, ...]
    # First 500 characters of the passage. Only with `texts` or `explain`.
    text: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> OverlapPassage:
        return cls(
            start=data["start"],
            end=data["end"],
            words=data["words"],
            documents=tuple(data["documents"]),
            text=data.get("text"),
        )


@dataclass(frozen=True)
class Passage:
    # Start of the passage in the text, in UTF-16 code units, as in JavaScript.
    start: int
    # End of the passage, exclusive, in UTF-16 code units.
    end: int
    words: int
    # Place of the passage in the other text. None if that text is not kept.
    match: PassageMatch | None
    # First 500 characters of the passage. Only with `texts` or `explain`.
    text: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Passage:
        return cls(
            start=data["start"],
            end=data["end"],
            words=data["words"],
            match=None if data.get("match") is None else PassageMatch.from_json(data["match"]),
            text=data.get("text"),
        )


@dataclass(frozen=True)
class PassageMatch:
    # Start of the passage in the text, in UTF-16 code units, as in JavaScript.
    start: int
    # End of the passage, exclusive, in UTF-16 code units.
    end: int
    # First 500 characters of the passage. Only with `texts` or `explain`.
    text: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PassageMatch:
        return cls(
            start=data["start"],
            end=data["end"],
            text=data.get("text"),
        )


@dataclass(frozen=True)
class PlaceInCluster:
    id: str
    # Id of the cluster.
    cluster: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PlaceInCluster:
        return cls(
            id=data["id"],
            cluster=data["cluster"],
        )


@dataclass(frozen=True)
class Problem:
    type: str
    title: str
    status: int
    detail: str
    instance: str
    # Kind of problem. Later versions may add codes; treat an unknown code as its HTTP status says.
    code: str
    errors: tuple[FieldError, ...] | None = None
    # Last decision about this id, if one is recorded. Only with `document_not_found`.
    decision: EarlierDecision | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Problem:
        return cls(
            type=data["type"],
            title=data["title"],
            status=data["status"],
            detail=data["detail"],
            instance=data["instance"],
            code=data["code"],
            errors=None if data.get("errors") is None else tuple(FieldError.from_json(each) for each in data["errors"]),
            decision=None if data.get("decision") is None else EarlierDecision.from_json(data["decision"]),
        )


@dataclass(frozen=True)
class QueryResult:
    # 64-bit fingerprint as 16 lower-case hex digits.
    fingerprint: str
    matches: tuple[Match, ...]
    # Number of distinct contents that were compared: those with a similar fingerprint or a band of
    # the sketch in common. Of a large number of pages from one template, only some are compared.
    candidates: int
    # Whether there are more matches than `matches` lists, or may be, because not all candidates
    # were compared.
    truncated: bool
    # Share of the shingles (word sequences) of the text that are too common to find anything,
    # because 256 or more stored texts are indexed by them. A lower bound for texts of fewer than
    # about 1,000 words. None without `minContainment`, or if it is not known.
    common_share: float | None
    took_ms: float
    # Where the next page starts. Only with `order` `distance`. None on the last page; another page
    # may be empty.
    next_cursor: str | None = None
    # What the page states about itself. Only with `include: ["page"]`. None if the content is not a
    # page.
    page: DescribedPage | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> QueryResult:
        return cls(
            fingerprint=data["fingerprint"],
            matches=tuple(Match.from_json(each) for each in data["matches"]),
            candidates=data["candidates"],
            truncated=data["truncated"],
            common_share=data["commonShare"],
            took_ms=data["tookMs"],
            next_cursor=data.get("nextCursor"),
            page=None if data.get("page") is None else DescribedPage.from_json(data["page"]),
        )


@dataclass(frozen=True)
class Readiness:
    status: Literal["ready"]
    checks: ReadinessChecks

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Readiness:
        return cls(
            status=data["status"],
            checks=ReadinessChecks.from_json(data["checks"]),
        )


@dataclass(frozen=True)
class ReadinessChecks:
    store: Literal["ok"]
    signing: Literal["ok"]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ReadinessChecks:
        return cls(
            store=data["store"],
            signing=data["signing"],
        )


@dataclass(frozen=True)
class Recipe:
    version: Literal[3]
    method: Literal["simhash", "minhash", "hybrid"]
    unicode: Literal["16.0"]
    segmenter: Literal["jieba-2.0.3"]
    hmm: bool
    simplify: bool
    lower_case: bool
    min_term_length: int
    stop_words: tuple[Literal["zh", "en"], ...]
    weighting: Literal["none", "tf", "logTf", "tfIdf", "textRank"]
    unknown_idf: Literal["median", "mean"]
    top_terms: int | None
    hash: Literal["xxh64", "fnv1a64", "md5", "sha1", "jenkins"]
    short_text_below: int
    short_min_similarity: float | None
    shingle: Shingle | None
    sketch: Sketch | None
    bands: Bands | None
    checksums: Mapping[str, Any]
    # Index that finds texts contained in other texts. None if there is no such index.
    parts: RecipeParts | None = None
    # Additional words for splitting Chinese text, one per line, in the dictionary format of jieba:
    # `word [frequency] [tag]`.
    own_words: str | None = None
    # Stop words in addition to the built-in lists in `stopWords`, one per line.
    own_stop_words: str | None = None
    # IDF table that replaces the built-in one for `tfIdf` weighting. Each line has the form `word
    # idf`.
    own_idf: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Recipe:
        return cls(
            version=data["version"],
            method=data["method"],
            unicode=data["unicode"],
            segmenter=data["segmenter"],
            hmm=data["hmm"],
            simplify=data["simplify"],
            lower_case=data["lowerCase"],
            min_term_length=data["minTermLength"],
            stop_words=tuple(data["stopWords"]),
            weighting=data["weighting"],
            unknown_idf=data["unknownIdf"],
            top_terms=data["topTerms"],
            hash=data["hash"],
            short_text_below=data["shortTextBelow"],
            short_min_similarity=data["shortMinSimilarity"],
            shingle=None if data.get("shingle") is None else Shingle.from_json(data["shingle"]),
            sketch=None if data.get("sketch") is None else Sketch.from_json(data["sketch"]),
            bands=None if data.get("bands") is None else Bands.from_json(data["bands"]),
            checksums=data["checksums"],
            parts=None if data.get("parts") is None else RecipeParts.from_json(data["parts"]),
            own_words=data.get("ownWords"),
            own_stop_words=data.get("ownStopWords"),
            own_idf=data.get("ownIdf"),
        )


@dataclass(frozen=True)
class RecipeParts:
    # Number of words in a shingle, a sequence of consecutive words.
    words: int
    # One in this many shingles of a long text is indexed.
    one_in: int
    # Minimum number of shingles indexed per text. A text with fewer shingles is indexed by all of
    # them.
    least: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RecipeParts:
        return cls(
            words=data["words"],
            one_in=data["oneIn"],
            least=data["least"],
        )


@dataclass(frozen=True)
class RefusedPages:
    days: int
    texts: bool

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RefusedPages:
        return cls(
            days=data["days"],
            texts=data["texts"],
        )


@dataclass(frozen=True)
class RelatedCluster:
    # Id of the other cluster.
    id: str
    # Id of the member of this cluster.
    member: str
    # Nearest document of the other cluster.
    match: RelatedClusterMatch

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RelatedCluster:
        return cls(
            id=data["id"],
            member=data["member"],
            match=RelatedClusterMatch.from_json(data["match"]),
        )


@dataclass(frozen=True)
class RelatedClusterMatch:
    id: str
    distance: int
    similarity: float | None
    exact: bool

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RelatedClusterMatch:
        return cls(
            id=data["id"],
            distance=data["distance"],
            similarity=data["similarity"],
            exact=data["exact"],
        )


@dataclass(frozen=True)
class ScanResult:
    # Number of documents compared.
    documents: int
    # Number of documents that are duplicates of their best match.
    duplicates: int
    # Number of documents that are similar to their best match, but not duplicates of it.
    similar: int
    # Number of documents added to clusters.
    seated: int
    deleted: int
    # Number of documents skipped because they or their matches changed in the meantime.
    left: int
    # First pairs that a dry run found. None for other scans, and in lists of jobs.
    pairs: tuple[ScanResultPair, ...] | None
    # Whether there are more pairs than `pairs` lists.
    truncated: bool

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ScanResult:
        return cls(
            documents=data["documents"],
            duplicates=data["duplicates"],
            similar=data["similar"],
            seated=data["seated"],
            deleted=data["deleted"],
            left=data["left"],
            pairs=None
            if data.get("pairs") is None
            else tuple(ScanResultPair.from_json(each) for each in data["pairs"]),
            truncated=data["truncated"],
        )


@dataclass(frozen=True)
class ScanResultPair:
    id: str
    duplicate_of: str | None
    similar_to: str | None
    # Similarity of the two documents. None if it is not known, as with the method `simhash`.
    similarity: float | None
    # Number of bits in which the fingerprints differ. None if it is not known.
    distance: int | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ScanResultPair:
        return cls(
            id=data["id"],
            duplicate_of=data["duplicateOf"],
            similar_to=data["similarTo"],
            similarity=data["similarity"],
            distance=data["distance"],
        )


@dataclass(frozen=True)
class SeparatedPair:
    # Id that comes first in the order of the UTF-8 bytes.
    a: str
    b: str
    # Time in UTC, as in RFC 3339.
    created_at: str
    # Member that left its cluster as a result. None if the two were not in the same cluster.
    left: PlaceInCluster | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SeparatedPair:
        return cls(
            a=data["a"],
            b=data["b"],
            created_at=data["createdAt"],
            left=None if data.get("left") is None else PlaceInCluster.from_json(data["left"]),
        )


@dataclass(frozen=True)
class Separation:
    # Id that comes first in the order of the UTF-8 bytes.
    a: str
    b: str
    # Time in UTC, as in RFC 3339.
    created_at: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Separation:
        return cls(
            a=data["a"],
            b=data["b"],
            created_at=data["createdAt"],
        )


@dataclass(frozen=True)
class SeparationPage:
    separations: tuple[Separation, ...]
    next_cursor: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SeparationPage:
        return cls(
            separations=tuple(Separation.from_json(each) for each in data["separations"]),
            next_cursor=data["nextCursor"],
        )


@dataclass(frozen=True)
class Service:
    version: str
    # Version of Node.js.
    node: str
    # Time in UTC, as in RFC 3339.
    started_at: str
    uptime_seconds: int
    # Where documents are stored: in an SQLite file (`sqlite`), in memory only (`memory`) or in
    # Cassandra (`cassandra`), which does not support all operations.
    store: Literal["sqlite", "memory", "cassandra"]
    # Whether requests need a key.
    authentication: bool
    # Key of this request. None if no key is needed.
    key: Key | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Service:
        return cls(
            version=data["version"],
            node=data["node"],
            started_at=data["startedAt"],
            uptime_seconds=data["uptimeSeconds"],
            store=data["store"],
            authentication=data["authentication"],
            key=None if data.get("key") is None else Key.from_json(data["key"]),
        )


@dataclass(frozen=True)
class Setting:
    # Name of the environment variable.
    name: str
    # Value as written in the variable. A secret is shown as `(set)`. None if there is no value.
    value: str | None
    is_default: bool
    description: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setting:
        return cls(
            name=data["name"],
            value=data["value"],
            is_default=data["isDefault"],
            description=data["description"],
        )


@dataclass(frozen=True)
class ShareInterval:
    low: float
    high: float

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ShareInterval:
        return cls(
            low=data["low"],
            high=data["high"],
        )


@dataclass(frozen=True)
class Shingle:
    words: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Shingle:
        return cls(
            words=data["words"],
        )


@dataclass(frozen=True)
class SiteLine:
    # Hash of the line, as in `siteLines` of a match.
    line: int
    # Number of these pages that have the line.
    pages: int
    # Id of the newest page that has the line.
    on: str
    # First 500 characters of the line. None if the text of this page is not kept.
    text: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SiteLine:
        return cls(
            line=data["line"],
            pages=data["pages"],
            on=data["on"],
            text=data["text"],
        )


@dataclass(frozen=True)
class SiteLines:
    # The host, in lower case, without `www.` and a default port.
    site: str
    # Number of pages from which the lines were learnt: the newest ones, at most 32.
    pages: int
    # Lines that the site repeats, at most 1,000, those of most pages first.
    lines: tuple[SiteLine, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SiteLines:
        return cls(
            site=data["site"],
            pages=data["pages"],
            lines=tuple(SiteLine.from_json(each) for each in data["lines"]),
        )


@dataclass(frozen=True)
class Sketch:
    length: Literal[128]
    bits: Literal[8]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sketch:
        return cls(
            length=data["length"],
            bits=data["bits"],
        )


@dataclass(frozen=True)
class Stats:
    # Number of documents. Expired documents are counted until they are removed in the background.
    documents: int
    # Number of distinct contents: documents with the same text share one. Those of deleted
    # documents are counted until they are removed in the background.
    contents: int
    # Number of distinct fingerprints. Those of deleted documents are counted until they are removed
    # in the background.
    fingerprints: int
    # Number of claimed documents that are not confirmed yet.
    claims: int
    # Size of the database files. None for a single collection.
    bytes: int | None
    # Number of checks by decision, without dry runs.
    decisions: StatsDecisions
    # Number of documents with a match, by the distance of their best match, from 0 to 64.
    distances: tuple[int, ...]
    # Number of documents with a match, by the similarity of their best match, in bins of 0.05.
    similarities: tuple[int, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Stats:
        return cls(
            documents=data["documents"],
            contents=data["contents"],
            fingerprints=data["fingerprints"],
            claims=data["claims"],
            bytes=data["bytes"],
            decisions=StatsDecisions.from_json(data["decisions"]),
            distances=tuple(data["distances"]),
            similarities=tuple(data["similarities"]),
        )


@dataclass(frozen=True)
class StatsDecisions:
    new: int
    similar: int
    duplicate: int
    changed: int
    unchanged: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> StatsDecisions:
        return cls(
            new=data["new"],
            similar=data["similar"],
            duplicate=data["duplicate"],
            changed=data["changed"],
            unchanged=data["unchanged"],
        )


@dataclass(frozen=True)
class StoredDocument:
    id: str
    collection: str
    # 64-bit fingerprint as 16 lower-case hex digits.
    fingerprint: str
    # Number of distinct features (words, for a text). None if only a fingerprint was sent.
    feature_count: int | None
    # Whether the text is so short that a match needs a higher similarity.
    short_text: bool
    # What the page states about itself. None if nothing is known.
    page: StoredFacts | None
    # Name and version of the extractor that produced the text. None if it is not known, as for a
    # plain text.
    extractor: str | None
    revision: int
    # Time in UTC, as in RFC 3339.
    stored_at: str
    # Time in UTC, as in RFC 3339.
    updated_at: str
    # Time in UTC, as in RFC 3339.
    last_seen_at: str
    seen_count: int
    # Time at which the document expires. From then on, it counts as absent. None if it never
    # expires.
    expires_at: str | None
    # Lines of the page that the service knows. None if it was sent as features or a fingerprint, or
    # stored by an earlier version.
    lines: LineCounts | None
    # Id of the cluster that the document is in. None if it is in none.
    cluster: str | None
    metadata: Mapping[str, Any] | None = None
    # Claim on the document. Omitted unless the document is claimed.
    claim: Claim | None = None
    # First 240 characters of the kept text. Only in lists with `include=excerpt`. None if no text
    # is kept.
    excerpt: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> StoredDocument:
        return cls(
            id=data["id"],
            collection=data["collection"],
            fingerprint=data["fingerprint"],
            feature_count=data["featureCount"],
            short_text=data["shortText"],
            page=None if data.get("page") is None else StoredFacts.from_json(data["page"]),
            extractor=data["extractor"],
            revision=data["revision"],
            stored_at=data["storedAt"],
            updated_at=data["updatedAt"],
            last_seen_at=data["lastSeenAt"],
            seen_count=data["seenCount"],
            expires_at=data["expiresAt"],
            lines=None if data.get("lines") is None else LineCounts.from_json(data["lines"]),
            cluster=data["cluster"],
            metadata=data.get("metadata"),
            claim=None if data.get("claim") is None else Claim.from_json(data["claim"]),
            excerpt=data.get("excerpt"),
        )


@dataclass(frozen=True)
class StoredFacts:
    # Title of the page, without the site name if the page shows which part that is. None if it has
    # none.
    title: str | None
    # Name of the site. None if the page does not state it.
    site_name: str | None
    # Canonical URL that the page declares. A relative URL is resolved against the URL of the page,
    # if that is known. None if the page declares none.
    canonical: str | None
    # Language of the page as a BCP 47 tag, such as `en` or `zh-CN`. None if the page does not state
    # it.
    language: str | None
    # Publication date in ISO 8601, as precise as the page states it: `2027-01-31`, or with a time
    # and offset. None if the page does not state it.
    published_at: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> StoredFacts:
        return cls(
            title=data["title"],
            site_name=data["siteName"],
            canonical=data["canonical"],
            language=data["language"],
            published_at=data["publishedAt"],
        )


@dataclass(frozen=True)
class StoredRefusedPage:
    id: str
    collection: str
    # Whether a document was created, or a stored one was replaced. `unchanged` if this content was
    # already stored under the id.
    status: Literal["created", "replaced", "unchanged"]
    revision: int
    # Id of the match that the document is now declared separate from. None if the match is no
    # longer stored.
    separated_from: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> StoredRefusedPage:
        return cls(
            id=data["id"],
            collection=data["collection"],
            status=data["status"],
            revision=data["revision"],
            separated_from=data["separatedFrom"],
        )


@dataclass(frozen=True)
class TermList:
    # Number of terms. Only those with the greatest weight are listed.
    count: int
    terms: tuple[WeightedTerm, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TermList:
        return cls(
            count=data["count"],
            terms=tuple(WeightedTerm.from_json(each) for each in data["terms"]),
        )


@dataclass(frozen=True)
class TermsOfBoth:
    shared: TermList
    only_a: TermList
    only_b: TermList

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TermsOfBoth:
        return cls(
            shared=TermList.from_json(data["shared"]),
            only_a=TermList.from_json(data["onlyA"]),
            only_b=TermList.from_json(data["onlyB"]),
        )


@dataclass(frozen=True)
class ThresholdRecommendation:
    # Setting that the recommendation applies to.
    setting: Literal["minSimilarity", "maxDistance"]
    # Current value of this setting.
    threshold: float
    # Recommended threshold. None if there are fewer than five labels, or if either all of them are
    # `different` or none is.
    recommended: ThresholdRecommendationRecommended | None
    # Number of labels that were used.
    labels: ThresholdRecommendationLabels
    # Number of labels that were ignored: pairs with a short text or without a sketch have other
    # thresholds.
    ignored: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ThresholdRecommendation:
        return cls(
            setting=data["setting"],
            threshold=data["threshold"],
            recommended=None
            if data.get("recommended") is None
            else ThresholdRecommendationRecommended.from_json(data["recommended"]),
            labels=ThresholdRecommendationLabels.from_json(data["labels"]),
            ignored=data["ignored"],
        )


@dataclass(frozen=True)
class ThresholdRecommendationLabels:
    same: int
    version: int
    different: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ThresholdRecommendationLabels:
        return cls(
            same=data["same"],
            version=data["version"],
            different=data["different"],
        )


@dataclass(frozen=True)
class ThresholdRecommendationRecommended:
    threshold: float
    # 95% interval of the threshold.
    interval: ThresholdRecommendationRecommendedInterval
    # Estimated number of further labels needed to narrow the interval to 0.1. It is 0 if the
    # interval is narrow enough.
    answers_needed: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ThresholdRecommendationRecommended:
        return cls(
            threshold=data["threshold"],
            interval=ThresholdRecommendationRecommendedInterval.from_json(data["interval"]),
            answers_needed=data["answersNeeded"],
        )


@dataclass(frozen=True)
class ThresholdRecommendationRecommendedInterval:
    low: float
    high: float

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ThresholdRecommendationRecommendedInterval:
        return cls(
            low=data["low"],
            high=data["high"],
        )


@dataclass(frozen=True)
class VerdictCounts:
    # Number of refusals judged right, at most 1,000.
    right: int
    # Number of refusals judged wrong, at most 1,000.
    wrong: int
    # Share of right ones. None without a verdict.
    share: float | None
    # 95% interval of the share. None without a verdict.
    interval: ShareInterval | None
    # Whether there are older verdicts that were not counted.
    truncated: bool

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> VerdictCounts:
        return cls(
            right=data["right"],
            wrong=data["wrong"],
            share=data["share"],
            interval=None if data.get("interval") is None else ShareInterval.from_json(data["interval"]),
            truncated=data["truncated"],
        )


@dataclass(frozen=True)
class WeightedTerm:
    term: str
    weight_a: float
    weight_b: float

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> WeightedTerm:
        return cls(
            term=data["term"],
            weight_a=data["weightA"],
            weight_b=data["weightB"],
        )
