import type { Database } from 'better-sqlite3';
import type { ComparedContent } from '../../../matching/compare.js';

/** Immutable fields of a content that comparisons need. */
export interface StoredContent extends ComparedContent {
  /** In capitals; empty if it is a posted fingerprint. */
  readonly exactHash: string;
  /** As `readParts` reads them; null: none. */
  readonly parts: Uint8Array | null;
}

/**
 * Reads contents, and remembers those of large families by their numbers, which no other content ever
 * gets. Each page of a site may be similar to thousands of others by its template, and every check of
 * such a page compares them all: reading one takes several times as long as comparing it.
 */
export interface ContentCache {
  /** undefined: there is no such content. */
  read(number: number): StoredContent | undefined;
  /** Like `read`; the next time from memory, unless another content has the slot by then. */
  recall(number: number): StoredContent | undefined;
  /** To be called when a content is deleted. */
  forget(number: number): void;
}

/** A content takes about 0.9 KB here. */
const slotCount = 2 ** 16;

/** @param slots how many contents are remembered at most, each in the slot of its number */
export function createContentCache(db: Database, slots = slotCount): ContentCache {
  const select = db
    .prepare<[number], Columns>(
      `SELECT CASE WHEN feature_count IS NULL THEN '' ELSE hex(exact_hash) END,
         (fingerprint >> 32) & 0xffffffff, fingerprint & 0xffffffff, short_text, sketch, evidence, parts
       FROM contents WHERE number = ?`,
    )
    .raw();
  const numbers = new Float64Array(slots).fill(empty);
  const contents: StoredContent[] = [];

  function read(number: number): StoredContent | undefined {
    // Read as an array: V8 takes longer to name the columns than SQLite to find the row.
    const row = select.get(number);
    if (row === undefined) return undefined;
    const [exactHash, high, low, short, sketch, evidence, parts] = row;
    const fingerprint = { high, low };
    return { exactHash, fingerprint, shortText: short === 1, sketch, evidence, parts };
  }

  return {
    read,
    recall(number) {
      const slot = number % slots;
      if (numbers[slot] === number) return contents[slot];
      const content = read(number);
      if (content === undefined) return undefined;
      numbers[slot] = number;
      contents[slot] = content;
      return content;
    },
    forget(number) {
      const slot = number % slots;
      if (numbers[slot] === number) numbers[slot] = empty;
    },
  };
}

const empty = -1;

type Columns = [
  exactHash: string,
  high: number,
  low: number,
  shortText: number,
  sketch: Buffer | null,
  evidence: Buffer | null,
  parts: Buffer | null,
];
