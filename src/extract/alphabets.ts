/*
 * Checks a guessed charset by the alphabets of languages. The guesses come from letter statistics (chardet), which
 * confuse short French texts with Romanian ones and do not know Thai.
 */

/** Letters beyond ASCII of the languages written in ISO 8859-2 and windows-1250, except very rare ones. */
const centralEuropean = [
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíľňóôšťúýž',
  'áéíóöőúüű',
  'ăâîșşțţ',
  'čćđšž',
  'äöüß',
  'çë',
];

/** Letters beyond ASCII of the languages written in windows-1252, except very rare ones. */
const westernEuropean = [
  'àâæçèéêëîïôœùûüÿ',
  'áéíñóúü',
  'áâãàçéêíóôõú',
  'äöüß',
  'àèéìíîòóùú',
  'åäöé',
  'æøåé',
  'áèéêëïíóöúü',
  'áðéíóúýþæö',
  'àçéèíïóòúü',
];

/** Minimum share of the characters beyond ASCII that an alphabet must contain to fit. */
const shareMin = 0.9;
/** Matches characters beyond ASCII, except for the punctuation of both charsets. */
const beyondAscii = /[^\0-\x7F\xA0«»„“”‘’‚‹›–—…•§°€]/gu;

function fitsAnyAlphabet(alphabets: readonly string[], text: string): boolean {
  const letters = text.toLowerCase().match(beyondAscii) ?? [];
  return alphabets.some((alphabet) => {
    const own = letters.filter((letter) => alphabet.includes(letter)).length;
    return own >= shareMin * letters.length;
  });
}

/**
 * Tests if a text that was decoded as Central European is more likely Western European: its letters fit no Central
 * European language, but fit a Western European one.
 */
export function isRatherWestern(asCentral: string, asWestern: string): boolean {
  return (
    !fitsAnyAlphabet(centralEuropean, asCentral) && fitsAnyAlphabet(westernEuropean, asWestern)
  );
}

const [thaiMarksMin, thaiOrderMin, thaiRareMax] = [0.1, 0.95, 0.05];
const thaiMark = /[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]/g;
const placedMark =
  /(?<=[\u0E01-\u0E2E\u0E31\u0E34-\u0E3A\u0E47-\u0E4E])[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]/g;
const leadingVowel = /[\u0E40-\u0E44]/g;
const placedVowel = /[\u0E40-\u0E44](?=[\u0E01-\u0E2E])/g;
const thaiRare = /[\u0E3F\u0E45\u0E4D-\u0E5B]/g;
const thaiRun = /[\u0E01-\u0E5B]+/g;
/**
 * Matches two Thai vowel or tone marks in a row. The second may be sara am (U+0E33), a vowel whose shape includes a
 * mark.
 */
const twoMarks = /[\u0E34-\u0E39\u0E48-\u0E4B][\u0E33\u0E48-\u0E4C]/;

/**
 * Matches an ASCII character after a Thai letter. In Big5 decoded as Thai, it is the second byte of a Chinese
 * character.
 */
const afterThai = /(?<=[\u0E01-\u0E5B])[@-~]/g;
const afterThaiMax = 0.1;

/**
 * Tests if a text that was decoded as Thai really is Thai: marks follow consonants, and leading vowels precede them.
 * Bytes in two other charsets also decode to Thai letters: EUC-KR (Korean), but always to an even number in a row, and
 * Big5 (Chinese), but with many ASCII characters right after the Thai letters.
 */
export function isThai(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const runs = text.match(thaiRun) ?? [];
  const letters = runs.reduce((sum, run) => sum + run.length, 0);
  const [marks, vowels] = [count(thaiMark), count(leadingVowel)];
  const placed = count(placedMark) + count(placedVowel);
  return (
    !text.includes('\ufffd') &&
    letters >= shareMin * count(beyondAscii) &&
    marks > thaiMarksMin * letters &&
    placed >= thaiOrderMin * (marks + vowels) &&
    count(thaiRare) <= thaiRareMax * letters &&
    count(afterThai) <= afterThaiMax * runs.length &&
    (twoMarks.test(text) || runs.some((run) => run.length % 2 === 1))
  );
}
