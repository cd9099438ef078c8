import { describe, expect, it } from 'vitest';
import { changes } from '../../eval/changed-texts.js';
import { addsTo, readText, similarity } from '../../eval/novelty/adds.js';
import { addsNothing, type NoveltyRule } from '../../eval/novelty/rule.js';

const rule: NoveltyRule = {
  ...{ similarityMin: 0.6, shareMax: 0.1, longestMax: 10, edgeMax: 14, comparesTitles: true },
  ...{ revisionTenths: 3, revisionNumbersMax: 2 },
};

const letter =
  'The harbour office opens at seven and closes at 16 in winter. Masters of ships who carry more than 40 tons ' +
  'of grain must tell the office in Bergen before they leave the roads. The fee is paid in silver, and nobody is ' +
  'asked for it twice.\nBoats that do not carry goods may anchor where they like, except at the long pier.';

function refuses(arriving: string, stored: string, titlesDiffer = false): boolean {
  const [a, b] = [readText(arriving), readText(stored)];
  return addsNothing(addsTo(a, b), { similarity: similarity(a, b), titlesDiffer }, rule);
}

describe('the trial of the rule', () => {
  it.each([
    ['the same text', letter],
    ['another case', letter.toUpperCase()],
    ['other punctuation', letter.replaceAll('.', ';')],
    ['a text without its end', letter.slice(0, 250)],
    ['its lines in another order', letter.split('\n').reverse().join('\n')],
  ])('refuses %s', (_, text) => {
    expect(refuses(text, letter)).toBe(true);
  });

  it.each([
    ['another number', letter.replace('40', '45')],
    ['another name', letter.replace('Bergen', 'Tromsø')],
    ['a negation', letter.replace('must tell', 'must not tell')],
    ['a negation left out', letter.replace('do not carry', 'do carry')],
    ['one more sentence', letter.replace('\n', '\nLamps burn all night.\n')],
  ])('stores %s', (_, text) => {
    expect(text).not.toBe(letter);
    expect(refuses(text, letter)).toBe(false);
  });

  it('stores Chinese and Japanese with another number, name or negation', () => {
    const notice =
      '市教育局昨日宣布，全市中小学将于九月一日统一开学，各校须在八月底以前完成教室消毒工作。浙江省的学生可以乘坐免费校车。';
    expect(refuses(notice.replace('九月', '十月'), notice)).toBe(false);
    expect(refuses(notice.replace('浙江', '山东'), notice)).toBe(false);
    expect(refuses(notice.replace('可以', '不可以'), notice)).toBe(false);
    expect(refuses(notice.replaceAll('，', '；'), notice)).toBe(true);
    const news =
      'この町の港は朝の七時に開き、漁師たちは魚を市場へ運びました。鐘が鳴ると競りが始まります。';
    expect(refuses(news.replace('始まります', '始まりません'), news)).toBe(false);
  });

  it('stores a page with another title, whatever it says', () => {
    expect(refuses(letter, letter, true)).toBe(false);
  });
});

it('every change of a fact changes the text', () => {
  const others = [letter, letter.replace('Bergen', 'Tromsø')];
  for (const { name, apply } of changes) {
    const changed = apply(letter, 'en', others);
    expect(changed, name).not.toBe(letter);
  }
});
