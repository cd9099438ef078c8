import { isHangul } from './hangul.js';
import type { Units } from './units.js';

/*
 * Negations by language. A text that differs from another by one of these has a different meaning. Some are ordinary
 * words of another language (German "Mai", English "won"); a duplicate may then be stored instead of refused.
 */

/** Words of alphabetic scripts, in lower case. */
export const negations: readonly string[] =
  // English, including contractions cut at their apostrophe
  (
    'not no never none nor neither cannot without nobody nothing nowhere unless except ' +
    'isn aren wasn weren don doesn didn won wouldn shouldn couldn hasn haven hadn mustn shan needn ain t ' +
    // German
    'nicht kein keine keinen keiner keinem keines nie niemals ohne weder nichts ' +
    // French, Spanish, Portuguese, Italian
    'ne pas jamais sans aucun aucune ni rien nunca sin ningún ninguna tampoco nada jamás ' +
    'não nenhum nenhuma sem mai senza nessun nessuna non guère ' +
    // Dutch, Swedish, Danish, Norwegian
    'niet geen nooit zonder inte ingen aldrig utan ikke uten ' +
    // Russian, Polish, Czech, Hungarian, Turkish
    'не нет ни без никогда нельзя nie bez nigdy nem nincs soha değil yok ' +
    // Romanian, Finnish, Greek, Hebrew, Ukrainian
    'nu ei en et emme ette eivät δεν μην לא אין אי немає ні ' +
    // Vietnamese, Indonesian, Arabic, Persian, Hindi
    'không chưa chẳng tidak bukan tanpa لا لم لن ليس ولا ولم ولن ليست غير بدون نه نمی نیست नहीं न'
  ).split(' ');

/** Negating characters of Chinese and Japanese. */
export const negationCharacters = '不没無无未非否勿莫别別毋免禁';

const verbs =
  'do does did don doesn didn isn aren wasn weren can couldn wouldn shouldn haven hasn hadn won mustn'.split(
    ' ',
  );

/** Negating phrases by script, as rows of words or characters, divided as in evidence-words.ts. */
export const negationRows = {
  alphabetic: [
    ...negations.map((each) => [each]),
    ...verbs.flatMap((verb) => [
      [verb, 'not'],
      [verb, 't'],
    ]),
  ],
  han: [
    ...negationCharacters,
    ...['无法', '无需', '没有', '不能', '不会', '不得', '不可', '不必', '无须', '禁止', '严禁'],
  ].map((each) => [...each]),
  kana: ['せん', 'ない', 'なかった', 'なく', 'ず'].map((each) => [...each]),
  syllables: [
    ...['안', '못', '지않', '지못', '없'],
    ...['ไม่', 'ບໍ່', 'ບໍ', 'មិន', 'ពុំ', 'គ្មាន', 'မ'],
  ].map((each) => [...each]),
};

/**
 * Tests if a character, with those before and after it, belongs to a negative ending of a Japanese verb or adjective.
 */
export function isJapaneseNegation(before: number, character: number, after: number): boolean {
  if (character === na) return after === i || after === ka || after === ku || after === ke;
  if (character === se) return before === ma && after === n;
  return character === zu || character === nu;
}

const [na, i, ka, ku, ke, se, ma, n, zu, nu] = [...'ないかくけせまんずぬ'].map((each) =>
  each.charCodeAt(0),
) as [number, number, number, number, number, number, number, number, number, number];

/**
 * Returns true if a Korean syllable, alone or with the next one, is a negation: 않습니다, 없는, 못하는, 아닙니다, 안 된다. Spaces are
 * not considered, so syllables of other words match as well; a duplicate may then be stored instead of refused.
 */
export function isKoreanNegation(syllable: number, next: number): boolean {
  if (koreanAlone.has(syllable)) return true;
  if (syllable === koreanA) return afterA.has(next);
  return syllable === koreanAn && isHangul(next) && !nounsWithAn.has(next);
}

const unitsIn = (text: string) => new Set([...text].map((each) => each.charCodeAt(0)));
const koreanAlone = unitsIn('않못없');
const koreanA = '아'.charCodeAt(0);
const afterA = unitsIn('니닌닙');
const koreanAn = '안'.charCodeAt(0);
/** Syllables after 안 in nouns, such as 안전 and 안내, or after a noun that ends in 안, such as 방안을. */
const nounsWithAn = unitsIn('전녕내건정심개경과에으이을은의도');

/**
 * Tests for a negation before its word: Thai ไม่, Lao ບໍ່, Khmer មិន, ពុំ, and Burmese မ. Burmese မ is a prefix; in
 * most other words, the same letter begins a syllable with a vowel sign or a final consonant.
 */
export function isSoutheastNegation(units: Units, at: number): boolean {
  const unit = units[at]!;
  if (unit === burmeseMa) {
    const next = units[at + 2] === burmeseDot ? at + 3 : at + 2;
    return isBurmeseConsonant(units[at + 1]) && !burmeseFinals.has(units[next] ?? 0);
  }
  return (
    prefixesOf.get(unit)?.some((word) => word.every((each, index) => units[at + index] === each)) ??
    false
  );
}

const prefixesOf = new Map<number, number[][]>();
for (const word of ['ไม่', 'ບໍ', 'មិន', 'ពុំ', 'គ្មាន']) {
  const units = [...word].map((each) => each.charCodeAt(0));
  prefixesOf.set(units[0]!, [...(prefixesOf.get(units[0]!) ?? []), units]);
}
const [burmeseMa, burmeseDot] = [0x1019, 0x1037];
/** Signs that turn the consonant before them into the end of a syllable. */
const burmeseFinals = new Set([0x1039, 0x103a]);

function isBurmeseConsonant(unit: number | undefined): boolean {
  return unit !== undefined && unit >= 0x1000 && unit <= 0x1021;
}
