import { workerData } from 'piscina';
import { documentRequest, type RequestLimits } from '../../api/content.js';
import type { KeepRule } from '../../detector/duplicate-search.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import { sign } from '../../fingerprint/sign.js';
import type { DataLine } from '../../input/data-line.js';
import { keptSignature } from '../../matching/match-rule.js';
import { loadDictionaries } from '../../text/dictionaries.js';
import { withSentTitle } from '../../text/page-text.js';
import { type TaskFailure, toFailure } from '../../workers/messages.js';
import { packRow } from './document-row.js';
import { createLineReader, type LineReaderOptions, type LineSource } from './line-reader.js';
import { type DocumentNote, preferenceNote } from './notes.js';

/** Start data of a signing thread. */
export interface SignThreadData extends LineReaderOptions {
  readonly wordTrie: SharedArrayBuffer;
  readonly limits: RequestLimits;
  readonly recipe: Recipe;
  readonly keep: KeepRule;
}

/** Lines of one input that a thread parses and signs at once. */
export interface LineBlock {
  readonly source: LineSource;
  /** All lines, concatenated. */
  readonly bytes: Uint8Array;
  readonly ends: readonly number[];
  readonly numbers: readonly number[];
}

/** Outcome of a line. `elsewhere` means that the document is not text, so this thread cannot sign it. */
export type LineOutcome =
  | {
      readonly rowLength: number;
      readonly note: DocumentNote | undefined;
      readonly isUnnamed: boolean;
    }
  | { readonly failure: TaskFailure }
  | 'elsewhere'
  | 'skipped'
  | null;

export interface SignedBlock {
  /** Outcomes of the lines, in order. */
  readonly outcomes: readonly LineOutcome[];
  /** Rows of the signed documents (document-row.ts), concatenated. */
  readonly rows: Uint8Array;
}

const { wordTrie, limits, recipe, keep, ...reading } = workerData as SignThreadData;
const dictionaries = loadDictionaries(wordTrie);
const read = createLineReader(reading, documentRequest(limits));

/** Signs the lines of a block. */
export default function signBlock({ source, bytes, ends, numbers }: LineBlock): SignedBlock {
  const rows: Buffer[] = [];
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const outcomes = numbers.map((number, index) => {
    const line = { number, bytes: buffer.subarray(ends[index - 1] ?? 0, ends[index]) };
    try {
      return signLine(source, line, rows);
    } catch (error) {
      return { failure: toFailure(error) };
    }
  });
  return { outcomes, rows: Buffer.concat(rows) };
}

function signLine(source: LineSource, line: DataLine, rows: Buffer[]): LineOutcome {
  const found = read(source, line);
  if (found === null || found === 'skipped') return found;
  const { content, title, id, metadata } = found.document;
  if (content.kind !== 'text') return 'elsewhere';
  const signed = sign(withSentTitle(content, title), recipe, dictionaries);
  const signature = keptSignature(signed, recipe);
  const row = packRow(id!, signature, recipe);
  rows.push(row);
  return {
    ...{ rowLength: row.length, isUnnamed: found.isUnnamed },
    note: preferenceNote(keep, { id: id!, signature }, metadata),
  };
}
