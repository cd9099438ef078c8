import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disguiseTablesSource } from '../../scripts/generate-disguise.js';
import { classOf, mark, word } from '../../src/text/code-points.js';
import { foldConfusables } from '../../src/text/confusables.js';
import { readUnits, renewForms } from '../../src/text/disguise.js';
import { dropGlosses } from '../../src/text/glosses.js';
import { normalize, wellFormed } from '../../src/text/normalize.js';
import { findRuns, flagsOfRuns } from '../../src/text/runs.js';
import { findFiller, joinSpacedCharacters } from '../../src/text/spaced-characters.js';
import { toUnits, unitsToText } from '../../src/text/units.js';
import { repetitions } from '../repetitions.js';
import { anyText } from './arbitraries.js';

const traditional = new Uint8Array(0x10000);
for (const character of '學國経') traditional[character.charCodeAt(0)] = 1;
const read = (text: string, lowerCase = true) =>
  unitsToText(readUnits(text, { lowerCase }, traditional).units);

/** Returns the text without single spaces, if these separate nearly all characters, many of which are Han or kana. */
function closed(text: string, lowerCase: boolean): string {
  if (findFiller(toUnits(normalize(text, { lowerCase }))) !== 0x20) return text;
  const characters = [...text];
  const isSpace = (index: number) => /^\s?$/.test(characters[index] ?? '');
  const indexes = [...characters.keys()];
  const single = indexes.filter((at) => isSpace(at) && !isSpace(at - 1) && !isSpace(at + 1));
  const beside = indexes.filter((at) => !isSpace(at) && !isSpace(at + 1));
  if (single.length < 20 * beside.length) return text;
  const dropped = new Set(single);
  return characters.filter((_, index) => !dropped.has(index)).join('');
}

/** Returns the result of applying all passes, whatever the text contains. */
function readByAllPasses(text: string, lowerCase: boolean): string {
  const whole = closed(text, lowerCase);
  if (whole !== text) return readByAllPasses(whole, lowerCase);
  const joined = joinSpacedCharacters(dropGlosses(toUnits(normalize(text, { lowerCase: false }))));
  const units = toUnits(normalize(unitsToText(foldConfusables(joined)), { lowerCase }));
  renewForms({ units, runs: findRuns(units, traditional) }, flagsOfRuns(), traditional);
  return unitsToText(units);
}

const russian = 'Съешь же ещё этих мягких французских булок, да выпей чаю. У нас а и о, сор и рот.';
const bulgarian = 'Под южно дърво, цъфтящо в синьо, бягаше малко пухкаво зайче. Аз съм от София.';
const ukrainian = 'Чуєш їх, доцю, га? Кумедна ж ти, прощайся без ґольфів! І се є хор, а не рис.';
const greek = 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. Ο ΝΑΤΟ και η ΑΕΚ, το νου και ο κακός.';

/** A text without disguise, and the word in it that must stay unchanged. */
const plain: readonly (readonly [string, string])[] = [
  ['Russian', russian],
  ['Bulgarian', bulgarian],
  ['Ukrainian', ukrainian],
  ['Serbian', 'Љубазни фењерџија чађавог лица хоће да ми покаже штос. Он је ту, а она оре.'],
  ['Greek', greek],
  ['Korean', '이 글은 그 책 한 권 을 다 읽은 뒤 에 쓴 것 이 다. 나 는 너 를 안 다.'],
  ['Japanese', '今日(きょう)ではなく明日、東京タワー(港区)に行った。A社とB社の学校。'],
  ['Chinese', '人民 日报（2024 年）报道：第 一 章。金、木、水、火、土（五行）都在这里。'],
  [
    'English',
    'Plan B (see e.g. section 1.2.3) of the U.S. is naïve: x, y, z [sic] = a/b/c; α = 0.05.',
  ],
  ['German', 'Übergröße (ß) und Äpfel: z. B. d. h. u. a. m.'],
  ['French', 'Où est l’été ? « Là-bas », dit-il (déjà).'],
  ['Vietnamese', 'Con đường này đi về đâu (ở đó)?'],
  ['Turkish', 'Iğdır’ın ılık kıyıları (şöyle).'],
  ['Hebrew', 'שלום עולם (ו) זה טקסט'],
  ['Arabic', 'هذا نص عادي ه و ا'],
  ['Armenian', 'Բարեւ ձեզ, օր ու սեր'],
  ['Cherokee', 'ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᎠᏓ ᎡᎶᎯ'],
  ['mathematics', 'If ρ = 0.8 and μ, ν are given, then αβ ≤ γ for 5 μm.'],
];

