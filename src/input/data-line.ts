import type { Line } from '../api/split-lines.js';
import type { NeardupError } from '../errors.js';
import type { Packing } from './unpack.js';

/** A record of a file as a line of JSON. */
export interface DataLine extends Line {
  /** The record as its file has it, where that is another form: the row of a table, the number of a row of Parquet. */
  readonly written?: string;
  /** Why there is no record here, such as a damaged part of the file; then `bytes` is null. */
  readonly fault?: NeardupError;
}

/** The delimiters of tables that are recognized. */
export type Delimiter = ',' | ';' | '\t';

/** Format of the records of a file. */
export interface DataForm {
  readonly format: 'ndjson' | 'json' | 'csv' | 'tsv' | 'parquet';
  readonly packing: Packing;
  /** The line of headings of a table and its delimiter; the file of Parquet, to read rows from again. */
  readonly headings?: string;
  readonly delimiter?: Delimiter;
  readonly file?: string;
  /** True for a page of a file or of WARC, which is written as `{"id", "title", "text"}`. */
  readonly isPage?: boolean;
}
