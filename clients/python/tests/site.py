"""A site of 300 pages, each served after 50 ms: originals, mirrors, capitals, redirects; some in gzip or GBK."""

from __future__ import annotations

import gzip
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGES = 300
WORDS = """harbour island ferry morning ticket bicycle winter storm captain lantern bridge market orchard village
river garden library museum station tunnel mountain valley forest meadow castle temple kitchen teacher doctor
farmer""".split()  # noqa: SIM905
HAN = "京沪津渝冀晋辽吉黑苏浙皖闽赣鲁豫鄂湘粤琼川贵云陕甘青台春夏秋冬东南西北山水花鸟鱼虫"


def text_of(number: int, version: int = 1) -> str:
    """Returns the text of a page. Each number has its own text; every fifth has another text in each later version."""
    chance = random.Random(number if version == 1 or number % 5 > 0 else -number - 1)
    if number % 10 == 9:
        return "".join(chance.choices(HAN, k=150)) + "。"
    return f"Story {number}. " + " ".join(chance.choices(WORDS, k=120)) + "."


def kind_of(number: int) -> str:
    """Returns the kind of a page. From 200 on, page n mirrors, capitalizes or redirects to page n - 200."""
    if number < 200:
        return "original"
    return ["mirror", "capitals", "redirect"][number % 3]


def body_of(number: int, version: int) -> str:
    own = number if number < 200 else number - 200
    text = text_of(own, version)
    if kind_of(number) == "capitals":
        text = text.upper()
    links = "".join(f'<a href="/p/{each}">{each}</a>' for each in range(PAGES)) if number == 0 else ""
    head = f"<head><title>{own}</title></head>"
    return f"<html>{head}<body><nav>{links}</nav><article><p>{text}</p></article></body></html>"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        time.sleep(0.05)
        name = self.path.rsplit("/", 1)[1]
        if not self.path.startswith("/p/") or not name.isdecimal():
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        number = int(name)
        if kind_of(number) == "redirect":
            self.send_response(301)
            self.send_header("Location", f"/p/{number - 200}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        charset = "gbk" if number % 10 == 9 else "utf-8"
        assert isinstance(self.server, Site)
        body = body_of(number, self.server.version).encode(charset)
        self.send_response(200)
        self.send_header("Content-Type", f"text/html; charset={charset}")
        if number % 4 == 0:
            body = gzip.compress(body)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


class Site(ThreadingHTTPServer):
    daemon_threads = True
    version = 1


@contextmanager
def site(version: int = 1) -> Iterator[str]:
    """Runs a site and yields its address. In another version, every fifth text is different."""
    server = Site(("127.0.0.1", 0), Handler)
    server.version = version
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