describe('a text without disguise', () => {
  it.each(plain.filter(([language]) => language !== 'Japanese' && language !== 'Chinese'))(
    'in %s is unchanged',
    (_language, text) => {
      expect(read(text)).toBe(normalize(text, { lowerCase: true }));
    },
  );

  it('loses only readings and spaces between single characters', () => {
    expect(read(plain.find(([language]) => language === 'Japanese')![1])).toBe(
      '今日ではなく明日、東京タワー(港区)に行った。a社とb社の学校。',
    );
    expect(read(plain.find(([language]) => language === 'Chinese')![1])).toBe(
      '人民 日报(2024 年)报道:第一章。金、木、水、火、土(五行)都在这里。',
    );
  });

  it('in two languages keeps both', () => {
    const both = `${russian} The cat sat on the mat: a pace, a rope, an axe. ${russian}`;
    expect(read(both)).toBe(normalize(both, { lowerCase: true }));
  });

  it('in English with a line of Bulgarian keeps that line', () => {
    const both = `${'The terms of service are known to all. '.repeat(9)} Диаграма с правните основания`;
    expect(read(both)).toBe(normalize(both, { lowerCase: true }));
  });

  it('in Greek with a Greek word of Latin shapes keeps the word', () => {
    expect(read(`${greek} ΝΙΚΗ`)).toContain('νικη');
  });
});

describe('confusables', () => {
  it.each([
    ['a Cyrillic letter in a Latin word', 'The pаsswоrd', 'the password'],
    ['capitals', 'АВС НЕАLТН', 'abc health'],
    ['a Latin letter in a Cyrillic word', `${russian} cлово`, `${russian} слово`],
    ['a word of nothing else', 'Do not scream: а сор said it', 'do not scream: a cop said it'],
    ['Greek letters', 'Ηello νery fοοlish', 'hello very foolish'],
    ['letters beyond the first plane', 'b𐐬𐐬k', 'book'],
    ['letters with marks', 'cafе\u0301s', 'cafés'],
    ['Cherokee capitals', 'ᏴᎬSТ', 'best'],
  ])('are replaced: %s', (_what, text, expected) => {
    expect(read(text)).toBe(normalize(expected, { lowerCase: true }));
  });

  it('change a word if ten times as many letters are of the other script', () => {
    expect(read(`сор ${'w'.repeat(10)} ж`)).toBe(`cop ${'w'.repeat(10)} ж`);
    expect(read(`сор ${'w'.repeat(9)} ж`)).toBe(`сор ${'w'.repeat(9)} ж`);
    expect(unitsToText(foldConfusables(toUnits(`сор ${'w'.repeat(9)} ж`)))).toContain('сор');
  });

  it('depend on the original case', () => {
    expect(read('НEAD')).toBe('head');
    expect(read('Hот text of many wоrds', false)).toBe('Hot text of many words');
  });
});

