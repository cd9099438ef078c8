"""Decides if and when a request is retried. Nothing in this module sends or sleeps."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

FIRST_WAIT = 0.2
"""Maximum wait before the first retry, in seconds; doubled with each failure."""
LONGEST_WAIT = 20.0
"""Maximum wait before any retry, in seconds. If the service asks for a longer wait, the request fails."""

# The service has done no work for the request, so any request may be retried.
NOT_NOW = {429, 503}
# A proxy gave up; the request may or may not have been processed.
UNKNOWN = {502, 504}


def may_repeat(status: int | None, code: str | None, repeatable: bool) -> bool:
    """Returns True if a request may be retried after a failure. `status` is None if there was no answer."""
    if status in NOT_NOW or code == "idempotency_in_progress":
        return True
    return repeatable and (status is None or status in UNKNOWN)


def wait_after(failures: int, asked: float | None) -> float | None:
    """Returns the seconds to wait after a number of failures; None to give up.

    Random jitter spreads out the retries of clients throttled at the same time (Brooker: Exponential Backoff And
    Jitter, AWS Architecture Blog, 2015). The wait is never shorter than `asked`.
    """
    most = min(FIRST_WAIT * 2.0 ** (failures - 1), LONGEST_WAIT)
    wait = max(random.uniform(most / 2, most), asked or 0.0)
    return None if wait > LONGEST_WAIT else wait


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Parses a Retry-After header in seconds or as a date (RFC 9110, 10.2.3); None if absent or invalid."""
    value = headers.get("retry-after")
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(0.0, (date - (now or datetime.now(timezone.utc))).total_seconds())
