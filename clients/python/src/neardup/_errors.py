"""What a call raises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FieldFault:
    """A field that is wrong: where it stands in the request (a JSON pointer), and why."""

    pointer: str
    detail: str


class NeardupError(Exception):
    """Any failure of a call."""


class Unreachable(NeardupError):
    """No whole answer came: no connection, a broken one, or none in time. `__cause__` tells which."""


class IncompleteResponse(NeardupError):
    """A stream of results ended before its summary: what has no result yet was perhaps not done."""


class Refused(NeardupError):
    """The service answered with a problem (RFC 9457).

    `code` is one of docs/errors.md, or one of a later service; `unexpected_answer` if the answer was not one of
    neardup's. `status` is the HTTP status, `errors` the fields that were wrong, `request_id` the name of the
    request in the log of the service, `retry_after` the seconds to wait that it named.
    """

    def __init__(
        self,
        code: str,
        status: int,
        detail: str,
        *,
        errors: Sequence[FieldFault] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{code} ({status}): {detail}")
        self.code = code
        self.status = status
        self.detail = detail
        self.errors = tuple(errors)
        self.request_id = request_id
        self.retry_after = retry_after


def refusal(problem: Mapping[str, Any], retry_after: float | None = None) -> Refused:
    """The error that a problem stands for; fields that it lacks get plain values."""
    instance = str(problem.get("instance", ""))
    return Refused(
        str(problem.get("code", "unexpected_answer")),
        int(problem.get("status", 0)),
        str(problem.get("detail", "")),
        errors=[
            FieldFault(str(each.get("pointer", "")), str(each.get("detail", ""))) for each in problem.get("errors", [])
        ],
        request_id=instance.rsplit(":", 1)[1] if ":" in instance else None,
        retry_after=retry_after,
    )
