"""Tests the requests of the client and its handling of answers, without a service."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx
import pytest

from neardup import UNSET, Client, Failed, IncompleteResponse, Rejected, Unreachable

Handler = Callable[[httpx.Request], httpx.Response]

DECISION: dict[str, Any] = {
    "decision": "new",
    "stored": True,
    "reason": None,
    "id": "a",
    "collection": "default",
    "fingerprint": "0" * 16,
    "featureCount": 3,
    "shortText": True,
    "duplicateOf": None,
    "similarTo": None,
    "replaced": [],
    "previous": None,
    "cluster": None,
    "matches": [],
    "truncated": False,
    "family": 0,
}


@pytest.fixture(autouse=True)
def no_waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waits: list[float] = []
    monkeypatch.setattr("neardup._client.time.sleep", waits.append)
    return waits


def client_of(handler: Handler, **options: Any) -> Client:
    return Client("http://service", transport=httpx.MockTransport(handler), **options)


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    body = {
        "type": "x",
        "title": "x",
        "status": status,
        "detail": "why",
        "instance": "urn:neardup:request:r1",
        "code": code,
    }
    return httpx.Response(status, json=body, headers={"content-type": "application/problem+json", **headers})


def test_sends_texts_with_half_characters() -> None:
    sent: list[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request.content)
        return httpx.Response(201, json=DECISION)

    with client_of(answer) as nd:
        nd.check(id="a", text="half \ud83d of it, 茶")
    assert json.loads(sent[0]) == {"id": "a", "text": "half ? of it, 茶"}


def test_leaves_out_what_is_none_and_sends_null_where_it_is_a_value() -> None:
    sent: list[Any] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(json.loads(request.content))
        return httpx.Response(200, json=DECISION)

    with client_of(answer) as client:
        client.check(id="a", text="x", metadata=None, limit=None)
        client.check(text="x", min_containment=None, min_similarity=0.5)
        client.check(text="x", min_containment=UNSET)
        client.check(id="https://a.example/", text="x", within="7d", same_host=True)
    assert sent == [
        {"id": "a", "text": "x"},
        {"text": "x", "minContainment": None, "minSimilarity": 0.5},
        {"text": "x"},
        {"id": "https://a.example/", "text": "x", "within": "7d", "sameHost": True},
    ]


def test_claims_only_if_told() -> None:
    sent: list[Any] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(json.loads(request.content))
        return httpx.Response(200, json=DECISION)

    with client_of(answer, claimant="crawler") as client:
        client.check(id="a", text="x")
    with client_of(answer, claimant="crawler", claim_seconds=60, collection="zh") as client:
        client.check(id="a", text="x")
    assert sent[0] == {"id": "a", "text": "x"}
    assert sent[1] == {"id": "a", "text": "x", "claimSeconds": 60, "claimant": "crawler", "collection": "zh"}


def test_encodes_ids_and_sends_metadata_of_pages_as_json() -> None:
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return problem(404, "document_not_found") if request.method == "GET" else httpx.Response(200, json=DECISION)

    with client_of(answer) as client:
        with pytest.raises(Rejected) as caught:
            client.get("https://example.com/a?b=c#d")
        client.check_page("页".encode("gbk"), content_type="text/html; charset=gbk", id="页", metadata={"a": "b"})
    assert caught.value.code == "document_not_found"
    assert seen[0].url.raw_path == b"/documents/https%3A%2F%2Fexample.com%2Fa%3Fb%3Dc%23d"
    assert seen[1].url.params["metadata"] == '{"a": "b"}'
    assert seen[1].content == "页".encode("gbk")
    assert seen[1].headers["content-type"] == "text/html; charset=gbk"


def test_tolerates_unknown_fields_and_codes() -> None:
    answers = [httpx.Response(200, json={**DECISION, "later": 1}), problem(499, "a_later_code")]
    with client_of(lambda _: answers.pop(0)) as client:
        assert client.check(id="a", text="x").decision == "new"
        with pytest.raises(Rejected) as caught:
            client.check(id="a", text="x")
    assert (caught.value.code, caught.value.status, caught.value.request_id) == ("a_later_code", 499, "r1")


def test_obeys_retry_after_and_gives_up_after_the_retries(no_waits: list[float]) -> None:
    answers = [problem(429, "rate_limited", **{"retry-after": "3"}), httpx.Response(200, json=DECISION)]
    with client_of(lambda _: answers.pop(0)) as client:
        client.check(id="a", text="x")
    assert no_waits == [3.0]
    with client_of(lambda _: problem(503, "overloaded"), retries=2) as client, pytest.raises(Rejected):
        client.check(id="a", text="x")
    assert len(no_waits) == 3
    with client_of(lambda _: problem(503, "overloaded", **{"retry-after": "60"})) as client, pytest.raises(Rejected):
        client.check(id="a", text="x")
    assert len(no_waits) == 3


def test_repeats_what_got_no_answer_only_where_that_is_safe() -> None:
    keys: list[str | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers.get("idempotency-key"))
        raise httpx.ConnectError("refused")

    with client_of(answer, retries=2) as client:
        with pytest.raises(Unreachable):
            client.check(text="x")  # the client generates a key, and repeats it with each try
        assert len(keys) == 3 and len(set(keys)) == 1 and keys[0] is not None
        keys.clear()
        with pytest.raises(Unreachable):
            client.check(text="x", limit=500)  # a key would not allow that many matches
        assert keys == [None]


def test_shows_the_status_of_an_answer_that_is_no_json() -> None:
    with (
        client_of(lambda _: httpx.Response(200, text="<html>proxy</html>")) as client,
        pytest.raises(Rejected) as caught,
    ):
        client.check(id="a", text="x")
    assert (caught.value.code, caught.value.status) == ("unexpected_answer", 200)
    assert "proxy" in caught.value.detail
    with client_of(lambda _: httpx.Response(404, text="nginx")) as client, pytest.raises(Rejected) as caught:
        client.check(id="a", text="x")
    assert caught.value.status == 404


def lines(*values: object) -> bytes:
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def test_never_loses_a_result_of_many_silently() -> None:
    def checked(line: int) -> dict[str, Any]:
        return {"kind": "checked", "line": line, "ok": True, **DECISION}

    documents = [{"id": str(number), "text": "x", "metadata": None} for number in range(3)]
    cut = httpx.Response(200, content=lines(checked(1)))
    whole = httpx.Response(200, content=lines(checked(1), checked(2), {"kind": "summary", "summary": {}}))
    requests: list[int] = []

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(len(request.content.splitlines()))
        return cut if len(requests) == 1 else whole

    with client_of(answer) as client:
        assert len(list(client.check_many(documents))) == 3
    assert requests == [3, 2]
    with client_of(lambda _: httpx.Response(200, content=lines(checked(1))), retries=0) as client:
        results = client.check_many([{"text": "x"}, {"text": "y"}])
        assert next(results).ok
        with pytest.raises(IncompleteResponse):
            next(results)


def test_gives_each_rejected_document_its_error() -> None:
    fault = {"status": 422, "code": "text_empty", "detail": "no words", "instance": ""}
    body = lines({"kind": "failed", "line": 1, "ok": False, "error": fault}, {"kind": "summary", "summary": {}})
    with client_of(lambda _: httpx.Response(200, content=body)) as client:
        [result] = client.check_many([{"id": "a", "text": "…"}])
    assert isinstance(result, Failed) and result.error.code == "text_empty" and result.id == "a"


def test_shows_no_key() -> None:
    client = client_of(lambda _: httpx.Response(500, text="x"), api_key="a-secret-key")
    assert "secret" not in repr(client)
    with pytest.raises(Rejected) as caught:
        client.check(id="a", text="x")
    assert "secret" not in str(caught.value)


class Row(NamedTuple):
    """A row as DataFrame.itertuples gives it."""

    Index: int
    id: str
    text: Any
    ttlSeconds: Any = None


class NAType:
    """Like the type of pandas.NA, of which no truth value exists."""

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")

    def __eq__(self, other: object) -> Any:
        return self

    def __ne__(self, other: object) -> Any:
        return self

    __hash__ = None  # type: ignore[assignment]


def test_leaves_out_missing_values_of_rows() -> None:
    sent: list[Any] = []

    def answer(request: httpx.Request) -> httpx.Response:
        lines = [json.loads(line) for line in request.content.splitlines()]
        sent.extend(lines)
        results = [json.dumps({"kind": "checked", "line": n + 1, "ok": True, **DECISION}) for n in range(len(lines))]
        return httpx.Response(200, text="\n".join([*results, '{"kind":"summary","summary":{}}']))

    rows: list[Any] = [
        Row(0, "a", "x", float("nan")),
        Row(1, "b", "y", NAType()),
        {"id": "c", "text": "z", "metadata": {"title": None}, "ttlSeconds": None},
    ]
    with client_of(answer) as client:
        assert len(list(client.check_many(rows))) == 3
    assert sent == [
        {"id": "a", "text": "x"},
        {"id": "b", "text": "y"},
        {"id": "c", "text": "z", "metadata": {"title": None}},
    ]


@pytest.mark.parametrize(
    ("row", "error", "message"),
    [
        ({"id": "b", "text": b"x"}, TypeError, "row 1, field 'text': a bytes is no JSON value"),
        ({"id": "b", "text": "x", "metadata": {"price": float("nan")}}, ValueError, "row 1, field 'metadata': "),
        (["b", "x"], TypeError, "row 1 is a list: send mappings or named tuples"),
        (("b", "x"), TypeError, "row 1 is a tuple"),
    ],
)
def test_names_the_row_and_field_that_cannot_be_sent(row: Any, error: type[Exception], message: str) -> None:
    with client_of(lambda _: httpx.Response(500)) as client, pytest.raises(error, match=re.escape(message)):
        list(client.check_many([{"id": "a", "text": "x"}, row]))


def test_names_the_row_that_the_service_rejected() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        error = {
            "code": "validation_failed",
            "status": 422,
            "detail": 'Line 1: "/text": must be a string',
            "title": "x",
        }
        failed = json.dumps({"kind": "failed", "line": 1, "ok": False, "error": error})
        return httpx.Response(200, text=failed + '\n{"kind":"summary","summary":{}}')

    with client_of(answer) as client:
        results = list(client.check_many([{"id": name, "text": 1} for name in "abc"], batch_size=1))
    assert [(result.id, result.row) for result in results if isinstance(result, Failed)] == [
        ("a", 0),
        ("b", 1),
        ("c", 2),
    ]
    last = results[2]
    assert isinstance(last, Failed)
    assert 'Row 2: "/text": must be a string' in str(last.error)