describe('spaced-out characters', () => {
  it.each([
    ['Han', '中 华 人 民 共 和 国，今 天', '中华人民共和国,今天'],
    ['kana', 'こ れ は ペ ン で す', 'これはペンです'],
    ['words stay', '中华 人民 共和国', '中华 人民 共和国'],
    ['one word beside others', '北京 市 区 长城', '北京 市区 长城'],
    ['a symbol', '今*天*天*气*很*好*我*们*去*玩', '今天天气很好我们去玩'],
    ['a symbol of two units', '今😀天😀天😀气😀很😀好😀我😀们😀去😀玩', '今天天气很好我们去玩'],
    ['brackets', '县(市、区)市(区)省(市)县(区)市(县)省(区)国(省)市(市)区(县)', null],
    ['a short text', '今 天 A B C 好 的 天 气 7 7', '今天abc好的天气77'],
    [
      'with words of letters',
      '新 款   i P h o n e   1 2 ， 今 天 发 布',
      '新款 iphone 12,今天发布',
    ],
    ['beside words', '新 款 iPhone 12 今 天 发 布', '新款iphone 12 今天发布'],
    ['with letters', '用*用*用*用*用*用*用*用*用*L*i*n*7*好', '用用用用用用用用用lin7*好'],
    [
      'a list',
      '金、木、水、火、土、日、月、天、地、人民、国家、天下、地上、山川、河流、草木、鸟兽、虫鱼',
      null,
    ],
    ['letters', 'this is f r e e f o r you', 'this is freefor you'],
    ['five letters', 'w o r d s and', 'words and'],
    ['four letters', 'w o r d and', null],
    ['a symbol four times', '今*天*天*气*很', '今天天气很'],
    ['a symbol three times', '今*天*天*气', null],
    [
      'a symbol eight times beside words',
      `今*天*天*气*很*好*我*们*去,${'人民'.repeat(6)}`,
      `今天天气很好我们去,${'人民'.repeat(6)}`,
    ],
    ['a symbol seven times beside words', `今*天*天*气*很*好*我*们,${'人民'.repeat(6)}`, null],
    ['few letters', 'J. R. R. Tolkien, a b c d', null],
    ['digits', '1 2 3 4 5 6 7', null],
    ['other gaps', 'a b-c d-e f', null],
    ['Korean', '나 는 너 를 안 다', null],
  ])('%s', (_what, text, expected) => {
    expect(read(text)).toBe(expected ?? normalize(text, { lowerCase: true }));
  });
});

it('a filler separates more characters than are adjacent', () => {
  expect(findFiller(toUnits('今*天*天*气*很,我们去玩'))).toBe('*'.charCodeAt(0));
  expect(findFiller(toUnits('今*天*天*气*很,我们去玩吧'))).toBe(-1);
});

describe('glosses', () => {
  it.each([
    ['pinyin', '中（zhōng）国（guó）人 (rén)民', '中国人民'],
    ['pinyin in other brackets', '绿[lǜ]色【sè】', '绿色'],
    ['kana', '漢字(かんじ)を承(うけたまわ)る', '漢字を承る'],
    ['words in brackets stay', '中国（guo）和（and）（hé）', null],
    ['two syllables stay', '中国（zhōngguó）', null],
    ['hiragana beside katakana', '読書装置(ハードやソフト)が', null],
    ['five kana', '志(こころざし)', '志'],
    ['six kana stay', '志(こころざしい)', null],
    ['long kana stay', '木(これはそのよみではありません)', null],
    ['without Han', 'A (か) (hé)', null],
    ['open brackets', '中(zhōng', null],
    ['in apart characters', '中 (zhōng) 国 (guó) 人 (rén)', '中国人'],
  ])('%s', (_what, text, expected) => {
    expect(read(text)).toBe(expected ?? normalize(text, { lowerCase: true }));
  });
});

describe('old forms of Japanese', () => {
  it('are replaced by modern forms', () => {
    expect(read('學校へ行くのは樂しい。實驗')).toBe('学校へ行くのは楽しい。実験');
  });

  it('include kana', () => {
    expect(read('櫻が咲いてゐるのを思ひ、ヰスキーを飲む')).toBe(
      '桜が咲いているのを思ひ、イスキーを飲む',
    );
  });

  it('are kept in a page in many languages', () => {
    const text =
      '日本語 ページ | 繁體中文: 法律依據表、當地法律、隱私權政策、廣告選擇與聯絡資訊 | English';
    expect(read(text)).toBe(normalize(text, { lowerCase: true }));
  });

  it('are kept in Chinese', () => {
    const text = '學校的實驗很有趣，我們都喜歡「の」字。';
    expect(read(text)).toBe(normalize(text, { lowerCase: true }));
  });
});

const pieces = ['中', '国', '學', 'a', 'b', 'E', '1', ' ', ' ', '*', '*', '😀', '(', ')', '(', ')'];
const others = [
  'ó',
  'gu',
  'hē',
  'か',
  'ほ',
  '。',
  'а',
  'с',
  'О',
  'н',
  'ж',
  'α',
  'ο',
  'л',
  '𐐬',
  '𠮷',
  'ה',
];
const disguised = fc.oneof(
  anyText,
  fc
    .array(fc.constantFrom(...pieces, ...others, '\u0301', 'ᎠᎡ', 'ꓐ'), { maxLength: 60 })
    .map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom(...plain).map(([, text]) => text),
      fc.constantFrom(' ', '*', '(か)', 'а'),
    )
    .map(([text, gap]) => [...text].join(gap)),
);

