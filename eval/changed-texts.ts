/**
 * Texts with one change each: either a different fact, or an edit that adds nothing for a reader. A change returns null
 * for a text that it cannot be applied to. Changes are deterministic.
 */
import { createHash } from 'node:crypto';

export type Language = 'en' | 'de' | 'zh' | 'ja';

export interface Change {
  readonly name: string;
  /** True if refusing the changed text as a duplicate loses nothing for a reader. */
  readonly addsNothing: boolean;
  /** @param others texts of the same set, the source of names */
  readonly apply: (text: string, language: Language, others: readonly string[]) => string | null;
}

export const changes: readonly Change[] = [
  fact('number', (text) => otherDigit(text, numbers)),
  fact('date', (text, language) => otherDigit(text, dates[language])),
  fact('model or version', (text) =>
    otherDigit(text, /\p{Script=Latin}+[-.]?\d[\p{N}.]*(?![\p{L}])/gu),
  ),
  fact('negation', (text, language) => changed(text, negations[language])),
  fact('negation left out', (text, language) => changed(text, leftOut[language])),
  fact('negation as another word', (text, language) => changed(text, opposites[language])),
  fact('name', renamed),
  fact('four numbers', (text) => {
    const found = picked(text, numbers, 4);
    return found.length < 4
      ? null
      : replaced(
          text,
          found.map((each) => [each, nextNumber(each[0])]),
        );
  }),
  fact('two numbers swapped', (text) => {
    const [one, two] = picked(text, /(?<![\p{L}\p{N}.,])\d+(?![\p{L}\p{N}]|[.,]\d)/gu, 2);
    if (one === undefined || two === undefined || one[0] === two[0]) return null;
    return replaced(text, [
      [one, two[0]],
      [two, one[0]],
    ]);
  }),
  fact('one more entry', (text, language) => {
    const lines = text.split('\n');
    if (lines.length < 3) return null;
    lines.splice(numberFrom(text, lines.length - 2) + 1, 0, entries[language]);
    return lines.join('\n');
  }),
  fact('one ordinary word', (text, language) => {
    const [from, to] = ordinaryWords[language].find(([word]) => text.includes(word)) ?? [];
    return from === undefined ? null : text.replace(from, to!);
  }),
  nothing('upper case', (text) => differing(text, text.toUpperCase())),
  nothing('punctuation', (text) =>
    differing(text, text.replace(/(?<!\d)[,;:.](?=\s|$)/g, ' ').replace(/[，、；]/g, '。')),
  ),
  nothing('line breaks', (text) => differing(text, text.replace(/(?<=[ 。])(?=\S)/g, '\n'))),
  nothing('the last tenth left out', (text) => text.slice(0, Math.floor(0.9 * text.length))),
  nothing('the last three tenths left out', (text) => text.slice(0, Math.floor(0.7 * text.length))),
  nothing('paragraphs in another order', (text) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.length < 3 ? null : differing(text, lines.reverse().join('\n'));
  }),
];

function fact(name: string, apply: Change['apply']): Change {
  return { name, addsNothing: false, apply };
}

function nothing(name: string, apply: Change['apply']): Change {
  return { name, addsNothing: true, apply };
}

const dates: Readonly<Record<Language, RegExp>> = {
  en: /\d{1,2}(?= (?:January|February|March|April|May|June|July|August|September|October|November|December))|(?<=(?:January|February|March|April|May|June|July|August|September|October|November|December) )\d{1,2}\b|(?<=\d{4}-\d{2}-)\d{2}/g,
  de: /\d{1,2}(?=\. (?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember))|(?<=\d{4}-\d{2}-)\d{2}/g,
  zh: /\d{1,2}(?=[月日])|\d{4}(?=年)/g,
  ja: /\d{1,2}(?=[月日])|\d{4}(?=年)/g,
};

const numbers = /(?<![\p{L}\p{N}.,/-])\d{1,7}(?![\p{L}\p{N}/-]|[.,]\d)/gu;

type Replacements = Readonly<Record<Language, readonly (readonly [RegExp, string])[]>>;

const negations: Replacements = {
  en: [[/ (is|are|was|were|can|will|does|do|must|should|has|have) (?!not)/g, ' $1 not ']],
  de: [[/ (ist|sind|war|kann|wird|werden|muss|hat|haben) (?!nicht)/g, ' $1 nicht ']],
  zh: [[/(?<!不)(可以|需要|应当|能够|知道|会|是)/g, '不$1']],
  ja: [
    [/した。/g, 'しなかった。'],
    [/である。/g, 'ではない。'],
    [/ている。/g, 'ていない。'],
    [/ます。/g, 'ません。'],
  ],
};

