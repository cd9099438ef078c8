import { isUtf8 } from 'node:buffer';
import { documentFieldNames } from '../api/content.js';
import { decodeUtf8, parseJson, shapeFault } from '../api/json.js';
import type { Line } from '../api/split-lines.js';
import { cut } from '../api/validation.js';
import { claimedDocument } from '../archive/claim-line.js';
import { parseLabel, parseSeatedMembers, parseSeparation } from '../archive/cluster-lines.js';
import {
  checkedHeader,
  type ExportHeader,
  isExportHeader,
  type ReadHeader,
} from '../archive/export-format.js';
import type { ArchiveDocument } from '../detector/transfer.js';
import { NeardupError } from '../errors.js';
import type { SeatedMembers, Separation } from '../store/contract/clusters.js';
import type { Label } from '../store/contract/labels.js';
import type { DataLine } from './data-line.js';
import { chosenFields, type JsonObject, readValue } from './fields-of-line.js';
import { toUtf8 } from './json-text.js';

/** A document in the format of POST /documents. Only its collection has been checked so far. */
export interface DocumentLine {
  readonly [field: string]: unknown;
  readonly collection: string;
}

/** Options that map the fields of a line to a document. */
export interface LineOptions {
  /**
   * For each field of the document, the path of its value in the line, such as `meta.url`; null if the line is already
   * a document.
   */
  readonly fields: ReadonlyMap<string, string> | null;
  /** Fields of the line copied into the metadata. */
  readonly metadata: readonly string[];
  /** Collection to use instead of the one that each line names. */
  readonly collection: string | undefined;
  /**
   * True to return documents of an export with all stored data; false to return them in the format of POST /documents.
   */
  readonly whole: boolean;
  /** Returns the default recipe of this build, which completes recipes from exports of earlier builds. */
  readonly defaultRecipe: () => ExportHeader['recipe'];
}

export type ReadLine =
  | { readonly document: DocumentLine }
  | { readonly whole: ArchiveDocument; readonly collection: string }
  | { readonly separation: Separation; readonly collection: string }
  | { readonly label: Label; readonly collection: string }
  | { readonly seated: SeatedMembers; readonly collection: string }
  | { readonly header: ReadHeader };

/**
 * Converts the lines of a file to documents. The file contains documents in the format of POST /documents, arbitrary
 * records that `fields` maps to documents, or an export, whose first line is a header.
 *
 * @returns a function that converts a line to a document or to another entry of an export. It returns null for a blank
 * line
 * @throws (the returned function) NeardupError for an invalid line
 */
export function documentLines(options: LineOptions) {
  let first: string | undefined;
  let header: ReadHeader | undefined;

  return (line: DataLine): ReadLine | null => {
    if (line.fault !== undefined) throw line.fault;
    const value = parseLine(line);
    if (value === null) return null;
    if (isExportHeader(value)) {
      // If a file consists of several parts of one export, each part begins with the same header. Only the first of
      // these headers has an effect.
      if (JSON.stringify(value) === first) return null;
      header = checkedHeader(ofFirstLine(value, line), options.defaultRecipe);
      first = JSON.stringify(value);
      return { header };
    }
    if (header !== undefined && header.version > 1) {
      const collection = options.collection ?? header.collection;
      if (value.kind === 'separation') return { separation: parseSeparation(value), collection };
      if (value.kind === 'label') return { label: parseLabel(value), collection };
      if (value.kind === 'cluster') return { seated: parseSeatedMembers(value), collection };
      if (options.whole) return { whole: claimedDocument(value, header), collection };
    }
    const document =
      header === undefined ? record(value, options, line.bytes!) : exported(value, header);
    const collection = options.collection ?? document.collection ?? 'default';
    return { document: { ...document, collection: collection as string } };
  };
}

/**
 * Rejects a header after the first line of the file. Lines may come from the web, and a line that looks like a header
 * must not determine the collection in which the lines after it are stored.
 */
function ofFirstLine(header: ExportHeader, { number }: Line): ExportHeader {
  if (number === 1) return header;
  throw new NeardupError(
    'validation_failed',
    'the header of an export counts in the first line of a file only',
  );
}

/**
 * Parses `id=url,text` into a map from document fields to line fields.
 * @throws NeardupError `validation_failed` for an unknown field of a document
 */
export function parseFields(list: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const item of list.split(',')) {
    const [field, source = field] = item.trim().split('=', 2) as [string, string?];
    if (!documentFieldNames.includes(field)) {
      throw new NeardupError(
        'validation_failed',
        `Cannot take --fields "${list}": a document has no field "${field}", only ${documentFieldNames.join(', ')}`,
      );
    }
    fields.set(field, source);
  }
  return fields;
}

