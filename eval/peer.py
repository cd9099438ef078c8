"""Reads lines of JSON, each with the HTML of a page as base64. Prints the text that trafilatura extracts from each,
and the processor time in ms."""

import base64
import json
import sys
import time

import trafilatura

for line in sys.stdin:
    html = base64.b64decode(json.loads(line))
    start = time.process_time()
    text = trafilatura.extract(html, include_comments=False) or ""
    milliseconds = 1000 * (time.process_time() - start)
    print(json.dumps({"text": text, "milliseconds": milliseconds}))
