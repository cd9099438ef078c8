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
    # 64 bits as 16 lower-case hex digits
    fingerprint: str
    # number of distinct features; None for a posted fingerprint
    feature_count: int | None
    # whether the text is so short that a match needs more agreement
    short_text: bool
    revision: int
    # of a page: name and version of the text extractor
    extractor: str | None = None
    # with `include: ["page"]`: facts that the page states about itself; None: the content is not a
    # page
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
    # offset in the text in UTF-16 code units, as in JavaScript
    start: int
    # end offset, exclusive
    end: int
    # length in words; a Chinese character counts as two thirds of a word
    words: int
    # kinds of content in it besides ordinary words
    kinds: tuple[Literal["number", "name", "negation"], ...]
    # with `texts` or `explain`: the first 500 characters
    text: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> AddedPassage:
        return cls(
            start=data["start"],
            end=data["end"],
            words=data["words"],
            kinds=tuple(data["kinds"]),
            text=data.get("text"),
        )


@dataclass(frozen=True)
class Additions:
    # whether these additions are too small to count
    nothing: bool
    # number of new words; between two stored documents without texts, of new word pairs
    words: int
    # new words as a share of the text
    share: float
    # length of the longest new passage in words
    longest: int | None
    # numbers that are new, or that now stand between different words
    numbers: int
    # new names
    names: int | None
    # negations that only one of the two has, or that are next to new words
    negations: int | None
    # new whole lines or sentences, except those at the start and end
    lines: int | None
    # whether the titles differ: each has a word that the other lacks; None: one of the two has no
    # title, or the texts are equal and the titles do not differ
    title: bool | None
    # with `explain`: the passages of new words in the order of the text, at most the 100 longest;
    # None: the text is not kept, or the match has just been deleted
    passages: tuple[AddedPassage, ...] | None = None
    # with `passages`: whether some passages are not listed
    passages_truncated: bool | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Additions:
        return cls(
            nothing=data["nothing"],
            words=data["words"],
            share=data["share"],
            longest=data["longest"],
            numbers=data["numbers"],
            names=data["names"],
            negations=data["negations"],
            lines=data["lines"],
            title=data["title"],
            passages=None
            if data.get("passages") is None
            else tuple(AddedPassage.from_json(each) for each in data["passages"]),
            passages_truncated=data.get("passagesTruncated"),
        )


@dataclass(frozen=True)
class Backup:
    # file name of the copy in NEARDUP_BACKUP_DIR
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
    # first of the two ids in the order of their UTF-8 bytes
    a: str
    b: str
    distance: int
    similarity: float | None
    # whether the two match by the settings of the collection
    match: bool
    # whether this document adds nothing to the match
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
    # most uncertain pairs first; empty if there is nothing to label
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
    # RFC 3339, UTC
    created_at: str
    # reason why the collection is closed; None if it is open
    problem: str | None
    # in lists, with `include=stats`
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
    # always true
    ok: bool
    id: str
    collection: str
    status: Literal["created", "replaced", "unchanged"]
    # 64 bits as 16 lower-case hex digits
    fingerprint: str
    # number of distinct features; None for a posted fingerprint
    feature_count: int | None
    # whether the text is so short that a match needs more agreement
    short_text: bool
    revision: int
    # of a page: name and version of the text extractor
    extractor: str | None = None
    # with `include: ["page"]`: facts that the page states about itself; None: the content is not a
    # page
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
    # always true
    ok: bool
    decision: Literal["new", "similar", "duplicate", "changed", "unchanged"]
    # whether this check stored the document
    stored: bool
    # reason for not storing a similar document, see keepPerFamily; otherwise None
    reason: Literal["familyFull"] | None
    id: str | None
    collection: str
    # 64 bits as 16 lower-case hex digits
    fingerprint: str
    # number of distinct features; None for a posted fingerprint
    feature_count: int | None
    # whether the text is so short that a match needs more agreement
    short_text: bool
    # id of the best match, if it makes the document a duplicate
    duplicate_of: str | None
    # id of the best match, if the document is only similar to it
    similar_to: str | None
    # ids of the documents that this one replaced, or will replace when its claim is confirmed; see
    # onDuplicate
    replaced: tuple[str, ...]
    # comparison with the previous version of this id; None if there was none
    previous: EarlierVersion | None
    # id of the cluster of an unchanged document, or of the best match
    cluster: str | None
    matches: tuple[Match, ...]
    truncated: bool
    # number of similar stored contents, at most 16; None: not counted
    family: int | None
    # of a page: name and version of the text extractor
    extractor: str | None = None
    # present only if the stored, unchanged or matched document is claimed
    claim: Claim | None = None
    # with `include: ["page"]`: facts that the page states about itself; None: the content is not a
    # page
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
            page=None if data.get("page") is None else DescribedPage.from_json(data["page"]),
        )


