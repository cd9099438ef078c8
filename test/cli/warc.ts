import { gzipSync } from 'node:zlib';

/** A response of a crawl as bytes. */
export interface Response {
  readonly url: string;
  readonly status?: string;
  readonly headers: string;
  readonly body: Buffer;
}

/** Records of a crawl: each request with its response, then a revisit. */
export function warcOf(responses: readonly Response[]): Buffer[] {
  const info = record('warcinfo', '', 'application/warc-fields', Buffer.from('software: test\r\n'));
  const others = responses.flatMap(({ url, status = '200 OK', headers, body }) => {
    const http = Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n`), body]);
    const request = Buffer.from('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n');
    return [
      record('request', url, 'application/http; msgtype=request', request),
      record('response', url, 'application/http; msgtype=response', http),
    ];
  });
  const seen = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n');
  const revisit = record(
    'revisit',
    'https://a.example/',
    'application/http; msgtype=response',
    seen,
  );
  return [info, ...others, revisit];
}

let records = 0;
function record(type: string, url: string, contentType: string, block: Buffer): Buffer {
  const id = String(++records).padStart(12, '0');
  const head = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${id}>`,
    'WARC-Date: 2026-01-01T00:00:00Z',
    ...(url === '' ? [] : [`WARC-Target-URI: ${url}`]),
    `Content-Type: ${contentType}`,
    `Content-Length: ${block.length}`,
  ];
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`),
    block,
    Buffer.from('\r\n\r\n'),
  ]);
}

/** Gzips each record separately, as crawlers do. */
export function gzippedEach(records: readonly Buffer[]): Buffer {
  return Buffer.concat(records.map((each) => gzipSync(each)));
}
