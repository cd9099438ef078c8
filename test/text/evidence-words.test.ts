import { describe, expect, it } from 'vitest';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { evidenceWords, wordFlags } from '../../src/text/evidence-words.js';
import { prepareText, readCased, readPrepared } from '../../src/text/read-symbols.js';
import { spelled } from '../../src/text/spelling.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const options = { lowerCase: true, simplify: true };

/** Formats the flags of each word as one character: l(ine begins), s(entence begins), b(oth), n(umber), or a dot. */
function flagsOf(text: string): string {
  const prepared = prepareText(text);
  const cased = readCased(prepared);
  const read = readPrepared(prepared, options, dictionaries.traditional, cased);
  const { count, flags } = evidenceWords(spelled(read, cased.sent, options), options, dictionaries);
  return Array.from(flags.subarray(0, count), (each) => {
    if ((each & wordFlags.number) !== 0) return 'n';
    const begins = each & (wordFlags.beginsLine | wordFlags.beginsSentence);
    if (begins === wordFlags.beginsLine) return 'l';
    if (begins === wordFlags.beginsSentence) return 's';
    return begins === 0 ? '.' : 'b';
  }).join('');
}

describe('words of evidence', () => {
  it.each([
    ['The fee is not 40 dollars in Bergen', 'b...n...'],
    ['Pay. Then go', 'bs.'],
    ['Pay! Then go', 'bs.'],
    ['Pay; then go', 'bs.'],
    ['one line\nanother line', 'b.l.'],
    ['One line.\nAnother line', 'b.b.'],
    ['A heading\n\nIts text', 'b.b.'],
    ['one line\r\nanother line', 'b.l.'],
    ['A heading\r\n \r\nIts text', 'b.b.'],
    ['标题\n\n正文', 'b.b.'],
    ['제목\n\n본문', 'b.b.'],
    ['العنوان\n\nالنص', 'bb'],
    ['to Mr. Hansen', 'b..'],
    ['2. Payment is due', 'n...'],
    ['30 % or $40', 'n...n'],
    ['edit main4.conf now', 'bn.'],
    ['the 2nd of B2B', 'bn.n'],
    ['他不去上海', 'b....'],
    ['他不去上海，共三百元', 'b.....nn.'],
    ['他去。我不去', 'b.s..'],
    ['一些人统一', 'n...n'],
    ['一月', 'n.'],
    ['行きません', 'b....'],
    ['三つあります', 'n.....'],
    ['ราคา ๔๐', 'b...n'],
    ['수 없습니다', 'b....'],
    ['一个人，半天', 'n..n.'],
    ['Ｔｈｅ ＦＥＥ', 'b.'],
    ['٤٠ كتاب', 'n..'],
  ])('of "%s" are %s', (text, flags) => {
    expect(flagsOf(text)).toBe(flags);
  });

  it('are read in linear time', () => {
    const spaces = `a${' '.repeat(200_000)}b`;
    expect(flagsOf(spaces)).toBe('b.');
    expect(flagsOf(`${' \n'.repeat(100_000)}a${' \n'.repeat(100_000)}b`)).toBe('bb');
  });
});