@dataclass(frozen=True)
class BulkFailed:
    kind: Literal["failed"]
    line: int
    # always false
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
    # reason why lines after `total` were not read
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
    # time at which the document expires unless it is confirmed before
    expires_at: str
    # in the decision that stored the document: identifies the content to confirm
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
    # number of stored members
    size: int
    # number of refused members: ids that were refused as duplicates
    refused: int
    # id of the first stored member, or of the one that a person chose
    representative: str
    # lowest similarity of a member to its match; None: none known. In clusters of more than 100
    # members it may be too high after a member has left
    least_similarity: float | None
    # RFC 3339, UTC
    created_at: str
    # time when a member last joined or left
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
    # those with the most members first, at most 100
    hosts: tuple[HostMembers, ...]
    # number of further hosts
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
    # number of stored members
    size: int
    # number of refused members: ids that were refused as duplicates
    refused: int
    # id of the first stored member, or of the one that a person chose
    representative: str
    # lowest similarity of a member to its match; None: none known. In clusters of more than 100
    # members it may be too high after a member has left
    least_similarity: float | None
    # RFC 3339, UTC
    created_at: str
    # time when a member last joined or left
    updated_at: str
    # by default stored members first, then refused ones, each in the order in which they joined
    members: tuple[Member, ...]
    next_cursor: str | None
    # with `include=related`: up to 20 other clusters that match one of the first 100 stored
    # members, nearest first
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
    # lowest containment of a match by parts; None: parts do not match
    min_containment: float | None
    # which matches make a document a duplicate
    duplicate_if: Literal["exact", "addsNothing", "similar"]
    # whether pages with different titles count as different pages
    compare_titles: bool
    # time to live of the documents; None: they are kept permanently
    ttl_seconds: int | None
    keep_text: bool
    # number of refused ids that a cluster remembers
    keep_refused: int
    # value of `family` from which similar documents are not stored; None: all are stored
    keep_per_family: int | None
    # how long refused pages are kept, and whether with their texts; None: they are not kept
    refused_pages: RefusedPages | None
    # RFC 3339, UTC
    created_at: str
    # reason why the collection is closed; None if it is open
    problem: str | None
    # probability that two documents of this similarity find each other with the default thresholds
    recall_at: CollectionRecallAt | None
    # in lists, with `include=stats`
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
            compare_titles=data["compareTitles"],
            ttl_seconds=data["ttlSeconds"],
            keep_text=data["keepText"],
            keep_refused=data["keepRefused"],
            keep_per_family=data["keepPerFamily"],
            refused_pages=None if data.get("refusedPages") is None else RefusedPages.from_json(data["refusedPages"]),
            created_at=data["createdAt"],
            problem=data["problem"],
            recall_at=None if data.get("recallAt") is None else CollectionRecallAt.from_json(data["recallAt"]),
            stats=None if data.get("stats") is None else CollectionStats.from_json(data["stats"]),
        )


