import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { cutText, sign } from '../../src/fingerprint/sign.js';
import { computeDifference } from '../../src/matching/additions.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { wordText } from '../../src/text/lexicon.js';
import { normalize } from '../../src/text/normalize.js';
import { spelledWord } from '../../src/text/spelling.js';
import { repetitions } from '../repetitions.js';
import { anyText } from './arbitraries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);

function wordsOf(text: string): string {
  const { words } = cutText(text, recipe, dictionaries);
  return Array.from(words, (word) => wordText(dictionaries.lexicon, word)).join(' ');
}

const signed = (text: string) => sign({ kind: 'text', text }, recipe, dictionaries);
const addsNothing = (page: string, stored: string) =>
  computeDifference(signed(page).evidence, signed(stored).evidence).adds!.nothing;

/** Tests if each text has everything that the other says. */
function sayTheSame(a: string, b: string): boolean {
  return addsNothing(a, b) && addsNothing(b, a);
}

const exactHash = (text: string) => signed(text).exactHash;

describe('words in one spelling', () => {
  it.each([
    ['Arabic vowel marks', 'كِتَابٌ جَدِيدٌ', 'كتاب جديد'],
    ['Quranic marks', 'ٱلرَّحْمَـٰنِ ٱلرَّحِيمِ', 'الرحمن الرحيم'],
    ['hamza on its carriers', 'أحمد إلى آخر مسؤول رئيس', 'احمد الى اخر مسوول رىيس'],
    ['a yeh without dots', 'فى مصر', 'في مصر'],
    ['Persian letters and digits', 'يك كتاب ٤۵', 'یک کتاب 45'],
    ['Persian plurals', 'کتاب‌ها و خانه‌هایی', 'کتاب ها و خانههایی'],
    ['Persian verbs', 'می‌روند و نمی‌دانند', 'میروند و نمی دانند'],
    ['Persian participles', 'رفته‌اند', 'رفته اند'],
    ['a hamza on heh', 'خانۀ ما', 'خانهٔ ما'],
    ['Hebrew points', 'שָׁלוֹם לְכֻלָּם', 'שלום לכלם'],
    ['Hebrew cantillation', 'בְּרֵאשִׁ֖ית בָּרָ֣א', 'בראשית ברא'],
    ['Greek accents', 'Η άνοιξη ήρθε νωρίς', 'Η ΑΝΟΙΞΗ ΗΡΘΕ ΝΩΡΙΣ'],
    ['polytonic Greek', 'ἡ ἄνοιξις ἦλθε τῷ ἔτει', 'η άνοιξις ήλθε τω έτει'],
    ['Russian yo', 'ещё всё тёмное', 'еще все темное'],
    ['Russian stress', 'за́мок и доро́га', 'замок и дорога'],
    ['Turkish capitals', 'IŞIK İÇİN ILIK', 'ışık için ılık'],
    ['sharp s', 'Straße STRASSE ẞ Straße', 'strasse strasse ss STRASSE'],
    ['Hindi nasals', 'हिन्दी सम्बन्ध गङ्गा', 'हिंदी संबंध गंगा'],
    ['Hindi dots', 'फ़िल्म हाँ', 'फिल्म हां'],
    ['Korean spaces', '항구 도시에서 볼 수 있다', '항구도시에서 볼수있다'],
    ['Korean lines', '항구 도시에서\n볼 수 있다', '항구도시에서 볼수있다'],
    ['Korean months', '삼월 말까지 시월', '3월 말까지 10월'],
    ['Korean months without spaces', '행사는 십이월 말까지', '행사는12월말까지'],
    ['Romanian cedillas', 'Ștefan și ființa', 'Ştefan şi fiinţa'],
    ['French ligatures', 'Œuvre du cœur', 'Oeuvre du coeur'],
    ['Yiddish digraphs', 'װאס ײדיש הױז', 'וואס יידיש הויז'],
    ['Urdu and Pashto letters', 'یہ گھر ګل', 'یه گھر گل'],
    ['Urdu heh with a hamza', 'بندۂ قلعۂ', 'بنده\u0654 قلعۀ'],
    ['Uzbek apostrophes', 'oʻzbek', "o'zbek"],
    ['Armenian capitals', 'և մինչև', 'ԵՎ ՄԻՆՉԵՎ'],
    ['Malayalam and Bengali letters', 'അവൻ കാൽ হঠাৎ', 'അവന്\u200d കാല്\u200d হঠাত্\u200d'],
    ['places of Vietnamese tones', 'Việt Nam hoà bình, của', 'Việt Nam hòa bình, của'],
    ['places of more Vietnamese tones', 'hoà bình, khoẻ, thuỷ', 'hòa bình, khỏe, thủy'],
    ['Thai vowels', 'น้ำและแม่น้ำ', 'นํ้าเเละเเม่นํ้า'],
    ['Lao vowels', 'ນ້ຳບໍ່', 'ນໍ້າບ່ໍ'],
    ['Khmer vowels and consonants', 'សម្តេចបើកោះ', 'សម្ដេចបេីកេាះ'],
  ])('fold %s', (_what, one, other) => {
    expect(wordsOf(one)).toBe(wordsOf(other));
    expect(sayTheSame(one, other)).toBe(true);
  });

  it.each([
    ['Vietnamese', 'ma má mà mả mã mạ'],
    ['Vietnamese diphthongs', 'mua mùa múa hoa hoà'],
    ['German umlauts', 'wurde würde schon schön'],
    ['French', 'sale salé ou où'],
    ['Spanish', 'ano año papa papá'],
    ['Swedish', 'har här hår'],
    ['short i of Russian', 'мои мой'],
    ['nasals of Hindi before other letters', 'जन्म जंम'],
  ])('keep different words apart in %s', (_what, words) => {
    expect(new Set(wordsOf(words).split(' ')).size).toBe(words.split(' ').length);
  });

  it('are the same in Portuguese beside letters of other scripts', () => {
    expect(wordsOf('milhões de reais')).toBe('milhões de reais');
    expect(wordsOf('milhões de reais para Путин')).toBe('milhões de reais para путин');
  });

  it.each(['ها', 'اول', 'וו', 'סוס'])('are not Latin letters in %s', (word) => {
    expect(wordsOf(`the word ${word} in English`)).toBe(`the word ${word} in english`);
  });

  it('keep Arabic teh marbuta and heh apart', () => {
    expect(wordsOf('كتابة')).not.toBe(wordsOf('كتابه'));
  });

  it('are pieces in Arabic script, with any use of spaces', () => {
    const stem = fc.string({
      unit: fc.constantFrom(...'ابپتجچدرسشکگمهوی'),
      minLength: 1,
      maxLength: 8,
    });
    const part = fc.oneof(stem, fc.constantFrom('ها', 'های', 'ای', 'نامه', 'پیش', 'می'));
    const separator = fc.constantFrom('', ' ', '\u200c', '\n');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(part, separator, separator), { minLength: 1, maxLength: 12 }),
        (parts) => {
          const one = parts.map(([each, after]) => each + after).join('');
          const other = parts.map(([each, , after]) => each + after).join('');
          expect(wordsOf(one)).toBe(wordsOf(other));
        },
      ),
      { numRuns: repetitions(500) },
    );
  });

  it.each(['نمی‌شود', 'نمی شود', 'نمیشود'])('keep negations separate in %s', (word) => {
    expect(wordsOf(`این کار ${word} و تمام`).split(' ')).toContain('نمی');
  });

  it('are pairs of syllables in Korean, and end where another script begins', () => {
    expect(wordsOf('API를 쓸 수 있다')).toBe('api 를쓸 쓸수 수있 있다');
    expect(wordsOf('100원, 빵')).toBe('100 원 빵');
  });
});

