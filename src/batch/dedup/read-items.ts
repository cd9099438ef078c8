import { contents, type DocumentRequest } from '../../api/content.js';
import { parsed } from '../../api/validation.js';
import type { Config } from '../../config.js';
import type { DataForm, DataLine } from '../../input/data-line.js';
import { type FetchedPage, type PageDocument, refuseLongPage } from '../../input/fetched-page.js';
import type { Input } from '../../input/find-inputs.js';
import { type Data, openData } from '../../input/open-data.js';
import { readPage } from '../../input/read-page.js';
import { isHeader, type LineReaderOptions, type LineSource, placeName } from './line-reader.js';

export interface Place {
  /** Position of the item as users see it: FILE:NUMBER. */
  readonly place: string;
  readonly input: number;
  /** Number of the item within its input, from 1. */
  readonly item: number;
}

/** An input item with its position. */
export type Item = Place &
  (
    | {
        readonly kind: 'line';
        readonly source: LineSource;
        readonly form: DataForm;
        readonly line: DataLine;
      }
    | { readonly kind: 'page'; readonly page: PageDocument }
    | { readonly kind: 'fault'; readonly error: unknown }
    | { readonly kind: 'skipped' }
  );

export interface ReadItemsOptions extends LineReaderOptions {
  readonly inputs: readonly Input[];
  readonly request: DocumentRequest;
  readonly limits: Pick<Config, 'bodyBytesMax' | 'htmlBytesMax' | 'fileBytesMax'>;
  /** Last item to skip. All items before it are skipped as well. */
  readonly after: { readonly input: number; readonly item: number };
  /** Directory for temporary copies of Parquet files that are read from a pipe. */
  readonly spoolDirectory: string;
  readonly onBytes: (count: number) => void;
  /** Called with notes for the user on how a file is read. */
  readonly onNote: (note: string) => void;
}

/**
 * Yields all items of the inputs in order.
 * @throws NeardupError for a failure not caused by a single line or page
 */
export async function* readItems(options: ReadItemsOptions): AsyncGenerator<Item> {
  const { after, onBytes } = options;
  const columns = chooseColumns(options.fields, options.metadataPath ?? null);
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
      const place = { place: placeName(name, record.number), input, item: record.number };
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
  { form, lines }: Extract<Data, { kind: 'lines' }>,
  options: ReadItemsOptions,
): AsyncGenerator<Item> {
  let source: LineSource = { name, input, header: null };
  for await (const line of lines) {
    if (line.number === 1 && isHeader(line, options)) source = { ...source, header: line.bytes };
    if (line.number <= done) continue;
    yield {
      ...{ place: placeName(name, line.number), input, item: line.number },
      ...{ kind: 'line', source, form, line },
    };
  }
}

/**
 * Returns the table columns that may contain the fields: `meta.url` is either a column, or a part of the column `meta`.
 */
function chooseColumns(fields: ReadonlyMap<string, string>, metadataPath: string | null) {
  const inColumns = (paths: readonly string[]) =>
    new Set(paths.flatMap((path) => [path, path.split('.', 1)[0]!]));
  const contentFields = [...fields].filter(([field]) => contents.includes(field));
  return {
    all: inColumns([...fields.values(), ...(metadataPath === null ? [] : [metadataPath])]),
    needed: inColumns(contentFields.map(([, path]) => path)),
  };
}

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