const leftOut: Replacements = {
  en: [
    [/ (?:do|does|did) not /g, ' '],
    [/ not /g, ' '],
    [/n't /g, ' '],
  ],
  de: [[/ nicht /g, ' ']],
  zh: [[/不(可以|需要|应当|得|能|会|是)/g, '$1']],
  ja: [
    [/ません。/g, 'ます。'],
    [/ていない。/g, 'ている。'],
  ],
};

const opposites: Replacements = {
  en: [
    [/ no /g, ' a '],
    [/ never /g, ' always '],
    [/ without /g, ' with '],
    [/ nobody /g, ' everybody '],
  ],
  de: [
    [/ kein(e|en|em|er|es)? /g, ' ein$1 '],
    [/ ohne /g, ' mit '],
    [/ nie /g, ' immer '],
  ],
  zh: [
    [/没有/g, '拥有'],
    [/无法/g, '能够'],
  ],
  ja: [],
};

/** Replaces one match of the first matching pattern. */
function changed(text: string, replacements: Replacements[Language]): string | null {
  for (const [pattern, replacement] of replacements) {
    const [found] = picked(text, pattern, 1);
    if (found === undefined) continue;
    const result = found[0].replace(new RegExp(pattern.source), replacement);
    // A pattern that depends on the surrounding text may not match the extracted text alone.
    if (result !== found[0]) return replaced(text, [[found, result]]);
  }
  return null;
}

const names: Readonly<Record<Language, RegExp>> = {
  en: /(?<=[a-z,] )[A-Z][a-z]{3,}/g,
  de: /(?<=[a-zäöüß,] )[A-ZÄÖÜ][a-zäöüß]{3,}/g,
  zh: /[京津沪渝冀豫云辽黑湘皖鲁苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼北南东西上天重河山江湖广海四成武福长][\p{Script=Han}](?=[省市县区])|[\p{Script=Latin}]{4,}/gu,
  ja: /\p{Script=Katakana}[\p{Script=Katakana}ー]{2,}/gu,
};

/** Replaces one name throughout a text by a name from another text. */
function renamed(text: string, language: Language, others: readonly string[]): string | null {
  const [found] = picked(text, names[language], 1);
  if (found === undefined) return null;
  for (let tries = 0; tries < 20; tries++) {
    const other = others[numberFrom(`${text}${tries}`, others.length)]!;
    const [name] = picked(other, names[language], 1);
    if (name !== undefined && !text.toLowerCase().includes(name[0].toLowerCase())) {
      return text.replaceAll(found[0], name[0]);
    }
  }
  return null;
}

const entries: Readonly<Record<Language, string>> = {
  en: 'Marble quarry near the old harbour',
  de: 'Steinbruch am alten Hafen',
  zh: '旧港口附近的大理石采石场',
  ja: '古い港の近くの大理石の採石場',
};

const ordinaryWords: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [
    [' use ', ' avoid '],
    [' new ', ' strange '],
    [' first ', ' last '],
    [' more ', ' less '],
  ],
  de: [
    [' neue ', ' seltsame '],
    [' mehr ', ' weniger '],
    [' alle ', ' manche '],
  ],
  zh: [
    ['使用', '避免'],
    ['增加', '减少'],
    ['开始', '结束'],
    ['重要', '多余'],
  ],
  ja: [
    ['発表', '撤回'],
    ['多い', '少ない'],
    ['思う', '疑う'],
    ['見る', '聞く'],
  ],
};

function otherDigit(text: string, pattern: RegExp): string | null {
  const [found] = picked(text, pattern, 1);
  if (found === undefined) return null;
  return replaced(text, [[found, nextNumber(found[0])]]);
}

/** Returns a number of the same length with a different last digit. */
function nextNumber(number: string): string {
  return number.replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1) % 10}`);
}

/** Returns some matches of a pattern in text order, selected by a hash of the text. */
function picked(text: string, pattern: RegExp, count: number): RegExpExecArray[] {
  const all = [...text.matchAll(pattern)];
  const first = all.length === 0 ? 0 : numberFrom(text, all.length);
  return [...all.slice(first), ...all.slice(0, first)]
    .slice(0, count)
    .sort((a, b) => a.index - b.index);
}

function replaced(text: string, parts: readonly (readonly [RegExpExecArray, string])[]): string {
  let result = '';
  let end = 0;
  for (const [{ index, 0: found }, replacement] of parts) {
    result += text.slice(end, index) + replacement;
    end = index + found.length;
  }
  return result + text.slice(end);
}

function differing(text: string, changed: string): string | null {
  return changed === text ? null : changed;
}

/** Returns an integer from 0 to `end`, exclusive, derived from a hash of the text. */
function numberFrom(text: string, end: number): number {
  return createHash('md5').update(text).digest().readUInt32BE() % end;
}
