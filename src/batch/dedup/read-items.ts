import { type DocumentRequest, documentOf } from '../../api/content.js';
import { parsed } from '../../api/validation.js';
import type { Config } from '../../config.js';
import type { Document } from '../../detector/check.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import type { DataForm, DataLine } from '../../input/data-line.js';
import { documentLines } from '../../input/document-lines.js';
import { type FetchedPage, type PageDocument, refuseLongPage } from '../../input/fetched-page.js';
import { isContent } from '../../input/fields-of-line.js';
import type { Input } from '../../input/find-inputs.js';
import { type Data, openData } from '../../input/open-data.js';
import { readPage } from '../../input/read-page.js';

interface Place {
  /** Human-readable FILE:NUMBER. */
  readonly place: string;
  readonly input: number;
  /** Number within its input, from 1. */
  readonly item: number;
}

/** An input item with its position. */
export type Item = Place &
  (
    | {
        readonly kind: 'line';
        readonly document: Document;
        /** Request body for a service, without metadata. */
        readonly body: object;
        /** True if the id is derived from the position in the file. */
        readonly isUnnamed: boolean;
        readonly form: DataForm;
        /** Raw record of the input. */
        readonly line: string | Uint8Array;
        /** Size in bytes in memory. */
        readonly size: number;
      }
    | { readonly kind: 'page'; readonly page: PageDocument }
    | { readonly kind: 'fault'; readonly error: unknown }
    | { readonly kind: 'skipped' }
  );

export interface ReadItemsOptions {
  readonly inputs: readonly Input[];
  readonly fields: ReadonlyMap<string, string>;
  /** Path of the field of a line that becomes document metadata; null for none. */
  readonly metadataPath?: string | null;
  readonly defaultRecipe: Recipe;
  readonly request: DocumentRequest;
  readonly limits: Pick<Config, 'bodyBytesMax' | 'htmlBytesMax' | 'fileBytesMax'>;
  /** Position of the last item to skip, along with everything before it. */
  readonly after: { readonly input: number; readonly item: number };
  /** Spool directory for Parquet from a pipe. */
  readonly spoolDirectory: string;
  readonly onBytes: (count: number) => void;
  /** Called with notes for the user on how a file is read. */
  readonly onNote: (note: string) => void;
}

/**
 * Yields all items of the inputs in order. A line without an id is named by its position.
 * @throws NeardupError for a failure not caused by a single line or page
 */
export async function* readItems(options: ReadItemsOptions): AsyncGenerator<Item> {
  const { after, onBytes } = options;
  const columns = columnsOf(options.fields, options.metadataPath ?? null);
  for (const [input, each] of options.inputs.entries()) {
    if (input < after.input) {
      onBytes(each.size ?? 0);
      continue;
    }
    const done = input === after.input ? after.item : 0;
    if (each.kind === 'data') {
      const onNote = (note: string) => options.onNote(`${each.name}: ${note}`);
      const data = await openData(each.name, { ...options, columns, onNote });
      if (data.kind === 'warc') yield* records(each.name, input, done, data);
      else yield* lines(each.name, input, done, data, options);
    } else if (done === 0) {
      const place = { place: each.name, input, item: 1 };
      const page = await readPage(each, onBytes).catch((error: unknown) => ({ error }));
      if ('error' in page) yield { ...place, kind: 'fault', error: page.error };
      else yield pageItem(place, each.id, page, options);
    }
  }

  async function* records(
    name: string,
    input: number,
    done: number,
    data: Extract<Data, { kind: 'warc' }>,
  ) {
    for await (const record of data.records) {
      if (record.number <= done) continue;
      const place = { place: `${name}:${record.number}`, input, item: record.number };
      if ('fault' in record) yield { ...place, kind: 'fault', error: record.fault } as const;
      else if (record.page === null) yield { ...place, kind: 'skipped' } as const;
      else yield pageItem(place, record.page.url, record.page.page, options);
    }
  }
}

async function* lines(
  name: string,
  input: number,
  done: number,
  data: Extract<Data, { kind: 'lines' }>,
  { fields, metadataPath, defaultRecipe, request }: ReadItemsOptions,
): AsyncGenerator<Item> {
  const { form } = data;
  const read = documentLines({
    ...{ fields, metadata: metadataPath ? [metadataPath] : [] },
    ...{ collection: 'default', whole: false },
    defaultRecipe: () => defaultRecipe,
  });
  for await (const line of data.lines) {
    // Line 1 is always read: it may be an export header that determines how to read the rest.
    if (line.number <= done && line.number > 1) continue;
    const place = { place: `${name}:${line.number}`, input, item: line.number };
    const item = itemOf(line, place);
    if (item !== null && line.number > done) yield item;
  }

  function itemOf(line: DataLine, place: Place): Item | null {
    try {
      const found = read(line);
      if (found === null || 'header' in found) return null;
      if (!('document' in found)) return { ...place, kind: 'skipped' };
      const body = { id: place.place.slice(-idLengthMax), ...found.document };
      const document = documentOf(parsed(request.json, body, ''));
      const { bytes, written = bytes! } = line;
      const isUnnamed = found.document.id === undefined;
      const size = bytes!.length;
      const { metadata: _, ...sent } = body as typeof body & { readonly metadata?: unknown };
      return { ...place, kind: 'line', document, body: sent, isUnnamed, form, line: written, size };
    } catch (error) {
      return { ...place, kind: 'fault', error };
    }
  }
}

/** Returns the table columns that may contain the fields: `meta.url` is a column, or part of `meta`. */
function columnsOf(fields: ReadonlyMap<string, string>, metadataPath: string | null) {
  const inColumns = (paths: readonly string[]) =>
    new Set(paths.flatMap((path) => [path, path.split('.', 1)[0]!]));
  const contents = [...fields].filter(([field]) => isContent(field));
  return {
    all: inColumns([...fields.values(), ...(metadataPath === null ? [] : [metadataPath])]),
    needed: inColumns(contents.map(([, path]) => path)),
  };
}

const idLengthMax = 2048;

function pageItem(
  place: Place,
  id: string,
  page: FetchedPage,
  { request, limits }: ReadItemsOptions,
): Item {
  try {
    refuseLongPage(page, limits);
    const collection = 'default';
    parsed(request.query, { id, collection }, '');
    return { ...place, kind: 'page', page: { id, collection, page } };
  } catch (error) {
    return { ...place, kind: 'fault', error };
  }
}
