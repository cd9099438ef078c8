import type { Line } from '../api/split-lines.js';
import type { Packing } from './unpack.js';

/** A record of a file as a line of JSON. */
export interface DataLine extends Line {
  /** The record as its file has it, where that is another form: the row of a table, the number of a row of Parquet. */
  readonly written?: string;
}

/** How a file writes its records. */
export interface DataForm {
  readonly format: 'ndjson' | 'json' | 'csv' | 'tsv' | 'parquet';
  readonly packing: Packing;
  /** Of tables the line of headings, of Parquet the file to read the rows from again. */
  readonly headings?: string;
  readonly file?: string;
  /** Whether it is a page of a file or of WARC, of which `{"id", "title", "text"}` is written. */
  readonly isPage?: boolean;
}
