import { describe, expect, it } from 'vitest';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { evidenceWords, wordFlags } from '../../src/text/evidence-words.js';
import { prepareText, readPrepared, sentUnits } from '../../src/text/read-symbols.js';
import { spelled } from '../../src/text/spelling.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const options = { lowerCase: true, simplify: true };

/** Formats the flags of each word as one character: b(egins), n(umber), d(enies), N(ame), or a dot. */
function flagsOf(text: string): string {
  const prepared = prepareText(text);
  const sent = sentUnits(prepared, options);
  const read = readPrepared(prepared, options, dictionaries.traditional);
  const { count, flags } = evidenceWords(spelled(read, sent, options), options, dictionaries);
  return [...flags.slice(0, count)]
    .map((each) => {
      if ((each & wordFlags.name) !== 0) return 'N';
      if ((each & wordFlags.negation) !== 0) return 'd';
      if ((each & wordFlags.number) !== 0) return 'n';
      return (each & wordFlags.begins) !== 0 ? 'b' : '.';
    })
    .join('');
}

describe('words of evidence', () => {
  it.each([
    ['The fee is not 40 dollars in Bergen', 'b..dn..N'],
    ['Pay. Then go', 'bb.'],
    ['one line\nanother line', 'b.b.'],
    ['He said: Go home', 'b.N.'],
    ['to Mr. Hansen', 'bNN'],
    ['2. Payment is due', 'nN..'],
    ['30 % or $40', 'nn.nn'],
    ['edit main.conf now', 'bN.'],
    ['we use macOS and PDF', 'b.N.N'],
    ['calls try_lock twice', 'bNN.'],
    ['他不去上海', 'bd.NN'],
    ['他不去上海，共三百元', 'bd.NN.nn.'],
    ['一些人统一', 'b....'],
    ['一月', 'n.'],
    ['安装 Firefox 以后', 'b.N..'],
    ['行きません', 'b..d.'],
    ['これはペンです', 'b..NN..'],
    ['ราคา ๔๐', 'b...n'],
    ['ไม่มี', 'd....'],
    ['ບໍ່ມີ', 'd....'],
    ['មិនមាន', 'd.....'],
    ['မရှိ', 'd...'],
    ['မင်းမြို့', 'b........'],
    ['수 없습니다', 'bd...'],
    ['안전한 길로 안 갔다', 'b....d..'],
    ['차를 안 마신다', 'b.d...'],
    ['一个人，半天', 'n..n.'],
    ['Ｔｈｅ ＦＥＥ', 'bN'],
  ])('of "%s" are %s', (text, flags) => {
    expect(flagsOf(text)).toBe(flags);
  });

  it('recognise capitals even where sent and read forms differ', () => {
    expect(flagsOf('Pаsswоrd in Bergen')).toBe('b.N');
    expect(flagsOf('Password in 中(zhōng)国 or Bergen')).toBe('bNNNNN');
  });

  it('are read in linear time', () => {
    const spaces = `a${' '.repeat(200_000)}b`;
    expect(flagsOf(spaces)).toBe('b.');
    expect(flagsOf(`${' \n'.repeat(100_000)}a${' \n'.repeat(100_000)}b`)).toBe('bb');
  });
});