/** Parses a line as JSON. @returns null for a blank line. @throws NeardupError unless the line is a JSON object */
export function parseLine({ number, bytes }: Pick<Line, 'number' | 'bytes'>): JsonObject | null {
  if (bytes === null)
    throw new NeardupError(
      'payload_too_large',
      'the line is longer than 16 MiB and than NEARDUP_BODY_BYTES_MAX; raise the latter to take it',
    );
  if (!isUtf8(bytes)) throw new NeardupError('invalid_json', `the line is not UTF-8: ${toUtf8}`);
  const text = decodeUtf8(bytes);
  const json = (number === 1 ? text.replace(/^\ufeff/, '') : text).trim();
  if (json === '') return null;
  const fault = shapeFault(bytes, Number.POSITIVE_INFINITY);
  if (fault !== null) throw new NeardupError('validation_failed', `the line ${fault}`);
  const value = parsed(json);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as JsonObject;
  }
  throw new NeardupError('validation_failed', 'the line is not a JSON object');
}

/** Parses JSON, and accepts Python's invalid numbers: `NaN` and `Infinity` become null. */
function parsed(json: string): unknown {
  try {
    return parseJson(json);
  } catch (error) {
    let isInString = false;
    const numbers = json.replace(quoteOrNumber, (match) => {
      if (match === '"') isInString = !isInString;
      return isInString || !invalidNumbers.includes(match) ? match : 'null';
    });
    if (numbers !== json) return parsed(numbers);
    const message = `the line is not JSON: ${(error as Error).message}`;
    throw new NeardupError('invalid_json', message, { cause: error });
  }
}

/**
 * Matches a quote, an escape or an invalid number. (Matching whole strings would need a stack as deep as the string is
 * long.)
 */
const quoteOrNumber = /"|\\.|-?\b(?:NaN|Infinity)\b/gs;
const invalidNumbers: readonly string[] = ['NaN', '-NaN', 'Infinity', '-Infinity'];

/** Returns the fields of an exported document that POST /documents accepts, including its text if exported. */
function exported(line: JsonObject, { recipeId, collection }: ExportHeader): JsonObject {
  const { id, fingerprint, text, metadata, page, extractor, expiresAt } = line;
  const { title = null } = (page ?? {}) as { readonly title?: unknown };
  const made = extractor === undefined || extractor === null ? {} : { extractor };
  return {
    ...{ id, collection },
    ...(text === undefined ? { fingerprint, recipe: recipeId, ...made } : { text }),
    ...(metadata !== undefined && { metadata }),
    ...(title !== null && { title }),
    ...(typeof expiresAt === 'string' && { ttlSeconds: secondsUntil(expiresAt) }),
  };
}

/**
 * Returns the number of seconds until a time, but at least 1, so that a document that has expired since the export
 * expires again soon after the import.
 */
function secondsUntil(time: string): number {
  return Math.max(1, Math.ceil((Date.parse(time) - Date.now()) / 1000));
}

function record(line: JsonObject, { fields, metadata }: LineOptions, bytes: Buffer): JsonObject {
  const document = withTextId(
    fields === null ? wholeRecord(line, metadata) : chosenFields(line, fields),
    fields?.get('id') ?? 'id',
    bytes,
  );
  const taken = metadata.flatMap((name) => {
    const value = readValue(line, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (taken.length === 0) return document;
  const own = document.metadata as JsonObject | undefined;
  return { ...document, metadata: { ...own, ...Object.fromEntries(taken) } };
}

const namesShownMax = 20;

function wholeRecord(line: JsonObject, metadata: readonly string[]): JsonObject {
  const kept = Object.entries(line).filter(([name]) => !metadata.includes(name));
  const unknown = kept.filter(([name]) => !documentFieldNames.includes(name));
  if (unknown.length === 0) return Object.fromEntries(kept);
  const names = unknown.slice(0, namesShownMax).map(([name]) => cut(name, 100));
  throw new NeardupError(
    'validation_failed',
    `unknown field ${names.map((name) => `"${name}"`).join(', ')}: name those to take with --fields id,text, or keep them with --metadata ${names.join(',')}`,
  );
}

/** Converts a numeric id to text. An integer keeps all its digits. */
function withTextId(document: JsonObject, path: string, bytes: Buffer): JsonObject {
  const { id } = document;
  if (typeof id !== 'number') return document;
  if (Number.isSafeInteger(id) || !Number.isInteger(id)) return { ...document, id: String(id) };
  // An integer beyond 2^53 is rounded when it is parsed, so its digits are taken from the line.
  const name = JSON.stringify(path.split('.').at(-1)).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const numbers = bytes
    .toString('utf8')
    .matchAll(new RegExp(`(?<!\\\\)${name}\\s*:\\s*(-?\\d+)`, 'g'));
  const digits = new Set([...numbers].flatMap(([, each]) => (Number(each) === id ? [each!] : [])));
  if (digits.size === 1) return { ...document, id: [...digits][0] };
  throw new NeardupError(
    'validation_failed',
    `the id ${id} is too large a number to be read with all its digits: write it as a string`,
  );
}
