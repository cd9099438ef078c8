"""Tries the client that openapi-python-client generated from openapi.json: `try_python.py URL KEY`."""

import io
import json
import sys

from neardup_client import AuthenticatedClient
from neardup_client.api.decide import check, query
from neardup_client.api.documents import bulk, delete_documents, list_documents
from neardup_client.models import (
    BulkMode,
    CheckRequest,
    Decision,
    DeleteDocumentsRequest,
    DeletionResult,
    DocumentPage,
    Problem,
    QueryRequest,
    QueryResult,
)
from neardup_client.types import File

url, key = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key)
text = "The pickers go up before dawn, take one bud and one leaf, and come down at noon."

first = check.sync(client=client, body=CheckRequest(id="a", text=text))
assert isinstance(first, Decision) and first.stored, first
again = check.sync(client=client, body=CheckRequest(id="b", text=text))
assert isinstance(again, Decision) and again.duplicate_of == "a", again

found = query.sync(client=client, body=QueryRequest(text=text))
assert isinstance(found, QueryResult) and found.matches[0].id == "a", found

page = f"<html><meta charset=gbk><body><p>{text} 采茶人天亮前上山。</p></body></html>".encode("gbk")
sent = check.sync(client=client, body=File(io.BytesIO(page)), id="page")
assert isinstance(sent, Decision) and sent.id == "page", sent

lines = [CheckRequest(id="c", text="Another text, of other words."), CheckRequest(id="d", text=text)]
body = "".join(json.dumps(line.to_dict()) + "\n" for line in lines).encode()
answer = bulk.sync_detailed(client=client, body=File(io.BytesIO(body)), mode=BulkMode.CHECK)
results = [json.loads(line) for line in answer.content.splitlines()]
assert [line["kind"] for line in results] == ["checked", "checked", "summary"], results

listed = list_documents.sync(client=client)
assert isinstance(listed, DocumentPage) and "a" in {each.id for each in listed.documents}, listed
deleted = delete_documents.sync(client=client, body=DeleteDocumentsRequest(ids=["a", "absent"]))
assert isinstance(deleted, DeletionResult) and deleted.deleted == ["a"], deleted

refused = check.sync(client=client, body=CheckRequest(id="e"))
assert isinstance(refused, Problem) and refused.code == "validation_failed", refused
print("openapi-python-client: check, query, page, bulk, list and delete work")
