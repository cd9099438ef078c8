import type { Attack } from '../attack.js';
import { inTurn } from '../means.js';

/*
 * Requests that two programs may read differently. If a proxy takes the bytes for one request and the service takes
 * them for two, the second one passes the rules of the proxy (request smuggling). Each must have one reply, a refusal.
 */

const document = '{"id":"first","text":"a few words"}';
const hidden = 'GET /stats HTTP/1.1\r\nHost: localhost\r\n\r\n';
const length = `Content-Length: ${document.length}\r\n`;
const chunks = `${document.length.toString(16)}\r\n${document}\r\n0\r\n\r\n`;

/** Returns a check with these headers in addition to its media type. */
const check = (headers: string, body: string, version = '1.1', host = 'Host: localhost\r\n') =>
  `POST /check HTTP/${version}\r\n${host}Content-Type: application/json\r\n${headers}\r\n${body}`;

const chunked = 'Transfer-Encoding: chunked\r\n';

const ambiguous: Readonly<Record<string, string>> = {
  'length before chunks': check(`${length}${chunked}`, `0\r\n\r\n${hidden}`),
  'chunks before length': check(`${chunked}${length}`, `0\r\n\r\n${hidden}`),
  'equal lengths': check(`${length}${length}`, document),
  'other lengths': check(`${length}Content-Length: 5\r\n`, document),
  'list of lengths': check(`Content-Length: ${document.length}, ${document.length}\r\n`, document),
  'signed length': check(`Content-Length: +${document.length}\r\n`, document),
  'space before colon': check(`Content-Length : ${document.length}\r\n`, document),
  'folded coding': check('Transfer-Encoding:\r\n chunked\r\n', chunks),
  'folded header': check(`X: a\r\n b\r\n${length}`, document),
  'unknown coding': check('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`),
  'chunks not last': check('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`),
  'two codings': check(`${chunked}Transfer-Encoding: identity\r\n`, chunks),
  'control before coding': check('Transfer-Encoding: \u000bchunked\r\n', chunks),
  'chunks in HTTP/1.0': check(`Connection: keep-alive\r\n${chunked}`, chunks + hidden, '1.0'),
  'bare line feeds': hidden.replaceAll('\r', ''),
  'line feed in a header': check(`X: a\nY: b\r\n${length}`, document),
  'carriage return in a header': check(`X: a\rY: b\r\n${length}`, document),
  'line feed after a size': check(chunked, chunks.replace('\r\n', '\n')),
  'line feed after a chunk': check(chunked, chunks.replace('}\r\n', '}\n')),
  'line feed in an extension': check(chunked, chunks.replace('\r\n', ';a\n b\r\n')),
  'size beyond 64 bits': check(chunked, `10000000000000000${chunks}`),
  'length as trailer': check(chunked, chunks.replace(/\r\n$/, 'Content-Length: 3\r\n\r\n')),
  'two hosts': check(length, document, '1.1', 'Host: localhost\r\nHost: evil.example\r\n'),
  'no host': check(length, document, '1.1', ''),
};

export const ambiguousAttacks: readonly Attack[] = [
  {
    name: 'ambiguous',
    does: `${Object.keys(ambiguous).length} requests that two programs may read differently, one after the other on 8 connections`,
    scope: null,
    outcomes: /: (?:400|401|cut)$/,
    prepare: async () => {
      const next = inTurn(Object.entries(ambiguous));
      return (means) =>
        means.raw(8, () => {
          const [name, text] = next();
          return { name, bytes: Buffer.from(text, 'latin1') };
        });
    },
  },
];
