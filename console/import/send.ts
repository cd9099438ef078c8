import { RequestFailed } from '../api/failure.js';
import { request, send } from '../api/request.js';
import type { BulkLine, Problem } from '../api/types.js';
import { bytesOf, kindOf, type Row, rowsOf } from './documents-of-files.js';
import { documentOf, type Mapping } from './mapping.js';

/** Sends the documents of files, piece by piece, and tells what became of each. */

const linesOfPiece = 500;
const charactersOfPiece = 2_000_000;

export type Mode = 'add' | 'check';

export interface Failed {
  readonly file: string;
  readonly line: number;
  readonly code: string;
  readonly detail: string;
}

export interface SendOptions {
  readonly collection: string;
  readonly mode: Mode;
  readonly mapping: Mapping;
  /** What stands before the name of a page to make its id. */
  readonly idsBegin: string;
  readonly signal: AbortSignal;
  /** What became of a document: `created`, `duplicate` and so on. */
  readonly onOutcome: (outcome: string) => void;
  readonly onFailed: (failed: Failed) => void;
  readonly onFile: (done: number) => void;
}

/** @throws RequestFailed if the service cannot take more; an AbortError if `signal` aborts */
export async function sendFiles(files: readonly File[], options: SendOptions): Promise<void> {
  for (const [index, file] of files.entries()) {
    if (kindOf(file) === 'page') await sendPage(file, options);
    else await sendRows(file, options);
    options.onFile(index + 1);
  }
}

async function sendPage(file: File, options: SendOptions): Promise<void> {
  const { collection, mode, idsBegin, signal, onOutcome, onFailed } = options;
  const id = idsBegin + (file.webkitRelativePath || file.name);
  const raw = { type: 'text/html', content: await new Response(bytesOf(file)).blob() };
  const path = mode === 'add' ? '/documents' : '/check';
  try {
    const { status, decision } = await request<{ status?: string; decision?: string }>(
      'POST',
      path,
      { query: { id, collection }, raw, signal },
    );
    onOutcome(decision ?? status ?? '');
  } catch (error) {
    if (!(error instanceof RequestFailed) || !isOfDocument(error)) throw error;
    onFailed({ file: file.name, line: 1, code: error.code, detail: error.message });
  }
}

/** Whether it is the document that is wrong, so that the next one may be right. */
function isOfDocument({ status }: RequestFailed): boolean {
  return [400, 413, 415, 422].includes(status);
}

interface Line extends Pick<Row, 'file' | 'line'> {
  readonly text: string;
}

async function sendRows(file: File, options: SendOptions): Promise<void> {
  const { collection, mapping, onFailed } = options;
  let piece: Line[] = [];
  let characters = 0;
  for await (const rows of rowsOf(file)) {
    for (const { line, fields } of rows) {
      if (fields === null) {
        onFailed({ file: file.name, line, code: 'unreadable', detail: '' });
        continue;
      }
      const text = JSON.stringify(documentOf(fields, mapping, collection));
      piece.push({ file: file.name, line, text });
      characters += text.length;
      if (piece.length < linesOfPiece && characters < charactersOfPiece) continue;
      await sendPiece(piece, options);
      piece = [];
      characters = 0;
    }
  }
  if (piece.length > 0) await sendPiece(piece, options);
}

/** Sends lines until each has a result: a reply that was cut off is followed by the rest. */
async function sendPiece(lines: readonly Line[], options: SendOptions): Promise<void> {
  const { mode, signal, onOutcome, onFailed } = options;
  let rest = lines;
  while (rest.length > 0) {
    const content = rest.map(({ text }) => `${text}\n`).join('');
    const raw = { type: 'application/x-ndjson', content };
    const response = await send('POST', '/documents/bulk', { query: { mode }, raw, signal });
    let stopped: Problem | undefined;
    let answered = 0;
    for (const text of (await response.text()).split('\n')) {
      if (text === '') continue;
      const result = JSON.parse(text) as BulkLine;
      if (result.kind === 'summary') {
        stopped = result.error;
        continue;
      }
      answered = result.line;
      const { file, line } = rest[result.line - 1] as Line;
      if (result.kind === 'added') onOutcome(result.status);
      else if (result.kind === 'checked') onOutcome(result.decision);
      else onFailed({ file, line, code: result.error.code, detail: result.error.detail });
    }
    rest = rest.slice(answered);
    if (stopped) throw new RequestFailed(stopped.status, stopped.code, stopped.detail);
    if (answered === 0) throw new RequestFailed(0, 'unreachable', 'The reply was cut off');
  }
}