describe('marks on both sides', () => {
  const around = (word: string, rest: readonly [string, string]) => `${rest[0]} ${word} ${rest[1]}`;
  const turkish = ['Bu küçük kasabada ağaçlar', 'duruyordu ve kışın ışıklar yanıyordu'] as const;
  const greek = ['Εκείνη τη μέρα στο χωριό ο', 'μίλησε για τη ζωή στα παλιά χρόνια'] as const;
  const arabic = ['قال المدير في الاجتماع الأول', 'العمل بدأ مبكرا هذا العام'] as const;
  const hebrew = ['הילד הקטן קרא בבוקר את', 'ליד החלון של הבית הישן'] as const;
  const german = [
    'Die Straße war still, man trank in',
    'und ging danach zum Hafen hinunter',
  ] as const;
  const russian = ['Вчера мы видели старый', 'на высокой горе у реки'] as const;

  it.each([
    ['Turkish', 'sık', 'sik', turkish],
    ['Greek', 'γέρος', 'γερός', greek],
    ['Arabic', 'أن', 'إن', arabic],
    ['vowelled Arabic', 'كَتَبَ', 'كُتِبَ', arabic],
    ['Hebrew', 'סֵפֶר', 'סַפָּר', hebrew],
    ['Russian', 'за́мок', 'замо́к', russian],
    ['German', 'Maßen', 'Massen', german],
  ] as const)('of %s distinguish similar words', (_what, a, b, rest) => {
    expect(wordsOf(a)).toBe(wordsOf(b));
    expect(sayTheSame(around(a, rest), around(b, rest))).toBe(false);
    expect(sayTheSame(around(a, rest), around(a, rest))).toBe(true);
    expect(exactHash(a)).not.toBe(exactHash(b));
  });

  it.each([
    ['Arabic', 'كتاب قلم', ['كُتِبَ', 'كَتَبَ'], arabic],
    ['Persian', 'نقشه های', ['گُل', 'گِل'], arabic],
    ['Korean and German', '항구 도시', ['Maßen', 'Massen'], german],
  ] as const)(
    'of %s distinguish words behind others with or without spaces',
    (_what, before, [a, b], rest) => {
      const spaced = around(`${before} ${a}`, rest);
      const joined = (word: string) => around(`${before.replace(' ', '')} ${word}`, rest);
      expect(sayTheSame(spaced, joined(b))).toBe(false);
      expect(sayTheSame(spaced, joined(a))).toBe(true);
    },
  );

  it.each([
    ['Greek', 'γέρος', 'γερος', greek],
    ['Arabic', 'أن', 'ان', arabic],
    ['some vowels of Arabic', 'كَتَبَ', 'كَتب', arabic],
    ['the vowel and the doubling of a letter', 'مُدَرِّس', 'مدرّس', arabic],
    ['Hebrew', 'סֵפֶר', 'ספר', hebrew],
    ['Russian', 'замо́к', 'замок', russian],
  ] as const)('of %s are not a difference if one side omits them', (_what, a, b, rest) => {
    expect(sayTheSame(around(a, rest), around(b, rest))).toBe(true);
  });

  it.each([
    ['vowels of Arabic', 'كت', [0x64b, 0x64c, 0x64d, 0x64e, 0x64f, 0x650, 0x652], arabic],
    ['hamza of Arabic', 'كا', [0x653, 0x654, 0x655], arabic],
    [
      'points of Hebrew',
      'מל',
      [0x5b0, 0x5b1, 0x5b2, 0x5b3, 0x5b4, 0x5b5, 0x5b6, 0x5b7, 0x5b8, 0x5b9, 0x5bb],
      hebrew,
    ],
  ] as const)('distinguish every two of %s', (_what, [first, second], marks, rest) => {
    const marked = (mark: number) => around(`${first}${String.fromCharCode(mark)}${second}ם`, rest);
    for (const one of marks) {
      for (const other of marks) {
        expect(sayTheSame(marked(one), marked(other)), `${one} ${other}`).toBe(one === other);
      }
    }
  });

  it.each([
    ['qamats', 'חׇכְמָה', 'חָכְמָה'],
    ['holam', 'מִצְוֺת', 'מִצְוֹת'],
  ])('are equal if editions write two forms of %s', (_what, a, b) => {
    expect(sayTheSame(around(a, hebrew), around(b, hebrew))).toBe(true);
  });

  it('of ß are no difference to capitals, or to a text without ß', () => {
    const [start, end] = german;
    const sharp = `${start} Maßen ${end}`;
    expect(sayTheSame(sharp.toUpperCase(), sharp)).toBe(true);
    expect(sayTheSame(sharp.replaceAll('ß', 'ss'), sharp)).toBe(true);
  });

  it('ignore the hamza that begins a word of Uyghur or Kurdish', () => {
    expect(wordsOf('ئات')).not.toBe(wordsOf('یات'));
  });

  it('are read from long sequences of letters that form no word', () => {
    const [pair, many] = ['ت\u064eر\u064e', 200_000];
    // A walk over all marks for each part would exceed the time of a test.
    expect(wordsOf(pair.repeat(many))).toBe('تر'.repeat(many));
    expect(spelledWord('άβ'.repeat(many))).toBe('αβ'.repeat(many));
  });

  it('are unknown for a capital I, and in a text without ı', () => {
    const [start, end] = turkish;
    expect(sayTheSame(`${start} SIK ${end}`, `${start} sik ${end}`)).toBe(true);
    expect(sayTheSame(`${start} sık ${end}`, `${start} sik ${end}`.replaceAll('ı', 'i'))).toBe(
      true,
    );
  });

  it('distinguish a last yeh from an alef only in texts that write both', () => {
    const text = (word: string) => `ذهب ${word} إلى المدرسة في الصباح مع صديقه الوفي`;
    expect(sayTheSame(text('علي'), text('على'))).toBe(false);
    expect(sayTheSame(text('علي'), text('على').replace(/ي(?= |$)/g, 'ى'))).toBe(true);
  });
});

