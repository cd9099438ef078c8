import { hash } from 'node:crypto';
import { NeardupError } from '../errors.js';
import { withPieces } from '../text/arabic-pieces.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { type EvidenceWords, evidenceWords, joined } from '../text/evidence-words.js';
import { featureTest, type Lexicon, startDocument, wordNumberOfText } from '../text/lexicon.js';
import { normalize, wellFormed } from '../text/normalize.js';
import { dictionariesFor } from '../text/own-dictionaries.js';
import type { PageText } from '../text/page-text.js';
import { prepareText, readCased, readPrepared, withBullets } from '../text/read-symbols.js';
import { wordInOneRegion } from '../text/regional-words.js';
import { numberWords } from '../text/segment.js';
import { simplifyCharacters } from '../text/simplify.js';
import { type SpelledText, spelled, spelledWord } from '../text/spelling.js';
import { createUnitBuffer, type Units } from '../text/units.js';
import { evidenceWordPlaces, type WordPlaces } from '../text/word-places.js';
import { toHex } from './blocks.js';
import {
  type CountedWords,
  countWords,
  createHalves,
  type HashHalves,
  hashedWords,
  readHashes,
  type WordRecords,
} from './count-words.js';
import { findLandmarks, withLandmarks, withRestLandmark, withTitleLandmark } from './landmarks.js';
import { computeSketch, distinctShingles, shingleCount } from './minhash.js';
import { packReading } from './packed-reading.js';
import { hashParts } from './parts.js';
import { findLines, mainWords, type PageLines, shortHash, withRest } from './reading.js';
import type { Recipe } from './recipe.js';
import type { Feature, Fingerprint, Signable, Signature } from './signature.js';
import { simhash, type WeightedHashes } from './simhash.js';
import { type WeightedWords, weigh, weighFeatures } from './weights.js';

/**
 * Returns the signature of a text or a list of features under a recipe that has passed `recipeProblem`.
 * @throws NeardupError `text_empty` if the content has no features
 */
export function sign(content: Signable, recipe: Recipe, dictionaries: Dictionaries): Signature {
  return signContent(weighedWords(content, recipe, dictionaries), recipe);
}

/** Returns the signature of a fingerprint that was computed elsewhere. */
export function fingerprintSignature(fingerprint: Fingerprint): Signature {
  return {
    exactHash: exactHash('fingerprint', toHex(fingerprint)),
    fingerprint,
    featureCount: null,
    shortText: false,
    sketch: null,
    shingles: null,
    evidence: null,
    parts: null,
  };
}

/** Data from which a signature is computed. Word numbers and hashes are valid until the next document is read. */
export interface WeighedContent {
  readonly exactHash: string;
  readonly lexicon: Lexicon;
  /** Records with the hashes of all words. */
  readonly records: WordRecords;
  /** Features with their weights; at least one. */
  readonly features: WeightedWords;
  /** All words in order, including those that are not features; null if their order is unknown. */
  readonly sequence: WordSequence | null;
  /** Packed reading and evidence of a page (packed-reading.ts); null if the order of the words is unknown. */
  readonly evidence: Uint8Array | null;
  /** Landmarks (landmarks.ts); null if the order of the words is unknown. */
  readonly landmarks: Uint32Array | null;
}

/** Word numbers, with bits 31 to 0 of each hash. */
export type WordSequence = Pick<CountedWords, 'words' | 'lows'>;

/**
 * Weighs the words of a text, or takes the weights of posted features.
 * @throws NeardupError `text_empty` if the content has no features
 */
export function weighedWords(
  content: Signable,
  recipe: Recipe,
  dictionaries: Dictionaries,
): WeighedContent {
  const weighed =
    content.kind === 'text'
      ? weighText(content, recipe, dictionaries)
      : weighPosted(content.features, recipe, dictionaries);
  if (weighed.features.numbers.length > 0) return weighed;
  throw new NeardupError(
    'text_empty',
    'Cannot compute a fingerprint: the text has no words, only white space or punctuation',
  );
}

export function signContent(content: WeighedContent, recipe: Recipe): Signature {
  const { exactHash, features, sequence, evidence, landmarks } = content;
  const { shingle, shortTextBelow, bands } = recipe;
  const featureCount = features.numbers.length;
  const sketched = shingle !== null && sequence !== null;
  const length = sketched ? shingleCount(sequence.words.length, shingle.words) : featureCount;
  if (halves.low.length < featureCount) halves = createHalves(2 * featureCount);
  return {
    exactHash,
    fingerprint: simhash(hashFeatures(content, halves)),
    featureCount,
    shortText: length < shortTextBelow,
    sketch: sketched
      ? withLandmarks(computeSketch(sequence.lows, shingle.words, bands!), landmarks!)
      : null,
    shingles: sketched ? distinctShingles(sequence.lows, shingle.words) : null,
    evidence,
    parts: recipe.parts && sequence !== null ? hashParts(sequence.lows, recipe.parts) : null,
  };
}

