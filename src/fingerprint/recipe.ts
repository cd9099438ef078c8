/**
 * A recipe is everything between a text and its signature, as data: two signatures can be compared
 * if and only if their recipes are equal. It is immutable and stored with its collection.
 */
export interface Recipe {
  /** Version of the rules that the other fields are read by. */
  readonly version: 1;
  readonly method: 'simhash';
  /** Unicode version whose assigned code points count; others separate words. */
  readonly unicode: '16.0';
  /** Who cuts runs of Han, with the exact version of its dictionary. */
  readonly segmenter: 'jieba-2.0.3';
  /** Whether the cut guesses words that the dictionary lacks (hidden Markov model). */
  readonly hmm: boolean;
  /** Whether traditional Chinese is turned into simplified before the cut. */
  readonly simplify: boolean;
  readonly lowerCase: boolean;
  /** Words of fewer code points are dropped. */
  readonly minTermLength: number;
  /** Languages whose stop words are dropped. */
  readonly stopWords: readonly ('zh' | 'en')[];
  readonly weighting: 'none' | 'tf' | 'logTf' | 'tfIdf';
  /** What `tfIdf` takes for a word that is not in the table. */
  readonly unknownIdf: 'median' | 'mean';
  /** Only this many words of the highest weight are used; null: all. */
  readonly topTerms: number | null;
  readonly hash: 'xxh64';
  /** A text with fewer features is reported as `shortText`. */
  readonly shortTextBelow: number;
  /** Reserved for sketches: null until a method uses them. */
  readonly shingle: null;
  readonly sketch: null;
  readonly bands: null;
  /** Of the data that shapes a signature, by name: 16 hex digits each. */
  readonly checksums: Readonly<Record<string, string>>;
}
