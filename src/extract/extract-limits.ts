/** Limits for the extraction of one page. */
export interface ExtractLimits {
  /** Maximum length of the extracted text, in UTF-16 units. */
  readonly textLengthMax: number;
  /** Maximum inflated size of all parts of a compressed format together, in bytes. */
  readonly inflatedBytesMax: number;
}
