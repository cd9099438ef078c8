import { ConverterBuilder } from 'opencc-js/core';
import * as preset from 'opencc-js/preset/cn2t';

/** A change after which people read the same text, or nearly so. */
export interface Disguise {
  readonly name: string;
  /** Minimum share of pages detected; null without an aim. */
  readonly aim: number | null;
  /** @param random uniform numbers from 0 to 1 */
  readonly change: (text: string, random: () => number) => string;
}

/** Cyrillic letters, and Greek where Cyrillic has none, by the Latin letter they resemble. */
const lookAlikes = new Map(
  [...'aаcсdԁeеhһiіjјoоpрqԛsѕvνwԝxхyуAАBВCСEЕHНIІJЈKКMМNΝOОPРSЅTТXХYУZΖ'.matchAll(/(.)(.)/gu)].map(
    ([, latin, other]) => [latin!, other!] as const,
  ),
);
const syllables = 'zhōng guó rén mín dà xué shēng huó shì jiè nǐ hǎo lǜ sè xiǎo shuō ér'.split(' ');
const readings = 'か き く けい こう さん しょう せい ちゅう とう ほん みず やま ひと くに'.split(
  ' ',
);
const han = /\p{Script=Han}/u;
const hanOrKana = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const traditional = ConverterBuilder(preset)({ from: 'cn', to: 't' });

export const disguises: readonly Disguise[] = [
  {
    name: 'look-alikes in all words',
    aim: 0.98,
    change: (text) => eachCharacter(text, (character) => lookAlikes.get(character) ?? character),
  },
  {
    name: 'look-alikes, a tenth of the letters',
    aim: 0.98,
    change: (text, random) =>
      eachCharacter(text, (character) =>
        random() < 0.1 ? (lookAlikes.get(character) ?? character) : character,
      ),
  },
  {
    name: 'a space between all characters',
    aim: 0.98,
    change: (text) => (isMostlyHan(text) ? [...text].join(' ') : text),
  },
  {
    name: 'a space between Han and kana',
    aim: 0.98,
    change: (text) => {
      if (!isMostlyHan(text)) return text;
      const characters = [...text];
      return characters
        .map((character, index) =>
          hanOrKana.test(character) && hanOrKana.test(characters[index + 1] ?? '')
            ? `${character} `
            : character,
        )
        .join('');
    },
  },
  {
    name: 'an asterisk between all characters',
    aim: 0.98,
    change: (text) => (isMostlyHan(text) ? [...text].join('*') : text),
  },
  {
    name: 'letters apart, a fifth of the words',
    aim: 0.95,
    change: (text, random) =>
      text.replace(/\p{Script=Latin}{5,}/gu, (word) =>
        random() < 0.2 ? [...word].join(' ') : word,
      ),
  },
  {
    name: 'glosses after 15 % of the characters',
    aim: 0.95,
    change: (text, random) => {
      const glosses = isJapanese(text) ? readings : syllables;
      return eachCharacter(text, (character) =>
        han.test(character) && random() < 0.15
          ? `${character}（${glosses[Math.floor(random() * glosses.length)]}）`
          : character,
      );
    },
  },
  {
    name: 'traditional characters',
    aim: null,
    change: (text) => (isJapanese(text) ? text : traditional(text)),
  },
  {
    name: 'full width',
    aim: null,
    change: (text) =>
      text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
  },
  {
    name: 'zero width',
    aim: null,
    change: (text, random) =>
      eachCharacter(text, (character) => (random() < 0.3 ? `${character}\u200b` : character)),
  },
  {
    name: 'other order of sentences',
    aim: null,
    change: (text, random) => {
      const order = (text.match(/[^。！？.!?\n]*[。！？.!?\n]*/gu) ?? []).map(
        (sentence) => [random(), sentence] as const,
      );
      return order
        .sort(([a], [b]) => a - b)
        .map(([, sentence]) => sentence)
        .join('');
    },
  },
];

function eachCharacter(text: string, change: (character: string) => string): string {
  return Array.from(text, change).join('');
}

function isMostlyHan(text: string): boolean {
  return 2 * count(text, new RegExp(hanOrKana, 'gu')) >= count(text, /\p{L}/gu);
}

function isJapanese(text: string): boolean {
  return 10 * count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) >= count(text, /\p{L}/gu);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
