import type { Units } from './units.js';

const [softG, dotlessI] = [0x11f, 0x131];
/**
 * A text is Turkish if at least one in this many characters is ğ or ı. Turkish has one in about 20, or in 90 if its
 * capitals are left out.
 */
const charactersOfTurkishLetter = 150;

/**
 * Tests if a text is Turkish or Azeri, by its share of ğ and ı. An English text may have a few in names.
 * @param units normalised, before spelling.ts changes ı to i
 */
export function hasTurkishLetters(units: Units): boolean {
  if (!units.includes(softG) && !units.includes(dotlessI)) return false;
  const least = units.length / charactersOfTurkishLetter;
  let found = 0;
  for (const unit of units) {
    if ((unit === softG || unit === dotlessI) && ++found >= least) return true;
  }
  return false;
}

/**
 * Returns true for a word that ends like a Turkish verb, negative or not, because the negation is a syllable inside the
 * verb: kullanılır, kullanılmaz; yapabilir, yapamaz. Some other words match as well; a duplicate may then be stored
 * instead of refused.
 * @param word spelled for comparison, so with i for ı
 */
export function mayBeTurkishVerb(word: string): boolean {
  return turkishVerb.test(word);
}

const turkishVerb = new RegExp(
  // -iyor, -ecek, -ebilir, -mez, -meyen, -diği, -miş, and -me- before another ending
  '.(?:[iuü]yor|[ae]c[ae][kğ]|[ae]bil|m[ae][zydklms]|[dt][iuü][kğ]|m[iuü]ş' +
    // -ir, -irsiniz, -irler; -di, -dir; -en; -in, -iniz
    '|(?:[aeiuü]r|[dt][iuü])(?:m|n|k|[iuü]m|[iuü]z|s[iuü]n|n[iuü]z|s[iuü]n[iuü]z|l[ae]r)?$|[ae]n$|[iuü]n(?:[iuü]z)?$)',
);
