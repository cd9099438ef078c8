import { type DocumentRequest, titleLengthMax, toDocument } from '../../api/content.js';
import { parsed } from '../../api/validation.js';
import type { Document } from '../../detector/check.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import type { DataLine } from '../../input/data-line.js';
import { documentLines } from '../../input/document-lines.js';

export interface LineReaderOptions {
  /** Maps each field of a document to the field of a line that contains it. */
  readonly fields: ReadonlyMap<string, string>;
  /** Path, within a line, of the field that becomes document metadata; null if there is none. */
  readonly metadataPath?: string | null;
  readonly defaultRecipe: Recipe;
}

/** Input from which lines are read. */
export interface LineSource {
  readonly name: string;
  readonly input: number;
  /** First line, if it is the header of an export, which determines how the other lines are read. */
  readonly header: Uint8Array | null;
}

export interface LineDocument {
  readonly document: Document;
  /** Request body for a service, without metadata. */
  readonly body: object;
  /** True if the id is derived from the position in the file. */
  readonly isUnnamed: boolean;
}

/**
 * Creates a reader for the lines of several inputs, one input after another. A document without an id is named by its
 * position.
 * @returns a function that returns the document of a line; `skipped` for a record of an export that is not a document;
 *   null for a blank line or a header. It throws NeardupError for an invalid line
 */
export function createLineReader(options: LineReaderOptions, request: DocumentRequest) {
  let read: ReturnType<typeof documentLines>;
  let readInput = -1;

  function begin({ input, header }: LineSource): void {
    readInput = input;
    read = openReader(options);
    if (header !== null) read({ number: 1, bytes: Buffer.from(header) });
  }

  return (source: LineSource, line: DataLine): LineDocument | 'skipped' | null => {
    if (source.input !== readInput) begin(source);
    const found = read(line);
    if (found === null || 'header' in found) return null;
    if (!('document' in found)) return 'skipped';
    const id = placeName(source.name, line.number).slice(-idLengthMax);
    const { metadata, ...body } = { id, ...found.document } as Body;
    const given = metadata === undefined ? body : { ...body, metadata };
    const document = toDocument(isPlain(given) ? given : parsed(request.json, given, ''));
    return { document, body, isUnnamed: found.document.id === undefined };
  };
}

function openReader({ fields, metadataPath, defaultRecipe }: LineReaderOptions) {
  return documentLines({
    ...{ fields, metadata: metadataPath ? [metadataPath] : [] },
    ...{ collection: 'default', whole: false },
    defaultRecipe: () => defaultRecipe,
  });
}

/** Returns true for a first line that is a valid header of an export. */
export function isHeader(line: DataLine, options: LineReaderOptions): boolean {
  try {
    const found = openReader(options)(line);
    return found !== null && 'header' in found;
  } catch {
    return false; // The reader of the lines will report the fault.
  }
}

/**
 * Returns true for a body that has only an id, a text and perhaps a title, and that its schema would accept unchanged.
 * This takes a tenth of the time that the schema takes.
 */
function isPlain(body: Body): body is Body & PlainBody {
  for (const name in body) if (!plainFields.includes(name)) return false;
  const { id, text, title } = body;
  if (typeof text !== 'string' || typeof id !== 'string' || !plainId.test(id)) return false;
  return title === undefined || (typeof title === 'string' && isPlainTitle(title));
}

const isPlainTitle = (title: string): boolean =>
  title !== '' && title.length <= titleLengthMax && title === title.trim();

interface PlainBody {
  readonly id: string;
  readonly text: string;
  readonly title?: string;
  readonly collection: string;
}

const plainFields: readonly string[] = ['id', 'title', 'text', 'collection'];
/** Matches ids of 3 to 2048 printable ASCII characters. The invalid ids `.` and `..` are too short. */
const plainId = /^[\x20-\x7e]{3,2048}$/;

type Body = Readonly<Record<string, unknown>>;

const idLengthMax = 2048;

/** Returns the position of a line as users see it: FILE:NUMBER. */
export function placeName(name: string, number: number): string {
  return `${name}:${number}`;
}
