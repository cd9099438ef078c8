import type { Line } from '../api/split-lines.js';
import type { NeardupError } from '../errors.js';
import type { Packing } from './unpack.js';

/** A record of a file, converted to a line of JSON. */
export interface DataLine extends Line {
  /** The record in its own format, if that is not JSON: the row of a table, or a Parquet row number. */
  readonly written?: string;
  /** Reason for a missing record, such as a damaged part of the file; `bytes` is then null. */
  readonly fault?: NeardupError;
}

/** Recognised delimiters of tables. */
export type Delimiter = ',' | ';' | '\t';

/** Format of the records of a file. */
export interface DataForm {
  readonly format: 'ndjson' | 'json' | 'csv' | 'tsv' | 'parquet';
  readonly packing: Packing;
  /**
   * Heading line of a table. To read rows again, a table needs this line, and Parquet needs `file`, the name of the
   * file.
   */
  readonly headings?: string;
  readonly delimiter?: Delimiter;
  readonly file?: string;
  /** True for a page from a file or WARC, which is written as `{"id", "title", "text"}`. */
  readonly isPage?: boolean;
}
