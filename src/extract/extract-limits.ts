/** What the text of one page may come to. */
export interface ExtractLimits {
  /** Of the text that is taken, in UTF-16 units. */
  readonly textLengthMax: number;
  /** Of all that a compressed format holds, inflated. */
  readonly inflatedBytesMax: number;
}
