/**
 * Words that deny, by language. A text that differs from another by one of these says something else.
 */

/** Words of alphabets, in lower case. */
export const negations: readonly string[] =
  // English, with what is left of contractions before their apostrophe
  (
    'not no never none nor neither cannot without nobody nothing nowhere unless except ' +
    'isn aren wasn weren don doesn didn won wouldn shouldn couldn hasn haven hadn mustn ' +
    // German
    'nicht kein keine keinen keiner keinem keines nie niemals ohne weder nichts ' +
    // French, Spanish, Portuguese, Italian
    'ne pas jamais sans aucun aucune ni rien nunca sin ningún ninguna tampoco nada jamás ' +
    'não nenhum nenhuma sem mai senza nessun nessuna ' +
    // Dutch, Swedish, Danish, Norwegian
    'niet geen nooit zonder inte ingen aldrig utan ikke uten ' +
    // Russian, Polish, Czech, Hungarian, Turkish
    'не нет ни без никогда нельзя nie bez nigdy nem nincs soha değil yok ' +
    // Vietnamese, Indonesian, Arabic, Persian, Hindi, Korean
    'không chưa chẳng tidak bukan tanpa لا لم لن ليس غير بدون نه نیست नहीं न 안 않 못 없이 없는 없다 아니다'
  ).split(' ');

/** Characters of Chinese and Japanese. */
export const negationCharacters = '不没無无未非否勿莫别別毋免禁';

/** Endings of Japanese verbs and adjectives that deny, each by its first character and what surrounds it. */
export function isJapaneseNegation(before: number, character: number, after: number): boolean {
  if (character === na) return after === i || after === ka || after === ku || after === ke;
  if (character === se) return before === ma && after === n;
  return character === zu || character === nu;
}

const [na, i, ka, ku, ke, se, ma, n, zu, nu] = [...'ないかくけせまんずぬ'].map((each) =>
  each.charCodeAt(0),
) as [number, number, number, number, number, number, number, number, number, number];
