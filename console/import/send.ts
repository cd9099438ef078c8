import { type AddRequest, type CheckRequest, NeardupProblem } from 'neardup-client';
import { patientNeardup as neardup } from '../api/request.js';
import { detectKind, type Row, readBytes, readRows } from './documents-of-files.js';
import { type Mapping, mapDocument } from './mapping.js';

/**
 * Sends the documents of files in batches, and reports the outcome of each document. During an outage of the service it
 * waits, and then continues with the documents that have no outcome yet.
 */

const batchSize = 500;

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
  /** Prefix of page ids; the file name follows. */
  readonly idsBegin: string;
  readonly signal: AbortSignal;
  /** Number of documents to check without storing them; if undefined, all documents are stored. */
  readonly dryRun?: number | undefined;
  /** Called with the outcome of each document, such as `created` or `duplicate`. */
  readonly onOutcome: (outcome: string) => void;
  readonly onFailed: (failed: Failed) => void;
  readonly onFile: (done: number) => void;
}

/**
 * Sends all documents.
 * @throws NeardupProblem, NeardupUnreachable if the service accepts no more; an AbortError if `signal` aborts
 */
export async function sendFiles(files: readonly File[], options: SendOptions): Promise<void> {
  let left = options.dryRun ?? Number.POSITIVE_INFINITY;
  const isEnd = () => {
    left -= 1;
    return left < 0;
  };
  for (const [index, file] of files.entries()) {
    if (detectKind(file) !== 'page') await sendRows(file, options, isEnd);
    else if (!isEnd()) await sendPage(file, options);
    options.onFile(index + 1);
  }
}

async function sendPage(file: File, options: SendOptions): Promise<void> {
  const { collection, mode, idsBegin, dryRun, signal, onOutcome, onFailed } = options;
  const id = idsBegin + (file.webkitRelativePath || file.name);
  const page = await new Response(readBytes(file)).blob();
  const about = { contentType: 'text/html', id, collection, signal };
  try {
    if (dryRun !== undefined) {
      onOutcome((await neardup.checkPage(page, { ...about, dryRun: true })).decision);
    } else if (mode === 'add') onOutcome((await neardup.addPage(page, about)).status);
    else onOutcome((await neardup.checkPage(page, about)).decision);
  } catch (error) {
    if (!(error instanceof NeardupProblem) || !isOfDocument(error)) throw error;
    onFailed({ file: file.name, line: 1, code: error.code, detail: error.message });
  }
}

/** Tests if the error concerns only this document, so that the next one may succeed. */
function isOfDocument({ status }: NeardupProblem): boolean {
  return [400, 413, 415, 422].includes(status);
}

/**
 * Documents are sent as they are in the file, possibly without an id: the service rejects invalid documents, and
 * nothing is retried.
 */
type Sent<Request> = AsyncGenerator<Request & { id: string }>;

async function sendRows(file: File, options: SendOptions, isEnd: () => boolean): Promise<void> {
  const { mode, dryRun, signal, onOutcome, onFailed } = options;
  const places: Pick<Row, 'file' | 'line'>[] = []; // positions of documents without a result
  const documents = readDocuments(file, places, options, isEnd);
  const results =
    mode === 'add' && dryRun === undefined
      ? neardup.addMany(documents as Sent<AddRequest>, { batchSize, signal })
      : neardup.checkMany(documents as Sent<CheckRequest>, { batchSize, signal });
  for await (const result of results) {
    const place = places.shift() as Pick<Row, 'file' | 'line'>;
    if (!result.ok) {
      // The service counts the lines of a batch.
      const detail = result.error.message.replace(/^Line \d+: /, '');
      onFailed({ ...place, code: result.error.code, detail });
    } else onOutcome('decision' in result ? result.decision : result.status);
  }
}

async function* readDocuments(
  file: File,
  places: Pick<Row, 'file' | 'line'>[],
  { collection, mapping, dryRun, onFailed }: SendOptions,
  isEnd: () => boolean,
): AsyncGenerator<object> {
  for await (const rows of readRows(file)) {
    for (const { line, fields } of rows) {
      if (isEnd()) return;
      if (fields === null) {
        onFailed({ file: file.name, line, code: 'unreadable', detail: '' });
        continue;
      }
      places.push({ file: file.name, line });
      const document = mapDocument(fields, mapping, collection);
      yield dryRun === undefined ? document : { ...document, dryRun: true };
    }
  }
}