@dataclass(frozen=True)
class CollectionList:
    # with `fields=brief` the brief form of each
    collections: tuple[Mapping[str, Any], ...]
    next_cursor: str | None
    # number of collections on all pages that match `search` and that the key may access
    total: int
    # with `include=stats`: sums over all of these
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
    # number of documents; expired ones count until they are swept
    documents: int
    # number of distinct contents; those of deleted documents count until they are swept
    contents: int
    # decisions of all checks except dry runs
    decisions: CollectionStatsDecisions
    # start of the hour of the last decision; None: none in 90 days
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
    # whether the two match by the defaults of the collection
    match: bool
    exact: bool
    # whether the two match and a adds nothing to b
    adds_nothing: bool
    # content of this text that the match lacks. `longest`, `names`, `negations` and `lines` are
    # None if neither text is available. The whole is None if one side has only a fingerprint, or if
    # eight other matches are nearer
    adds: Additions | None
    # whether this text contains everything that the match says; if it adds nothing, one word may be
    # missing. None: not known
    covers: bool | None
    distance: int
    similarity: float | None
    jaccard: float | None
    # containment of a in b and of b in a; exact if `setsOf` is not None, otherwise estimated from
    # the sketches
    containment: Containment | None
    # relation of a to b; None unless at least 0.8 of one is contained in the other
    relation: Literal["equal", "contains", "containedIn", "overlaps"] | None
    # elements that `jaccard` and `containment` count
    sets_of: Literal["shingles", "terms"] | None
    cosine: float | None
    euclidean: float | None
    correlation: float | None
    fingerprints: ComparisonFingerprints
    # whether one of the two is so short that a match needs more agreement
    short_text: bool
    # reason for None fields: the text of a stored document was not kept
    reason: Literal["text_not_kept"] | None = None
    # words with their weights; None where words are not known
    terms: TermsOfBoth | None = None
    differing_bits: tuple[int, ...] | None = None
    # per differing bit, the fewest words whose removal from the document flips it
    flips: tuple[Flip, ...] | None = None
    # equal 16-bit blocks; 0 is the highest
    equal_blocks: tuple[int, ...] | None = None
    # equal bands of the sketches
    shared_bands: tuple[int, ...] | None = None
    # with `explain`: both texts as sent, in pieces; common pieces are quoted from b
    diff: tuple[ComparisonDiff, ...] | None = None
    # with `explain`: passages of at least eight words that a has in common with b, and their places
    # in b (`match`); None unless both texts are available
    passages: tuple[Passage, ...] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Comparison:
        return cls(
            match=data["match"],
            exact=data["exact"],
            adds_nothing=data["addsNothing"],
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
    # 64 bits as 16 lower-case hex digits
    a: str
    # 64 bits as 16 lower-case hex digits
    b: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ComparisonFingerprints:
        return cls(
            a=data["a"],
            b=data["b"],
        )


@dataclass(frozen=True)
class ConfirmationResult:
    # ids of documents that are stored permanently, by this request or an earlier one
    confirmed: tuple[str, ...]
    # ids of documents that are absent, have other content, or are claimed by another client
    missing: tuple[str, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ConfirmationResult:
        return cls(
            confirmed=tuple(data["confirmed"]),
            missing=tuple(data["missing"]),
        )


@dataclass(frozen=True)
class Containment:
    # share of the shingles of this text that the match also has
    of_this: float
    # share of the shingles of the match that this text also has
    of_match: float
    # half the width of the 95 % interval around each
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
    # whether this check stored the document
    stored: bool
    # reason for not storing a similar document, see keepPerFamily; otherwise None
    reason: Literal["familyFull"] | None
    id: str | None
    collection: str
    # 64 bits as 16 lower-case hex digits
    fingerprint: str
    # number of distinct features; None for a posted fingerprint
    feature_count: int | None
    # whether the text is so short that a match needs more agreement
    short_text: bool
    # id of the best match, if it makes the document a duplicate
    duplicate_of: str | None
    # id of the best match, if the document is only similar to it
    similar_to: str | None
    # ids of the documents that this one replaced, or will replace when its claim is confirmed; see
    # onDuplicate
    replaced: tuple[str, ...]
    # comparison with the previous version of this id; None if there was none
    previous: EarlierVersion | None
    # id of the cluster of an unchanged document, or of the best match
    cluster: str | None
    matches: tuple[Match, ...]
    truncated: bool
    # number of similar stored contents, at most 16; None: not counted
    family: int | None
    # of a page: name and version of the text extractor
    extractor: str | None = None
    # present only if the stored, unchanged or matched document is claimed
    claim: Claim | None = None
    # with `include: ["page"]`: facts that the page states about itself; None: the content is not a
    # page
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
            page=None if data.get("page") is None else DescribedPage.from_json(data["page"]),
        )


@dataclass(frozen=True)
class DecisionHistory:
    step_seconds: Literal[3600]
    # oldest first; hours without a decision are left out
    points: tuple[DecisionHistoryPoint, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DecisionHistory:
        return cls(
            step_seconds=data["stepSeconds"],
            points=tuple(DecisionHistoryPoint.from_json(each) for each in data["points"]),
        )


@dataclass(frozen=True)
class DecisionHistoryPoint:
    # start of the hour
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
    # title of the page, without the site name if the page shows which part that is
    title: str | None
    # name of the site
    site_name: str | None
    # canonical URL that the page declares; a relative one is resolved against the URL of the page,
    # if known
    canonical: str | None
    # BCP 47, as in `en` or `zh-CN`
    language: str | None
    # ISO 8601, as precise as the page states it: `2027-01-31`, or with time and offset
    published_at: str | None
    # headings of the text, at most 50
    headings: tuple[str, ...]
    # id of another stored document that `canonical` names; it does not affect the decision. None:
    # none
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
    # 64 bits as 16 lower-case hex digits
    fingerprint: str
    # number of distinct features; None for a posted fingerprint
    feature_count: int | None
    # whether the text is so short that a match needs more agreement
    short_text: bool
    # facts that the page states about itself; None: none known
    page: StoredFacts | None
    # name and version of the text extractor; None: the content was sent as text
    extractor: str | None
    revision: int
    # RFC 3339, UTC
    stored_at: str
    # RFC 3339, UTC
    updated_at: str
    # RFC 3339, UTC
    last_seen_at: str
    seen_count: int
    # time from which it counts as absent; None: never
    expires_at: str | None
    # id of its cluster; None: it is in none
    cluster: str | None
    metadata: Mapping[str, Any] | None = None
    # present only while the document is claimed
    claim: Claim | None = None
    # with `include=text`: the kept text
    text: str | None = None
    # reason why `text` is None
    reason: Literal["text_not_kept"] | None = None
    # with `include=match`: its match when it was stored; None: none, or it is in no cluster
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
            cluster=data["cluster"],
            metadata=data.get("metadata"),
            claim=None if data.get("claim") is None else Claim.from_json(data["claim"]),
            text=data.get("text"),
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
    # in GET /decisions
    number: int
    decision: str
    # id of the document that it matched or that replaced it
    match: str | None
    # RFC 3339, UTC
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

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> EarlierVersion:
        return cls(
            distance=data["distance"],
            similarity=data["similarity"],
        )


@dataclass(frozen=True)
class Evidence:
    # words with their weights; None where words are not known
    terms: TermsOfBoth | None
    differing_bits: tuple[int, ...]
    # per differing bit, the fewest words whose removal from the document flips it
    flips: tuple[Flip, ...]
    # equal 16-bit blocks; 0 is the highest
    equal_blocks: tuple[int, ...]
    # equal bands of the sketches
    shared_bands: tuple[int, ...] | None
    # reason for None fields: the text of a stored document was not kept
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
class ExtractedPage:
    # title of the page, without the site name if the page shows which part that is
    title: str | None
    # name of the site
    site_name: str | None
    # canonical URL that the page declares; a relative one is resolved against the URL of the page,
    # if known
    canonical: str | None
    # BCP 47, as in `en` or `zh-CN`
    language: str | None
    # ISO 8601, as precise as the page states it: `2027-01-31`, or with time and offset
    published_at: str | None
    # headings of the text, at most 50
    headings: tuple[str, ...]
    text: str
    # character encoding; None if no bytes were decoded
    charset: str | None
    charset_source: Literal["bom", "header", "meta", "detected", "default"] | None
    # name and version of the text extractor
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
    # 64 bits as 16 lower-case hex digits
    fingerprint: str
    # number of distinct features; None for a posted fingerprint
    feature_count: int | None
    # whether the text is so short that a match needs more agreement
    short_text: bool
    recipe: str
    # of a page: name and version of the text extractor
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
    # 63 is the highest
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
    # None for ids that are not URLs
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
    # None for ids that are not URLs
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
    # options of the request; of a deletion none, so that no id is left
    parameters: Mapping[str, Any]
    state: Literal["running", "succeeded", "failed", "cancelled"]
    # number of documents; `total` is None if it is not known
    progress: JobProgress
    # mean rate so far, or of the whole job
    documents_per_second: int
    # result of a scan; None unless it has succeeded
    result: ScanResult | None
    # reason for the failure; None unless the job failed
    error: Problem | None
    # RFC 3339, UTC
    started_at: str
    # RFC 3339, UTC
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
    # from the narrowest to the widest
    scopes: tuple[Literal["read", "write", "admin"], ...]
    # collections that the key may access; None: all
    collections: tuple[str, ...] | None
    # RFC 3339, UTC
    expires_at: str | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Key:
        return cls(
            name=data["name"],
            scopes=tuple(data["scopes"]),
            collections=None if data.get("collections") is None else tuple(data["collections"]),
            expires_at=data["expiresAt"],
        )


@dataclass(frozen=True)
class KeyList:
    # in the order of the configuration; empty if no key is needed
    keys: tuple[Key, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> KeyList:
        return cls(
            keys=tuple(Key.from_json(each) for each in data["keys"]),
        )


@dataclass(frozen=True)
class Label:
    # first of the two ids in the order of their UTF-8 bytes
    a: str
    b: str
    label: Literal["same", "version", "different"]
    # RFC 3339, UTC
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
class LoggedAdditions:
    # whether these additions are too small to count
    nothing: bool
    # number of new words; between two stored documents without texts, of new word pairs
    words: int
    # new words as a share of the text
    share: float
    # length of the longest new passage in words
    longest: int | None
    # numbers that are new, or that now stand between different words
    numbers: int
    # new names
    names: int | None
    # negations that only one of the two has, or that are next to new words
    negations: int | None
    # new whole lines or sentences, except those at the start and end
    lines: int | None
    # whether the titles differ: each has a word that the other lacks; None: one of the two has no
    # title, or the texts are equal and the titles do not differ
    title: bool | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> LoggedAdditions:
        return cls(
            nothing=data["nothing"],
            words=data["words"],
            share=data["share"],
            longest=data["longest"],
            numbers=data["numbers"],
            names=data["names"],
            negations=data["negations"],
            lines=data["lines"],
            title=data["title"],
        )


@dataclass(frozen=True)
class LoggedDecision:
    # position in the log; later decisions have greater numbers
    number: int
    # RFC 3339, UTC
    at: str
    # None: the check had no id
    id: str | None
    # `replaced`: the document was replaced by the match; otherwise as a check returns it
    decision: Literal["duplicate", "similar", "changed", "replaced"]
    # id of the best match, or of the document that replaced this one; None for `changed`, and if
    # the match was taken down
    match: str | None
    stored: bool
    reason: Literal["familyFull"] | None
    # to the match; for `changed` to the previous version
    similarity: float | None
    # to the match; for `changed` to the previous version
    distance: int | None
    exact: bool
    # content of the page that its match lacks; None: not known
    adds: LoggedAdditions | None
    # certainty that nothing was lost: 1 for an equal text, otherwise the similarity minus the new
    # share of the page and 0.1 for each new number, name or negation; None: the page was stored, or
    # replaced
    certainty: float | None
    # a person's verdict on the refusal; None: there is none
    verdict: Literal["right", "wrong"] | None
    # whether its signature is kept, so that the page can still be compared or stored
    kept: bool
    # first 80 characters of the title; None: none known
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
            title=data["title"],
        )


@dataclass(frozen=True)
class LookupResult:
    documents: tuple[StoredDocument, ...]
    missing: tuple[str, ...]
    # ids that were not read because the documents before them fill 1 MiB; request them again
    remaining: tuple[str, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> LookupResult:
        return cls(
            documents=tuple(StoredDocument.from_json(each) for each in data["documents"]),
            missing=tuple(data["missing"]),
            remaining=tuple(data["remaining"]),
        )


@dataclass(frozen=True)
class Match:
    id: str
    distance: int
    similarity: float | None
    exact: bool
    # whether this document adds nothing to the match
    adds_nothing: bool
    # content of this text that the match lacks. `longest`, `names`, `negations` and `lines` are
    # None if neither text is available. The whole is None if one side has only a fingerprint, or if
    # eight other matches are nearer
    adds: Additions | None
    # whether this text contains everything that the match says; if it adds nothing, one word may be
    # missing. None: not known
    covers: bool | None
    # estimated from the sketches; None: not known
    containment: Containment | None
    # relation of this text to the match; None unless at least 0.8 of one is contained in the other
    relation: Literal["equal", "contains", "containedIn", "overlaps"] | None
    # 64 bits as 16 lower-case hex digits
    fingerprint: str
    # RFC 3339, UTC
    stored_at: str
    metadata: Mapping[str, Any] | None = None
    # with `explain`; None if the document has just been deleted
    evidence: Evidence | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Match:
        return cls(
            id=data["id"],
            distance=data["distance"],
            similarity=data["similarity"],
            exact=data["exact"],
            adds_nothing=data["addsNothing"],
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
    # its match when it joined; None: it was stored before the others
    match: MemberMatch | None
    # whether `match` is the current content of the representative; true for the representative
    # itself
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
    # whether this document adds nothing to the match
    adds_nothing: bool
    # estimated from the sketches; None: not known
    containment: Containment | None
    # relation of this text to the match; None unless at least 0.8 of one is contained in the other
    relation: Literal["equal", "contains", "containedIn", "overlaps"] | None
    # RFC 3339, UTC
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
class MinuteOfDecisions:
    # start of the minute
    at: str
    new: int
    similar: int
    duplicate: int
    changed: int
    unchanged: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MinuteOfDecisions:
        return cls(
            at=data["at"],
            new=data["new"],
            similar=data["similar"],
            duplicate=data["duplicate"],
            changed=data["changed"],
            unchanged=data["unchanged"],
        )


@dataclass(frozen=True)
class Overlap:
    # number of words in the text
    words: int
    # share of these words that are in a passage of any document
    share: float
    # stretches of the text that passages cover without a gap: at most 100, longest first. Each
    # lists the documents that have the most of it first
    passages: tuple[OverlapPassage, ...]
    # best first
    documents: tuple[OverlapDocument, ...]
    # whether there are more documents than were examined
    truncated: bool
    # with `minContainment`: share of the shingles that find nothing because 256 or more stored
    # texts are indexed by them; a lower bound for texts of fewer than about 1,000 words; None: not
    # known
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
    # share of the words of the text
    share: float
    # false if its text is not kept and the passages were found from a sample of its shingles
    exact: bool
    similarity: float | None
    # estimated from the sketches; None: not known
    containment: Containment | None
    # relation of this text to the match; None unless at least 0.8 of one is contained in the other
    relation: Literal["equal", "contains", "containedIn", "overlaps"] | None
    # in the order of the text; at most the 100 longest
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
    # offset in the text in UTF-16 code units, as in JavaScript
    start: int
    # end offset, exclusive
    end: int
    words: int
    # ids of the documents
    documents: tuple[str, ...]
    # with `texts` or `explain`: the first 500 characters
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
    # offset in the text in UTF-16 code units, as in JavaScript
    start: int
    # end offset, exclusive
    end: int
    words: int
    # place of the passage in the other text; None: that text is not kept
    match: PassageMatch | None
    # with `texts` or `explain`: the first 500 characters
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
    # offset in the text in UTF-16 code units, as in JavaScript
    start: int
    # end offset, exclusive
    end: int
    # with `texts` or `explain`: the first 500 characters
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
    # id of the cluster
    cluster: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PlaceInCluster:
        return cls(
            id=data["id"],
            cluster=data["cluster"],
        )


@dataclass(frozen=True)
class PresentRates:
    # mean over the last ten seconds, of the collection if one is named
    checks_per_second: float
    # mean over the last ten seconds, of the whole service
    requests_per_second: float
    # of the requests of the last minute, accurate to 5 %; None: there were none
    p50_ms: float | None
    # of the requests of the last minute, accurate to 5 %; None: there were none
    p99_ms: float | None
    # requests of the last minute that failed because of an error of the service
    errors_per_minute: int
    # requests of the last minute that were throttled, with 429 or 503
    throttled_per_minute: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PresentRates:
        return cls(
            checks_per_second=data["checksPerSecond"],
            requests_per_second=data["requestsPerSecond"],
            p50_ms=data["p50Ms"],
            p99_ms=data["p99Ms"],
            errors_per_minute=data["errorsPerMinute"],
            throttled_per_minute=data["throttledPerMinute"],
        )


@dataclass(frozen=True)
class Problem:
    type: str
    title: str
    status: int
    detail: str
    instance: str
    # kind of problem; later versions may add codes, which fall under the meaning of the status
    code: str
    errors: tuple[FieldError, ...] | None = None
    # with `document_not_found`: the last decision about this id, if one was recorded
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
    # 64 bits as 16 lower-case hex digits
    fingerprint: str
    matches: tuple[Match, ...]
    # number of distinct contents compared: those within the distance or with a common band; of a
    # large family only some
    candidates: int
    truncated: bool
    # with `minContainment`: share of the shingles that find nothing because 256 or more stored
    # texts are indexed by them; a lower bound for texts of fewer than about 1,000 words; None: not
    # known
    common_share: float | None
    took_ms: float
    # with `include: ["page"]`: facts that the page states about itself; None: the content is not a
    # page
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
class RecentActivity:
    # the last 60, oldest first; minutes without a decision are left out
    minutes: tuple[MinuteOfDecisions, ...]
    now: PresentRates
    # at most 50 hosts, those with the most decisions in the last hour first
    hosts: tuple[HostDecisions, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RecentActivity:
        return cls(
            minutes=tuple(MinuteOfDecisions.from_json(each) for each in data["minutes"]),
            now=PresentRates.from_json(data["now"]),
            hosts=tuple(HostDecisions.from_json(each) for each in data["hosts"]),
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
    # index for texts contained in others; None: none
    parts: RecipeParts | None = None
    # additional words for the segmentation, one per line: `word [frequency] [tag]`, the format of
    # jieba
    own_words: str | None = None
    # stop words in addition to those of `stopWords`, one per line
    own_stop_words: str | None = None
    # IDF table for `tfIdf` instead of the built-in one: lines of `word idf`
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
    # number of words in a shingle
    words: int
    # in a long text, one in n shingles is indexed
    one_in: int
    # minimum number of indexed shingles per text, unless it has fewer
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
    # id of the other cluster
    id: str
    # id of the member of this cluster
    member: str
    # the nearest document of the other cluster
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
    # number of compared documents
    documents: int
    # number of documents that are duplicates of their best match
    duplicates: int
    # number of documents that are only similar to their best match
    similar: int
    # number of documents added to clusters
    seated: int
    deleted: int
    # number of documents skipped because they or their matches changed meanwhile
    left: int
    # of a dry run: the first pairs found; None in lists of jobs
    pairs: tuple[ScanResultPair, ...] | None
    # whether `pairs` lists only some of the pairs
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
    # None: not known, as with `simhash`
    similarity: float | None
    # number of differing bits; None: not known
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
class Separation:
    # first of the two ids in the order of their UTF-8 bytes
    a: str
    b: str
    # RFC 3339, UTC
    created_at: str
    # member that left its cluster as a result; None: the two were not in one cluster
    left: PlaceInCluster | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Separation:
        return cls(
            a=data["a"],
            b=data["b"],
            created_at=data["createdAt"],
            left=None if data.get("left") is None else PlaceInCluster.from_json(data["left"]),
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
    # version of Node.js
    node: str
    # RFC 3339, UTC
    started_at: str
    uptime_seconds: int
    # `memory`: a database that keeps nothing on disk; `cassandra`: some operations are not
    # available
    store: Literal["sqlite", "memory", "cassandra"]
    # whether keys are needed
    authentication: bool
    # the key of this request; None: none is needed
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
    # name of the environment variable
    name: str
    # value in the form of the variable; `(set)` for a secret; None: there is none
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
class SettingList:
    settings: tuple[Setting, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SettingList:
        return cls(
            settings=tuple(Setting.from_json(each) for each in data["settings"]),
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
    # number of documents; expired ones count until they are swept
    documents: int
    # number of distinct contents; those of deleted documents count until they are swept
    contents: int
    # number of distinct fingerprints; those of deleted documents count until they are swept
    fingerprints: int
    # number of claimed documents that are not confirmed yet
    claims: int
    # size of the database files; None for one collection
    bytes: int | None
    # decisions of all checks except dry runs
    decisions: StatsDecisions
    # number of documents with a match, for each distance of the best match from 0 to 64
    distances: tuple[int, ...]
    # number of documents with a match, by the similarity of the best match in bins of 0.05
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
    # 64 bits as 16 lower-case hex digits
    fingerprint: str
    # number of distinct features; None for a posted fingerprint
    feature_count: int | None
    # whether the text is so short that a match needs more agreement
    short_text: bool
    # facts that the page states about itself; None: none known
    page: StoredFacts | None
    # name and version of the text extractor; None: the content was sent as text
    extractor: str | None
    revision: int
    # RFC 3339, UTC
    stored_at: str
    # RFC 3339, UTC
    updated_at: str
    # RFC 3339, UTC
    last_seen_at: str
    seen_count: int
    # time from which it counts as absent; None: never
    expires_at: str | None
    # id of its cluster; None: it is in none
    cluster: str | None
    metadata: Mapping[str, Any] | None = None
    # present only while the document is claimed
    claim: Claim | None = None
    # in lists, with `include=excerpt`: the beginning of the kept text; None: no text is kept
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
            cluster=data["cluster"],
            metadata=data.get("metadata"),
            claim=None if data.get("claim") is None else Claim.from_json(data["claim"]),
            excerpt=data.get("excerpt"),
        )


@dataclass(frozen=True)
class StoredFacts:
    # title of the page, without the site name if the page shows which part that is
    title: str | None
    # name of the site
    site_name: str | None
    # canonical URL that the page declares; a relative one is resolved against the URL of the page,
    # if known
    canonical: str | None
    # BCP 47, as in `en` or `zh-CN`
    language: str | None
    # ISO 8601, as precise as the page states it: `2027-01-31`, or with time and offset
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
    # `unchanged`: this content is already stored under the id
    status: Literal["created", "replaced", "unchanged"]
    revision: int
    # the match, from which the document is now declared separate; None: the match is not stored
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
    # number of terms; the heaviest are listed
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
    # setting that the recommendation is for
    setting: Literal["minSimilarity", "maxDistance"]
    # current value in the collection
    threshold: float
    # None: there are fewer than five labels, or they are all of one kind
    recommended: ThresholdRecommendationRecommended | None
    # number of labels used
    labels: ThresholdRecommendationLabels
    # number of labels ignored: pairs with a short text or without a sketch have other thresholds
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
    # 95 % interval of the threshold
    interval: ThresholdRecommendationRecommendedInterval
    # approximate number of further labels until the interval is 0.1 wide
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
class UndoneSeparation:
    # member that is back in its cluster; None: none
    restored: PlaceInCluster | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> UndoneSeparation:
        return cls(
            restored=None if data.get("restored") is None else PlaceInCluster.from_json(data["restored"]),
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
