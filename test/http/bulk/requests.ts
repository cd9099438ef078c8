import type { openTestApp } from '../test-app.js';

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

/** A line of an answer: a result, the summary, or a refusal; a test names the fields that it expects. */
export interface Line {
  readonly line?: number;
  readonly ok?: boolean;
  readonly code?: string;
  readonly decision?: string;
  readonly error?: { readonly code: string; readonly status: number; readonly detail: string };
  readonly summary?: { readonly total: number };
}

export const headers = { 'content-type': 'application/x-ndjson' };

export const ndjson = (lines: readonly (object | string)[]) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

export async function bulk(
  { app }: TestApp,
  body: string | Buffer,
  more: { mode?: 'add' | 'check'; headers?: Record<string, string> } = {},
) {
  const response = await app.inject({
    method: 'POST',
    url: `/documents/bulk${more.mode ? `?mode=${more.mode}` : ''}`,
    headers: { ...headers, ...more.headers },
    payload: body,
  });
  return { status: response.statusCode, lines: linesOf(response.body) };
}

function linesOf(body: string): Line[] {
  return body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
