import fc, { type Arbitrary } from 'fast-check';

/** Handwritten requests, valid and invalid, that no HTTP client sends. */
const line = fc.constantFrom(
  'POST /check HTTP/1.1',
  'GET /healthz HTTP/1.1',
  'GET /healthz HTTP/1.0',
  'GET /healthz HTTP/9.9',
  'POST /documents/bulk HTTP/1.1',
  'CONNECT example.org:443 HTTP/1.1',
  'GET http://example.org/stats HTTP/1.1',
  'GET /\u00ff HTTP/1.1',
  'PRI * HTTP/2.0',
  'OPTIONS * HTTP/1.1',
  '',
);
const header = fc.constantFrom(
  'Host: x',
  'Host: x',
  'Connection: close',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Content-Type: application/json',
  'Content-Type: application/x-ndjson',
  'Content-Length: 13',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 3000000',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'X: a\u0000b',
  ' folded: x',
  ': nameless',
  'X-Request-Id: a\tb\u00ff',
);
const body = fc.constantFrom(
  '',
  '{"text":"ab"}',
  '{"text":"ab"}\n{"text":"cd"}\n',
  'd\r\n{"text":"ab"}\r\n0\r\n\r\n',
  'zz\r\n',
  'ffffffffffffffffff\r\n',
  '0\r\nX: trailer\r\n\r\nGET /stats HTTP/1.1\r\nHost: x\r\n\r\n',
);

export const anyBytes: Arbitrary<Buffer> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(line, fc.array(header, { maxLength: 6 }), body)
      .map(([start, headers, rest]) =>
        Buffer.from(`${[start, ...headers].join('\r\n')}\r\n\r\n${rest}`, 'latin1'),
      ),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
);