/** Returns the hashes of the features in two halves, written to `into` if given. */
export function hashFeatures(
  { features: { numbers, weights }, records }: Pick<WeighedContent, 'features' | 'records'>,
  into?: HashHalves,
): WeightedHashes {
  const { high, low } = readHashes(records, numbers, into);
  return { high, low, weights };
}

/** Arrays that are reused, because allocating arrays for a typical page costs more than the work done in them. */
let halves = createHalves(2 ** 12);

/** A text that was cut into words by the rules of a recipe. Units and words are valid until the next text is read. */
export interface CutText extends SpelledText {
  /** Word numbers in order. */
  readonly words: Int32Array;
  /** Dictionaries of the recipe. */
  readonly dictionaries: Dictionaries;
}

export function cutText(text: string, recipe: Recipe, shared: Dictionaries): CutText {
  const dictionaries = dictionariesFor(recipe, shared);
  const read = readPrepared(prepareText(text), recipe, dictionaries.traditional);
  return cutSpelled(spelled(read, null, recipe), recipe, dictionaries);
}

function cutSpelled(text: SpelledText, recipe: Recipe, dictionaries: Dictionaries): CutText {
  startDocument(dictionaries.lexicon);
  return { ...text, words: numberWords(text.units, recipe, dictionaries, text.runs), dictionaries };
}

function weighText(page: PageText, recipe: Recipe, shared: Dictionaries): WeighedContent {
  const { text, rest = '', isBlocks = false, title = null } = page;
  // The reading is always in lower case, so a recipe that distinguishes capitals has to read the text twice. The pass
  // for the reading is first, because `cut` is valid only until the next text is read.
  const other = recipe.lowerCase ? null : copyWords(wordsOfText(text, recipe, shared));
  const restWords = rest === '' ? null : copyWords(wordsOfText(rest, recipe, shared));
  const dictionaries = dictionariesFor(recipe, shared);
  const { lexicon } = dictionaries;
  const prepared = prepareText(text);
  const cased = readCased(prepared);
  const plain = readPrepared(prepared, recipe, dictionaries.traditional, cased);
  const cut = cutSpelled(spelled(plain, cased.sent, recipe), recipe, dictionaries);
  const read = other ?? evidenceWords(cut, recipe, dictionaries);
  const main = mainWords(read, isBlocks);
  const words = restWords === null ? main : withRest(main, restWords);
  const lines = findLines(words);
  const counted = countFeatures(cut.words, recipe, lexicon);
  const mainHash = exactHashOfText(prepared === text ? plain.units : withBullets(plain.units));
  const landmarks = withTitleLandmark(findLandmarks(read), title ? titleHashes(title) : noHashes);
  return {
    exactHash: restWords === null ? mainHash : exactHashOfPage(mainHash, lines),
    lexicon,
    records: counted.records,
    features: weigh(counted, recipe, dictionaries),
    sequence: counted,
    evidence: packReading(words, mainHash, lines),
    landmarks: restWords === null ? landmarks : withRestLandmark(landmarks, words, lines),
  };
}

/** Returns words that stay valid when another text is read. */
function copyWords({ count, hashes, flags, lengths, marks }: EvidenceWords): EvidenceWords {
  return {
    ...{ count, marks, hashes: hashes.slice(0, count), flags: flags.slice(0, count) },
    lengths: lengths.slice(0, count),
  };
}

/** Returns the exact hash of a page with lines outside its main text: of the main text and the set of these lines. */
function exactHashOfPage(mainHash: string, { hashes, mainCount }: PageLines): string {
  const rest = new Set(hashes.subarray(mainCount));
  if (rest.size === 0) return mainHash;
  return firstBits(`page\n${mainHash}\n${Uint32Array.from(rest).sort().join(' ')}`);
}

/**
 * Counts the features of a text. If no word is a feature by the usual rules, as in "To be or not to be", all words are
 * features.
 */
function countFeatures(words: Int32Array, recipe: Recipe, lexicon: Lexicon): CountedWords {
  const counted = countWords(words, featureTest(recipe, lexicon), lexicon, recipe.hash);
  return counted.features.length === 0
    ? countWords(words, () => true, lexicon, recipe.hash)
    : counted;
}

