import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { sign } from '../../src/fingerprint/sign.js';
import { contradictions, contradictionsOf } from '../../src/matching/contradictions.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const traitsOf = (text: string) => sign({ kind: 'text', text }, recipe, dictionaries).traits;
const speaks = (a: string, b: string) => contradictionsOf(traitsOf(a), traitsOf(b));

const story = `The city council approved the new budget on Tuesday after a long debate. The plan raises
spending on schools and parks by 4 percent and cuts the fund for road repairs by 12 million. The mayor said
the vote was a clear sign. Critics said the plan ignores the bridges, which engineers rated as poor in 2019.
The council will meet again on March 14 to discuss the bonds that pay for a library.`;

const weather = (city: string, high: number, low: number, day: string) =>
  `${city}天气预报 中国天气网讯 ${city}气象台${day}发布天气预报：今天白天到夜间，${city}晴到多云，最高气温${high}℃，最低气温${low}℃。
明天${city}多云转阴，气温变化不大，早晚温差较大，请市民注意适时增减衣物。近期空气干燥，请注意用火用电安全。`;

const update = (phone: string, fault: string, size: number, day: string) =>
  `${phone}のソフトウェア更新を開始 ${fault}。${day}より、スマートフォン「${phone}」のソフトウェア更新を提供すると発表した。
更新の対象は${phone}で、更新ファイルのサイズは${size}MB。更新中は電話の発着信ができない。更新後のビルド番号はR${size}。`;

describe('contradictionsOf', () => {
  it('finds nothing where one has no traits', () => {
    expect(contradictionsOf(null, traitsOf(story))).toEqual([]);
    expect(contradictionsOf(traitsOf(story), null)).toEqual([]);
  });

  it.each([
    ['a reprint under another title', `A vote for schools. By our own reporter. ${story}`],
    ['a page with another navigation bar', `Home News Sport Weather Log in ${story} Contact Help`],
    ['the year of the next visit', `${story} © 2026`.replace('© 2026', '© 2027')],
    ['a small correction', story.replace('long debate', 'short debate')],
    ['a page with further numbers', `${story} Read more: 17 39 208`],
  ])('finds nothing against %s', (_, other) => {
    expect(speaks(`${story} © 2026`, other)).toEqual([]);
  });

  it.each([
    [
      'cities',
      weather('南京', 12, 3, '11月20日'),
      weather('合肥', 12, 3, '11月20日'),
      'other subject',
    ],
    [
      'days',
      weather('南京', 12, 3, '11月20日'),
      weather('南京', 15, 6, '12月4日'),
      'other numbers',
    ],
    [
      'phones',
      update('SH-07D', '画面が固まる不具合を改善', 31, '6月27日'),
      update('N-04D', 'メールを受信できない不具合を改善', 18, '8月2日'),
      'other first words',
    ],
  ] as const)('tells reports by one template about two %s apart', (_, a, b, expected) => {
    expect(speaks(a, b)).toContain(expected);
  });

  it('needs three other numbers if the texts begin in the same way', () => {
    const plain = story.replaceAll(/\d+/g, 'some');
    expect(speaks(`${plain} 17 39`, `${plain} 48 51`)).toEqual([]);
    expect(speaks(`${plain} 17 39 208`, `${plain} 48 51 77`)).toEqual(['other numbers']);
  });

  it('finds nothing in a text with another beginning that has no number and no name of its own', () => {
    const filler = fc.array(fc.constantFrom('の', 'は', 'し', 'a', 'b'), { maxLength: 40 });
    fc.assert(
      fc.property(filler, (words) => {
        expect(speaks(`${words.join(' ')} ${story}`, story)).toEqual([]);
      }),
    );
  });

  it('lists what it finds in one order, whichever text comes first', () => {
    const words = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', '1', '22', '333', '4444');
    const texts = fc.array(words, { minLength: 3, maxLength: 60 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const found = speaks(a, b);
        expect(found).toEqual(speaks(b, a));
        expect(found).toEqual(contradictions.filter((each) => found.includes(each)));
      }),
    );
  });
});
