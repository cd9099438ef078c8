/**
 * The words of a text as the trial of the rule reads them: words of alphabets whole, other scripts character by
 * character, since one wrong cut by a dictionary changes the words around it.
 */
import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict.js';
import { defaultRecipe, type Recipe } from '../../src/fingerprint/recipe.js';
import { cutText } from '../../src/fingerprint/sign.js';
import { openInlineSigner } from '../../src/open-detector.js';
import { classOf, han, kana, mark, syllabic } from '../../src/text/code-points.js';
import { textOfUnits } from '../../src/text/units.js';

export interface EvidenceWord {
  readonly text: string;
  /** The part of a shingle that it fills, 0 to 1. A word of an alphabet fills half of one. */
  readonly weight: number;
  readonly isNumber: boolean;
  readonly isNegation: boolean;
  /**
   * Begins with a capital inside a sentence, is katakana, or is in a Chinese word that jieba tags as a name of
   * a person, place or organisation.
   */
  readonly isName: boolean;
  readonly isHan: boolean;
  /** A sentence or line begins here. */
  readonly begins: boolean;
}

const { dictionaries } = openInlineSigner({ extractedTextLengthMax: 1e7, inflatedBytesMax: 1e8 });
const recipe: Recipe = defaultRecipe(dictionaries.checksums);
const jieba = Jieba.withDict(dict);
const nameTags = /^n(r|s|t|z|rt|rfg)/;

const negations = new Set(
  (
    'not no never none nor neither cannot without nobody nothing nowhere unless except ' +
    'isn aren wasn weren don doesn didn won wouldn shouldn couldn hasn haven hadn mustn ' +
    'nicht kein keine keinen keiner keinem keines nie niemals ohne weder nichts ' +
    'ne pas jamais sans aucun aucune ni rien nunca sin ningún ninguna tampoco nada jamás ' +
    'não nenhum nenhuma sem mai senza nessun nessuna niet geen nooit zonder inte ingen aldrig utan ikke uten ' +
    'не нет ни без никогда нельзя nie bez nigdy nem nincs soha değil yok không chưa chẳng tidak bukan tanpa ' +
    'لا لم لن ليس غير بدون نه نیست नहीं न 안 않 못 없이 없는 없다 아니다'
  ).split(' '),
);
const negationsHan = new Set('不没無无未非否勿莫别別毋免禁');
const numeralsHan = new Set('〇零一二三四五六七八九十百千万萬亿億两兩壹贰叁肆伍陆柒捌玖拾');
export const allNegations: readonly string[] = [...negations, ...negationsHan];

const sentenceEnd = /[.!?:;。！？：；\n"“”«»()[\]{}<>|/=]/;

/** The words of a text in order. */
export function wordsOf(text: string): EvidenceWord[] {
  const read = runsOf(text, true);
  const cased = runsOf(text, false);
  // Lower case may cut a text into other runs; then no capital is known.
  const knowsCase = cased.length === read.length;
  return read.flatMap((run, index) => {
    const { gap, text: sent } = knowsCase ? cased[index]! : run;
    const begins = index === 0 || sentenceEnd.test(gap);
    const kind = classOf[run.text.codePointAt(0)!]! & ~mark;
    if (kind === han || kind === kana || kind === syllabic) return charactersOf(run.text, begins);
    return {
      text: run.text,
      weight: 1 / 2,
      isNumber: /\p{N}/u.test(run.text),
      isNegation: negations.has(run.text),
      isName: !begins && /^\p{Lu}/u.test(sent),
      isHan: false,
      begins,
    };
  });
}

/** The runs of a text, each with what stands between it and the run before. */
function runsOf(
  text: string,
  lowerCase: boolean,
): { readonly text: string; readonly gap: string }[] {
  const { units, runs } = cutText(text, { ...recipe, lowerCase }, dictionaries);
  const found: { text: string; gap: string }[] = [];
  let end = 0;
  for (let run = 0; run < runs.length; run += 3) {
    const gap = textOfUnits(units, end, runs[run + 1]!);
    end = runs[run + 2]!;
    found.push({ gap, text: textOfUnits(units, runs[run + 1]!, end) });
  }
  return found;
}

function charactersOf(run: string, begins: boolean): EvidenceWord[] {
  const isJapanese = /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(run);
  const characters = [...dictionaries.simplify(run)];
  const isOfName = isJapanese ? [] : namesIn(characters.join(''));
  return characters.map((character, index) => {
    const kind = classOf[character.codePointAt(0)!]! & ~mark;
    return {
      text: character,
      weight: kind === han ? 1 / 3 : kind === kana ? 1 / 4 : 1 / 7,
      isNumber: numeralsHan.has(character),
      isNegation: negationsHan.has(character) || (isJapanese && negates(characters, index)),
      isName: /\p{Script=Katakana}/u.test(character) || isOfName[index] === true,
      isHan: kind === han,
      begins: begins && index === 0,
    };
  });
}

/** Tells for each character of a run of Han if it is of a name. */
function namesIn(run: string): boolean[] {
  return jieba.tag(run, true).flatMap(({ word, tag }) => [...word].map(() => nameTags.test(tag)));
}

/** Returns true for a character of a Japanese ending that negates: ない, なかった, ません, ず, ぬ. */
function negates(characters: readonly string[], index: number): boolean {
  const following = characters.slice(index, index + 3).join('');
  const preceding = characters.slice(Math.max(0, index - 1), index).join('');
  if (following.startsWith('な')) return /^な[いかくけ]/.test(following);
  if (following.startsWith('せ')) return preceding === 'ま' && following.startsWith('せん');
  return /^[ずぬ]/.test(following);
}

export interface Shingles {
  readonly texts: readonly string[];
  /** Number of the word after the last one of each shingle. Its first word is its own number. */
  readonly ends: readonly number[];
}

/**
 * The shingles of a text: from each word on, as many words as fill one. Two words of an alphabet, three Han,
 * four kana or seven characters of Thai are one shingle.
 */
export function shinglesFrom(words: readonly EvidenceWord[]): Shingles {
  const texts: string[] = [];
  const ends: number[] = [];
  for (let start = 0; start < words.length; start++) {
    const end = fillFrom(words, start, 0);
    if (end === null && start > 0) break;
    ends.push(end ?? words.length);
    texts.push(joined(words.slice(start, end ?? words.length)));
  }
  return { texts, ends };
}

/** Finds the end of a shingle that has filled `before` up to this word; null if the text ends first. */
function fillFrom(words: readonly EvidenceWord[], start: number, before: number): number | null {
  let filled = before;
  for (let at = start; at <= words.length; at++) {
    if (filled >= full) return at;
    filled += words[at]?.weight ?? 0;
  }
  return null;
}

const full = 0.999;

/** The shingle that ends with a negation put before a word, and the one that begins with it. */
export function shinglesAround(
  words: readonly EvidenceWord[],
  at: number,
  negation: string,
): readonly [string, string] {
  const weight = words[at]!.weight;
  let start = at;
  for (let filled = weight; start > 0 && filled < full; filled += words[start]!.weight) start--;
  const end = fillFrom(words, at, weight) ?? words.length;
  return [
    `${joined(words.slice(start, at))}${negation} `,
    `${negation} ${joined(words.slice(at, end))}`,
  ];
}

function joined(words: readonly EvidenceWord[]): string {
  return words.map(({ text }) => `${text} `).join('');
}
