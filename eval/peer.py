"""Reads lines of JSON with the HTML of pages as base64, and prints the text that trafilatura takes of each,
with the processor time that it takes, in ms."""

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