it('the spelling of a word equals its spelling in a text, and folding is idempotent', () => {
  const letters = fc.array(
    fc.constantFrom(...'aiIİıßẞеёЕЁиάἄϊαΩقأإىيیّٰבּשׁहिनदमप्ँं़한글월삼\u0301\u0307 '),
    { maxLength: 30 },
  );
  const text = fc.oneof(
    anyText,
    letters.map((each) => each.join('')),
  );
  fc.assert(
    fc.property(text, (each) => {
      const once = spelledWord(normalize(each, { lowerCase: true }));
      expect(spelledWord(once)).toBe(once);
      const cut = completeRecipe({ method: 'hybrid' }, recipe);
      const { runs, units, sent } = cutText(each, cut, dictionaries);
      expect(sent).toHaveLength(units.length);
      for (let run = 0; run < runs.length; run += 3) {
        expect(runs[run + 2]!).toBeGreaterThan(runs[run + 1]!);
        if (run > 0) expect(runs[run + 1]!).toBeGreaterThanOrEqual(runs[run - 1]!);
      }
    }),
    { numRuns: repetitions(1000) },
  );
});

describe('Chinese in the words of one region', () => {
  it.each([
    [
      'Taiwan',
      '這款軟體支援網路列印與隨身碟備份，資料庫預設儲存在硬碟',
      '这款软件支持网络打印与U盘备份，数据库默认存储在硬盘',
    ],
    ['Hong Kong', '伺服器的資料夾和滑鼠', '服务器的文件夹和鼠标'],
    ['words of both regions', '查阅资料，执行法律', '查閱資料，執行法律'],
    ['characters of Taiwan', '意味著他跟著走', '意味着他跟着走'],
  ])('converts those of %s', (_what, one, other) => {
    expect(wordsOf(one)).toBe(wordsOf(other));
    expect(sayTheSame(one, other)).toBe(true);
  });

  it.each([
    ['a longer word that holds one', '软体动物', '软件动物'],
    ['a formula', '方程式', '方程序'],
    ['an author', '著作', '着作'],
    ['the country and the state', '格鲁吉亚', '佐治亚'],
    ['an itinerary and a process', '会议行程', '会议进程'],
    ['a program and a process', '结束程序', '结束进程'],
    ['an indicator and a pointer', '指标', '指针'],
    ['a dossier and a file', '档案', '文件'],
    ['a film and a video', '影片', '视频'],
    ['an operator and an operand', '算子', '操作数'],
    ['a denial', '并非同步进行', '并异步进行'],
  ])('keeps %s', (_what, word, other) => {
    expect(wordsOf(word)).not.toBe(wordsOf(other));
  });

  it('merges no two common mainland words with different meanings', () => {
    expect(sayTheSame('写入并非同步操作，请等待完成', '写入是同步操作，请等待完成')).toBe(false);
    expect(sayTheSame('附件是会议的行程', '附件是会议的程序')).toBe(false);
  });

  it('is skipped if characters are not simplified', () => {
    const traditional = completeRecipe({ method: 'simhash', simplify: false }, recipe);
    const words = (text: string) => [...cutText(text, traditional, dictionaries).words];
    expect(words('軟體')).not.toEqual(words('软件'));
  });

  it('keeps run, word and mark numbers consistent', () => {
    const text =
      'Εκείνη τη μέρα 用U盘备份 στο χωριό ο γέρος μίλησε 用隨身碟備份 για τη ζωή στα παλιά χρόνια';
    expect(wordsOf(text)).toContain('用 随身 碟 备份 στο χωριο ο γεροσ μιλησε 用 随身 碟 备份 για');
    expect(sayTheSame(text, text)).toBe(true);
    expect(sayTheSame(text, text.replace('γέρος', 'γερός'))).toBe(false);
  });
});
