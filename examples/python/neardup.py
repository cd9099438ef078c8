"""Calls neardup with Python's standard library alone; copy it into your project. Python 3.9 or later."""

import json
import os
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("NEARDUP_URL", "http://localhost:8080")
KEY = os.environ.get("NEARDUP_API_KEY")


class Problem(Exception):
    """A refusal: `code` as in docs/errors.md, `status`, `errors` by field."""

    def __init__(self, problem):
        super().__init__(problem["detail"])
        self.code, self.status = problem["code"], problem["status"]
        self.errors = problem.get("errors", [])


def request(method, path, body=None, content_type="application/json"):
    """Sends bytes as they are, anything else as JSON; gives the answer as a file of bytes."""
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    call = urllib.request.Request(URL + path, body, method=method)
    if body is not None:
        call.add_header("Content-Type", content_type)
    if KEY:
        call.add_header("Authorization", f"Bearer {KEY}")
    try:
        return urllib.request.urlopen(call, timeout=30)
    except urllib.error.HTTPError as error:
        raise Problem(json.load(error)) from None


def post(path, body):
    with request("POST", path, body) as answer:
        return json.load(answer)


def check(**document):
    """Decides whether a document is here already, and stores it if not."""
    return post("/check", document)


def confirm(ids, claimant):
    """Stores documents for good that a check claimed (`claimSeconds`, `claimant`): their pages are written."""
    return post("/documents/confirm", {"ids": ids, "claimant": claimant})


def check_page(page, content_type, **fields):
    """The same for a page as it was fetched, in bytes."""
    path = "/check?" + urllib.parse.urlencode(fields)
    with request("POST", path, page, content_type) as answer:
        return json.load(answer)


def check_many(documents):
    """One request for at most 10,000 documents; a result for each, in their order."""
    lines = "".join(json.dumps(document) + "\n" for document in documents).encode()
    path = "/documents/bulk?mode=check"
    with request("POST", path, lines, "application/x-ndjson") as answer:
        for line in answer:
            result = json.loads(line)
            if "summary" not in result:
                yield result
            elif "error" in result:
                raise Problem(result["error"])