function weighPosted(
  posted: readonly Feature[],
  recipe: Recipe,
  { lexicon }: Dictionaries,
): WeighedContent {
  const sums = weighFeatures(
    posted.map(({ term, weight }) => ({ term: wellFormed(term), weight })),
  );
  startDocument(lexicon);
  const numbers = Int32Array.from(sums, ([term]) => wordNumberOfText(lexicon, term));
  return {
    exactHash: exactHash('features', JSON.stringify(sums)),
    lexicon,
    records: hashedWords(lexicon, recipe.hash, numbers),
    features: { numbers, weights: Float64Array.from(sums, ([, weight]) => weight) },
    sequence: null,
    evidence: null,
    landmarks: null,
  };
}

/**
 * Computes a fingerprint from feature counts that were taken under a recipe with another weighting. Does not support
 * TextRank, which also needs the order of the words.
 */
export function fingerprintOfCounts(
  terms: readonly string[],
  counts: readonly number[],
  recipe: Recipe,
  shared: Dictionaries,
): { readonly fingerprint: Fingerprint; readonly featureCount: number } {
  const dictionaries = dictionariesFor(recipe, shared);
  const { lexicon } = dictionaries;
  startDocument(lexicon);
  const words = Int32Array.from(terms, (term) => wordNumberOfText(lexicon, term));
  const records = hashedWords(lexicon, recipe.hash, words);
  const counted = { records, words, features: words, counts: Int32Array.from(counts) };
  const features = weigh({ ...counted, lows: new Int32Array(0) }, recipe, dictionaries);
  const fingerprint = simhash(hashFeatures({ features, records }));
  return { fingerprint, featureCount: features.numbers.length };
}

/** Returns the first 128 bits of the SHA-256 of the kind and the content, so different kinds never share a hash. */
function exactHash(kind: 'features' | 'fingerprint', content: string): string {
  return firstBits(`${kind}\n${content}`);
}

/** Returns the exact hash of a normalised text. Hashes an array of code units, because joining strings costs more. */
export function exactHashOfText(text: Units): string {
  const length = textPrefix.length + text.length;
  if (prefixed.units.length < length) prefixed = createPrefixed(2 * length);
  prefixed.units.set(text, textPrefix.length);
  return firstBits(prefixed.bytes.toString('utf16le', 0, 2 * length));
}

const textPrefix = 'text\n';
let prefixed = createPrefixed(2 ** 12);

function createPrefixed(length: number) {
  const buffer = createUnitBuffer(length);
  buffer.bytes.write(textPrefix, 'utf16le');
  return buffer;
}

function firstBits(content: string): string {
  return hash('sha256', content, 'hex').slice(0, 32);
}

/** Returns the words of a reading. They are valid until the next text is read. */
function wordsOfText(text: string, recipe: Recipe, shared: Dictionaries): EvidenceWords {
  const dictionaries = dictionariesFor(recipe, shared);
  const prepared = prepareText(text);
  const options = readingOptions(recipe);
  const cased = readCased(prepared);
  const read = readPrepared(prepared, options, dictionaries.traditional, cased);
  return evidenceWords(spelled(read, cased.sent, recipe), recipe, dictionaries);
}

/** Locates the words of a reading in its text. */
export function readingPlaces(text: string, recipe: Recipe, shared: Dictionaries): WordPlaces {
  const dictionaries = dictionariesFor(recipe, shared);
  const options = readingOptions(recipe);
  const read = readPrepared(prepareText(text), options, dictionaries.traditional);
  return evidenceWordPlaces(text, spelled(read, null, recipe), options, dictionaries);
}

/**
 * Returns the options for a reading. A reading is in lower case even if the recipe distinguishes capitals, because
 * capitals are found by comparing the lower-case text with the original.
 */
const readingOptions = (recipe: Recipe) => ({ ...recipe, lowerCase: true });

/**
 * Matches a word in a title: a sequence of letters and digits, or a single character in Korean or in a script written
 * without spaces.
 */
const wordPattern =
  /([\p{sc=Han}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}])|[\p{L}\p{M}\p{N}]+/gu;

/** Maximum number of distinct words of a title that its landmark is made of; further words are ignored. */
const titleWordsMax = 64;

const noHashes = new Uint16Array(0);

function titleHashes(title: string): Uint16Array {
  const spelled = withPieces(spelledWord(normalize(title, { lowerCase: true })));
  const words = wordInOneRegion(simplifyCharacters(spelled)).matchAll(wordPattern);
  const hashes = Array.from(words, ([word, character]) => shortHash(hashOfWord(word, character)));
  return Uint16Array.from([...new Set(hashes)].slice(0, titleWordsMax));
}

/** Hashes a word of a title in the same way as `evidenceWords` hashes the words of a text. */
function hashOfWord(word: string, character: string | undefined): number {
  if (character !== undefined) return joined(0, character.codePointAt(0)!);
  let hash = word.length;
  for (let at = 0; at < word.length; at++) hash = joined(hash, word.charCodeAt(at));
  return hash;
}
