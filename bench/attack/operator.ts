import { authorization } from './message.js';

/** A client with full permissions that fills the service before an attack. */
export interface Operator {
  /** Creates a collection. @throws Error if the service refuses */
  readonly createCollection: (name: string, settings?: object) => Promise<void>;
  /** Stores documents, several hundred per request. @throws Error if a document is refused */
  readonly addAll: (documents: Iterable<object>, mode?: 'add' | 'check') => Promise<void>;
  /** Returns the JSON of a reply; null without a body. @throws Error if the service refuses */
  readonly ask: (path: string, body?: object) => Promise<unknown>;
  /** Sends a page; resolves to the duration of the reply in milliseconds, and its status. */
  readonly extract: (type: string, body: Buffer) => Promise<{ status: number; tookMs: number }>;
}

const linesPerRequest = 500;
/** Maximum size of a request with long lines. */
const bytesPerRequest = 8 * 1024 * 1024;

export function createOperator(url: URL, key: string | null): Operator {
  async function send(path: string, type: string, body: Buffer | string): Promise<Response> {
    const headers = { ...authorization(key), 'content-type': type };
    return fetch(new URL(path, url), { method: 'POST', headers, body });
  }

  async function addLines(lines: readonly string[], mode: string): Promise<void> {
    const path = `/documents/bulk?mode=${mode}`;
    const response = await send(path, 'application/x-ndjson', lines.join(''));
    const results = (await response.text()).trimEnd();
    const summary = results.slice(results.lastIndexOf('\n') + 1);
    if (!/"failed":0\b/.test(summary)) throw new Error(`Cannot fill the service: ${summary}`);
  }

  return {
    createCollection: async (name, settings = {}) => {
      const body = JSON.stringify({ name, ...settings });
      const response = await send('/collections', 'application/json', body);
      if (!response.ok) throw new Error(`Cannot create "${name}": ${await response.text()}`);
    },
    addAll: async (documents, mode = 'add') => {
      let lines: string[] = [];
      let bytes = 0;
      for (const document of documents) {
        const line = `${JSON.stringify(document)}\n`;
        lines.push(line);
        bytes += line.length;
        if (lines.length < linesPerRequest && bytes < bytesPerRequest) continue;
        await addLines(lines, mode);
        lines = [];
        bytes = 0;
      }
      if (lines.length > 0) await addLines(lines, mode);
    },
    ask: async (path, body) => {
      const response =
        body === undefined
          ? await fetch(new URL(path, url), { headers: authorization(key) })
          : await send(path, 'application/json', JSON.stringify(body));
      const text = await response.text();
      if (!response.ok) throw new Error(`Cannot ask for "${path}": ${text}`);
      return text === '' ? null : JSON.parse(text);
    },
    extract: async (type, body) => {
      const start = performance.now();
      const response = await send('/extract', type, body);
      await response.arrayBuffer();
      return { status: response.status, tookMs: performance.now() - start };
    },
  };
}
