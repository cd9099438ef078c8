/** Limits of the text of one page. */
export interface ExtractLimits {
  /** Length of the extracted text, in UTF-16 units. */
  readonly textLengthMax: number;
  /** Inflated size of all parts of a compressed format, in bytes. */
  readonly inflatedBytesMax: number;
}
