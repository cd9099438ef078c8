import type { Database } from 'better-sqlite3';
import type { ComparedContent } from '../../../matching/compare.js';

/** Fields of a content that comparisons use. They never change. */
export interface StoredContent extends ComparedContent {
  readonly number: number;
  /** Exact hash in uppercase hex digits; empty if the client sent a fingerprint instead of a text. */
  readonly exactHash: string;
  /** Parts in their stored form (`readParts`); null if the content has none. */
  readonly parts: Uint8Array | null;
}

/**
 * Reads contents and caches some of them by number. Many similar pages (a family) are compared with the same oldest
 * contents, and reading a content takes several times as long as comparing it. Numbers are never reused.
 */
export interface ContentCache {
  /** Returns a content, or undefined if it does not exist. */
  read(number: number): StoredContent | undefined;
  /** Must be called when a content is deleted. */
  forget(number: number): void;
}

/** Number of cached contents. A content of typical size takes about 1 KB. */
const slotCount = 2 ** 12;
/** Maximum size of the evidence of a cached content, in bytes. */
const evidenceMax = 2 ** 13;

/**
 * @param slots capacity of the direct-mapped cache, in contents
 */
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

  function find(number: number): StoredContent | undefined {
    // Reads the row as an array: creating an object with named columns would take longer than finding the row.
    const row = select.get(number);
    if (row === undefined) return undefined;
    const [exactHash, high, low, short, sketch, evidence, parts] = row;
    const fingerprint = { high, low };
    return { number, exactHash, fingerprint, shortText: short === 1, sketch, evidence, parts };
  }

  return {
    read(number) {
      const slot = number % slots;
      if (numbers[slot] === number) return contents[slot];
      const content = find(number);
      if (content === undefined || (content.evidence?.length ?? 0) > evidenceMax) return content;
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
