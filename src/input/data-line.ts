import type { Line } from '../api/split-lines.js';
import type { NeardupError } from '../errors.js';
import type { Packing } from './unpack.js';

/** A record of a file, converted to a line of JSON. */
export interface DataLine extends Line {
  /** The record in its own format, if that is not JSON: the row of a table, or a Parquet row number. */
  readonly written?: string;
  /** Reason why the record is missing, such as damage to this part of the file. If it is set, `bytes` is null. */
  readonly fault?: NeardupError;
}

/** Recognised delimiters of tables. */
export type Delimiter = ',' | ';' | '\t';

/** Format of the records in a file. */
export interface DataForm {
  readonly format: 'ndjson' | 'json' | 'csv' | 'tsv' | 'parquet';
  readonly packing: Packing;
  /**
   * Heading line of a table, which is needed to read a row again. For Parquet, the name of the file (`file`) is needed
   * instead.
   */
  readonly headings?: string;
  readonly delimiter?: Delimiter;
  readonly file?: string;
  /** True for a page from a file or WARC, which is written as `{"id", "title", "text"}`. */
  readonly isPage?: boolean;
}
