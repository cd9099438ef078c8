import type { Units } from './units.js';

const [softG, dotlessI] = [0x11f, 0x131];
/**
 * A text is Turkish if at least one in this many characters is ğ or ı. In Turkish texts, about one in 20 is; in texts
 * wholly in capitals, whose I is read as i, one in 90.
 */
const charactersOfTurkishLetter = 150;

/**
 * Tests if a text is Turkish or Azeri, by the share of ğ and ı among its characters. An English text may have a few of
 * these letters in names.
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
 * Tests if a word ends like a Turkish verb. Affirmative and negative verbs both match, because the negation is a
 * syllable inside the verb: kullanılır, kullanılmaz; yapabilir, yapamaz. Some other words match as well; a duplicate
 * may then be stored instead of refused.
 * @param word word in the spelling of spelling.ts, which has i instead of ı
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
