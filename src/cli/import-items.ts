import type { ExportHeader } from '../archive/export-format.js';
import { documentLines, type LineOptions, type ReadLine } from '../input/document-lines.js';
import type { PageDocument } from '../input/fetched-page.js';
import type { Input, PageFile } from '../input/find-inputs.js';
import { type Data, type OpenDataOptions, openData } from '../input/open-data.js';
import { readPage } from '../input/read-page.js';

/** A document or other entry to import, with its position in the input. */
export type Item = { readonly place: string } & (
  | Exclude<ReadLine, { header: unknown }>
  | { readonly page: PageDocument }
);

interface ReadItemsOptions {
  readonly inputs: readonly Input[];
  readonly lineOptions: LineOptions;
  readonly onBytes: (count: number) => void;
  readonly limits: OpenDataOptions['limits'];
  /** Called with notes for the user on how a file is read. */
  readonly onNote: (note: string) => void;
  /** Called for each page or line that is skipped although it is not faulty. */
  readonly onSkipped: () => void;
  /**
   * Called for each faulty line or page. The line or page is skipped, unless this function throws an error, which ends
   * the run.
   */
  readonly fail: (place: string, error: unknown) => null;
  /** Called with the header of an export. The lines after it are read once the returned promise has resolved. */
  readonly onHeader: (header: ExportHeader) => Promise<void>;
}

/** Yields all items of the inputs in order. */
export async function* readItems({
  inputs,
  lineOptions,
  onBytes,
  limits,
  onNote,
  onSkipped,
  fail,
  onHeader,
}: ReadItemsOptions): AsyncGenerator<Item, void> {
  const collection = lineOptions.collection ?? 'default';
  for (const input of inputs) {
    if (input.kind === 'page') yield* file(input);
    else {
      const data = await openData(input.name, {
        ...{ onBytes, limits },
        onNote: (note) => onNote(`${input.name}: ${note}`),
      });
      if (data.kind === 'warc') yield* records(input.name, data);
      else yield* lines(input.name, data);
    }
  }

  async function* lines(
    name: string,
    data: Extract<Data, { kind: 'lines' }>,
  ): AsyncGenerator<Item> {
    const read = documentLines(lineOptions);
    for await (const line of data.lines) {
      const place = `${name}:${line.number}`;
      const item = attempt(
        () => read(line),
        (error) => fail(place, error),
      );
      if (item === null) continue;
      if ('header' in item) await onHeader(item.header);
      // Cluster members and labels are restored only with whole documents. Otherwise they are skipped: checks form new
      // clusters, and labels refer to documents as they were stored.
      else if (('seated' in item || 'label' in item) && !lineOptions.whole) onSkipped();
      else yield { place, ...item };
    }
  }

  async function* records(
    name: string,
    data: Extract<Data, { kind: 'warc' }>,
  ): AsyncGenerator<Item> {
    for await (const record of data.records) {
      const place = `${name}:${record.number}`;
      if ('fault' in record) fail(place, record.fault);
      else if (record.page === null) onSkipped();
      else yield { place, page: { id: record.page.url, collection, page: record.page.page } };
    }
  }

  async function* file(input: PageFile): AsyncGenerator<Item> {
    const page = await readPage(input, onBytes).catch((error) => fail(input.name, error));
    if (page !== null) yield { place: input.name, page: { id: input.id, collection, page } };
  }
}

function attempt<T>(action: () => T, onError: (error: unknown) => T): T {
  try {
    return action();
  } catch (error) {
    return onError(error);
  }
}