describe('reading any text', () => {
  it('finds all changes of the separate passes', () => {
    fc.assert(
      fc.property(disguised, fc.boolean(), (text, lowerCase) => {
        expect(read(text, lowerCase)).toBe(readByAllPasses(text, lowerCase));
      }),
      { numRuns: repetitions(5000) },
    );
  });

  it('finds all changes of the separate passes in words of several scripts', () => {
    const letters = [
      'acopxyHKM',
      'bdfgRtwz',
      'асорхуНКМ',
      'вкмнт',
      'жлдиф',
      'οαΗΜν',
      'λψσς',
      'ոսه가',
      'асо가жd',
    ];
    const wordOf = fc
      .constantFrom(...letters, letters.join(''))
      .chain((some) => fc.array(fc.constantFrom(...some), { minLength: 1, maxLength: 5 }))
      .map((word) => word.join(''));
    const words = fc.array(fc.tuple(wordOf, fc.constantFrom(1, 1, 1, 12)), { maxLength: 12 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '、中 国 '), fc.boolean(), (some, gap, lowerCase) => {
        const text = some.flatMap(([word, times]) => Array(times).fill(word)).join(gap);
        expect(read(text, lowerCase)).toBe(readByAllPasses(text, lowerCase));
      }),
      { numRuns: repetitions(5000) },
    );
  });

  it('finds all changes of the separate passes for every code unit', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit);
      if ((classOf[unit]! & ~mark) !== word) continue;
      for (const text of [character, `p${character}`, `ж ${character}\u0331`, `ο${character} λ`]) {
        if (read(text) !== readByAllPasses(text, true)) expect.fail(`${unit} in ${text}`);
      }
    }
  });

  it('returns the runs of the result', () => {
    fc.assert(
      fc.property(disguised, (text) => {
        const { units, runs } = readUnits(text, { lowerCase: true }, traditional);
        const found = [...runs];
        expect(found).toEqual([...findRuns(units, traditional)]);
      }),
      { numRuns: repetitions(2000) },
    );
  });

  it('splits no character, and returns normalised text', () => {
    fc.assert(
      fc.property(disguised, fc.boolean(), (text, lowerCase) => {
        const once = read(text, lowerCase);
        expect(wellFormed(once)).toBe(once);
        expect(once.replace(/ {2,}/g, ' ')).toBe(once);
      }),
      { numRuns: repetitions(2000) },
    );
  });

  it('returns the same for the stored text', () => {
    fc.assert(
      fc.property(disguised, (text) => {
        expect(read(normalize(text, { lowerCase: false }))).toBe(read(text));
      }),
      { numRuns: repetitions(2000) },
    );
  });

  it.each(plain)('is idempotent: %s', (_language, text) => {
    for (const changed of [text, [...text].join(' '), [...text].join('*'), `${text} pаss`]) {
      expect(read(read(changed))).toBe(read(changed));
    }
  });

  // Quadratic time would take minutes.
  it.each([
    ['glosses', '中(zhōng)'],
    ['kana in brackets', '中(か'],
    ['brackets', '中('],
    ['apart', '中 '],
    ['letters', 'a '],
    ['four letters', 'a b c d '],
    ['confusables', 'аa '],
    ['one word', 'аa'],
    ['old forms', '學か'],
  ])('takes linear time: %s', (_what, piece) => {
    expect(read(piece.repeat(300_000)).length).toBeGreaterThan(0);
  });

  it('takes linear time: many symbols that may be fillers', () => {
    const parts = Array.from({ length: 60_000 }, (_, index) => {
      const symbol = String.fromCodePoint(0xf0000 + index);
      return `中${symbol}`.repeat(8);
    });
    expect(read(parts.join('')).length).toBeGreaterThan(0);
  });
});

describe('tables of disguises', () => {
  it('equal the output of the generator', async () => {
    const file = new URL('../../src/text/disguise-tables.ts', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(await disguiseTablesSource());
  });
});
