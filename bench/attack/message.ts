/** A request without its key and address. */
export interface Message {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const nothing = Buffer.alloc(0);

export const get = (path: string): Message => ({
  method: 'GET',
  path,
  headers: {},
  body: nothing,
});

export const postJson = (path: string, value: unknown): Message =>
  post(path, 'application/json', Buffer.from(JSON.stringify(value)));

export const post = (
  path: string,
  type: string,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Message => ({
  method: 'POST',
  path,
  headers: { ...headers, 'Content-Type': type, 'Content-Length': String(body.length) },
  body,
});

/** Returns the authorization header for a key; empty without a key. */
export const authorization = (key: string | null): Record<string, string> =>
  key === null ? {} : { Authorization: `Bearer ${key}` };

/** Returns the shortest wire form of a request: Node accepts all requests that it reads in one piece. */
export function wireBytes({ method, path, headers, body }: Message, key: string | null): Buffer {
  const fields = { Host: '[::1]', ...authorization(key), ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}:${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), body]);
}
