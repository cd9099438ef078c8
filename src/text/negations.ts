import { isHangul } from './hangul.js';

/*
 * Words that deny, by language. A text that differs from another by one of these says something else. Some are ordinary
 * words of another language (German "Mai", English "won"): then a page is stored that could be refused.
 */

/** Words of alphabets, in lower case. */
export const negations: readonly string[] =
  // English, with what is left of contractions before their apostrophe
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

/** Characters of Chinese and Japanese. */
export const negationCharacters = '不没無无未非否勿莫别別毋免禁';

const verbs =
  'do does did don doesn didn isn aren wasn weren can couldn wouldn shouldn haven hasn hadn won mustn'.split(
    ' ',
  );

/** Rows of words or characters that deny, as evidence is read, by script. */
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
    ...['无法', '无需', '没有', '不能', '不会', '不得', '不可', '不必', '无须'],
  ].map((each) => [...each]),
  kana: ['せん', 'ない', 'なかった', 'なく', 'ず'].map((each) => [...each]),
  hangul: ['안', '못', '지않', '지못', '없'].map((each) => [...each]),
};

/** Endings of Japanese verbs and adjectives that deny, each by its first character and what surrounds it. */
export function isJapaneseNegation(before: number, character: number, after: number): boolean {
  if (character === na) return after === i || after === ka || after === ku || after === ke;
  if (character === se) return before === ma && after === n;
  return character === zu || character === nu;
}

const [na, i, ka, ku, ke, se, ma, n, zu, nu] = [...'ないかくけせまんずぬ'].map((each) =>
  each.charCodeAt(0),
) as [number, number, number, number, number, number, number, number, number, number];

/**
 * Syllables of Korean that deny, with the one after them: 않습니다, 없는, 못하는, 아닙니다, 안 된다. Spaces are not known, so
 * syllables of other words are among them: then a page is stored that could be refused.
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
/** Syllables after 안 in nouns, such as 안전 and 안내, or after a noun that ends with it, such as 방안을. */
const nounsWithAn = unitsIn('전녕내건정심개경과에으이을은의도');

/** Thai ไม่, which stands before what it denies. */
export function isThaiNegation(first: number, second: number, third: number): boolean {
  return first === 0x0e44 && second === 0x0e21 && third === 0x0e48;
}
