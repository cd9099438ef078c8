import { type Content, createCompute } from '../../detector/compute.js';
import type { KeepRule } from '../../detector/duplicate-search.js';
import { NeardupError } from '../../errors.js';
import type { DataForm, DataLine } from '../../input/data-line.js';
import { faultsOfLines } from '../../input/faults-of-lines.js';
import { keptSignature } from '../../matching/match-rule.js';
import type { openBatchSigner } from '../../open-detector.js';
import type { Collection } from '../../store/contract/collections.js';
import { pageText } from '../../workers/page-text.js';
import { packRow } from './document-row.js';
import { createLineReader, type LineReaderOptions } from './line-reader.js';
import { type AgainstMatch, type DocumentNote, preferenceNote } from './notes.js';
import type { Item, Place, ReadItemsOptions } from './read-items.js';
import type { DocumentExtras } from './signed-documents.js';

export interface ItemSigningOptions extends LineReaderOptions, Pick<ReadItemsOptions, 'request'> {
  readonly collection: Collection;
  readonly signer: ReturnType<typeof openBatchSigner>['signer'];
  /** True to store the input records, so that the records of kept documents can be written to files. */
  readonly keepsLines: boolean;
  readonly keep: KeepRule;
  /** Compares a document with the existing documents; null if there are no existing documents. */
  readonly against: ((body: object) => Promise<AgainstMatch>) | null;
}

/** Outcome of an item. */
export type Outcome = Place &
  (
    | {
        readonly signed: DocumentExtras & { readonly row: Uint8Array };
        readonly form: DataForm;
        readonly isUnnamed: boolean;
      }
    | { readonly fault: NeardupError }
    | { readonly fatal: unknown }
    | { readonly skipped: true }
    | { readonly blank: true }
  );

/** Format of the lines written for pages: {"id","title","text"}. */
const pageForm: DataForm = { format: 'ndjson', packing: null, isPage: true };

/** Creates a function that signs one item. It never rejects. */
export function createItemSigning(options: ItemSigningOptions) {
  const { collection, keepsLines, keep, against, request } = options;
  // The reader of the input limits the number of documents in progress.
  const signer = options.signer.withBackpressure;
  const { recipe } = collection;
  const compute = createCompute(signer);
  const read = createLineReader(options, request);

  async function signDocument(
    id: string,
    { content, title, metadata }: Facts,
    body: object,
    line: string | Uint8Array,
  ) {
    const computed = await compute(content, collection, false, { title });
    const signature = keptSignature(computed.signature, recipe);
    const preference = preferenceNote(keep, { id, signature }, metadata);
    const note: DocumentNote | undefined =
      against === null
        ? preference
        : { preference: preference?.preference ?? null, against: await against(body) };
    return { row: packRow(id, signature, recipe), line: keepsLines ? line : '', note };
  }

  async function sign(item: Extract<Item, { kind: 'line' | 'page' }>) {
    if (item.kind === 'line') {
      const found = read(item.source, item.line);
      if (found === null) return { blank: true } as const;
      if (found === 'skipped') return { skipped: true } as const;
      const { document, body, isUnnamed } = found;
      const signed = await signDocument(document.id!, document, body, rawRecord(item.line));
      return { signed, form: item.form, isUnnamed };
    }
    const { page, id } = item.page;
    const extracted = await signer.extract({ ...page, address: id });
    const { title } = extracted.page;
    const body = { id, ...(title !== null && { title }), text: extracted.text };
    const content = { kind: 'text', ...pageText(extracted, undefined) } as const;
    const signed = await signDocument(id, { content, metadata: null }, body, JSON.stringify(body));
    return { signed, form: pageForm, isUnnamed: false };
  }

  return async (item: Item): Promise<Outcome> => {
    const at = itemPosition(item);
    if (item.kind === 'skipped') return { ...at, skipped: true };
    try {
      if (item.kind === 'fault') throw item.error;
      return { ...at, ...(await sign(item)) };
    } catch (error) {
      return failedOutcome(at, error);
    }
  };
}

interface Facts {
  readonly content: Content;
  readonly title?: string | undefined;
  readonly metadata: string | null;
}

export function itemPosition({ place, input, item }: Place): Place {
  return { place, input, item };
}

/** Returns the outcome of an item that failed: a fault of this item alone, or a fatal error that ends the run. */
export function failedOutcome(at: Place, error: unknown): Outcome {
  const isFault = error instanceof NeardupError && faultsOfLines.has(error.code);
  return isFault ? { ...at, fault: error } : { ...at, fatal: error };
}

/** Returns the raw record of a line. */
export function rawRecord({ written, bytes }: DataLine): string | Uint8Array {
  return written ?? bytes!;
}
