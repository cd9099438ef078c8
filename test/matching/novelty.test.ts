import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changes } from '../../eval/changed-texts.js';
import { packEvidence, unpackEvidence } from '../../src/fingerprint/evidence.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { readText } from '../../src/fingerprint/sign.js';
import { addsNothing, addsTo } from '../../src/matching/novelty.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const readingOf = (text: string) => readText(text, recipe, dictionaries);
const storedOf = (text: string) => unpackEvidence(packEvidence(readingOf(text)))!;
const added = (page: string, stored: string) => addsTo(readingOf(page), storedOf(stored));
const refuses = (page: string, stored: string) => addsNothing(added(page, stored));

const letter =
  'The harbour office opens at seven and closes at 16 in winter. Masters of ships who carry more than 40 tons ' +
  'of grain must tell the office in Bergen before they leave the roads. The fee is paid in silver, and nobody is ' +
  'asked for it twice.\nBoats that do not carry goods may anchor where they like, except at the long pier.';

const fourFacts = letter
  .replace('16', '17')
  .replace('40', '45')
  .replace('Bergen', 'Oslo')
  .replace('long pier', 'North pier');

describe('a page adds nothing', () => {
  it.each([
    ['the same text', letter],
    ['another case', letter.toUpperCase()],
    ['other punctuation', letter.replaceAll('.', ';')],
    ['other lines', letter.replaceAll(' ', '\n')],
    ['its lines in another order, by other signs', letter.split('\n').reverse().join('\u2028')],
    ['a text without its end', letter.slice(0, 250)],
    ['its lines in another order', letter.split('\n').reverse().join('\n')],
    [
      'its paragraphs in another order, where a negation could be between two of them',
      'The gate is open.\nAll of the boats can wait.\nThe harbour is open.\nNot all of the ships may pass it.',
      'All of the boats can wait.\nThe gate is open.\nThe harbour is open.\nNot all of the ships may pass it.',
    ],
    ['a short heading in another place', `Notice\n${letter}`, `${letter}\nNotice`],
  ])('with %s', (_, page, stored = letter) => {
    expect(refuses(page, stored)).toBe(true);
  });

  it('with many small corrections, even of names and numbers', () => {
    const words = Array.from(
      { length: 300 },
      (_, index) => `word${'abcdefghij'[index % 10]}${index}`,
    );
    const corrected = words.map((word, index) => (index % 30 === 7 ? `w${word}` : word));
    const plain = (all: readonly string[]) =>
      all.join(' ').replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[+digit]!);
    expect(refuses(plain(corrected), plain(words))).toBe(true);
  });
});

describe('a page adds something', () => {
  const scripts = [
    ['Arabic', 0x628],
    ['Devanagari', 0x915],
    ['Hangul', 0xac00],
    ['Tifinagh', 0x2d30],
  ] as const;
  const wordsFrom = (first: number) =>
    Array.from({ length: 130 }, (_, index) =>
      String.fromCharCode(
        first + (index % 13),
        first + Math.floor(index / 13),
        first + (index % 7),
      ),
    );

  it.each(scripts)('with five other names throughout a text in %s', (_, first) => {
    const words = wordsFrom(first);
    const renamed = words.map((word, index) =>
      index % 26 === 13 ? String.fromCharCode(first + 14, first + Math.floor(index / 26)) : word,
    );
    expect(refuses(words.join(' '), words.join(' '))).toBe(true);
    expect(refuses(renamed.join(' '), words.join(' '))).toBe(false);
  });

  it.each(scripts)('with two other names at the end of a text in %s', (_, first) => {
    const words = wordsFrom(first);
    const names = [0, 1].map((each) => String.fromCharCode(first + 15, first + each));
    const renamed = [...words.slice(0, -2), ...names];
    expect(refuses(renamed.join(' '), words.join(' '))).toBe(false);
  });

  it.each([
    ['another number', letter.replace('40', '45')],
    ['two numbers swapped', letter.replace('16', '#').replace('40', '16').replace('#', '40')],
    ['another name', letter.replace('Bergen', 'Tromsø')],
    [
      'another name that begins a sentence',
      letter.replace('Masters', 'Tromsø and masters'),
      letter.replace('Masters', 'Bergen and masters'),
    ],
    ['another name as its first word', `Tromsø is there. ${letter}`, `Bergen is there. ${letter}`],
    [
      'another name at its start and end',
      `Tromsø. ${letter} Ask for Tromsø`,
      `Bergen. ${letter} Ask for Bergen`,
    ],
    ['a negation', letter.replace('must tell', 'must not tell')],
    ['a negation left out', letter.replace('do not carry', 'do carry')],
    ['a negation left out with its verb', letter.replace('do not carry', 'carry')],
    ['a negation that became another word', letter.replace('nobody is', 'everybody is')],
    ['a contraction', letter.replace('may anchor', "can't anchor"), letter.replace('may', 'can')],
    ['four other facts', fourFacts],
    [
      'another name after a sign',
      letter.replace('in Bergen', '(Bergen)'),
      letter.replace('in Bergen', '(Oslo)'),
    ],
    [
      'another name where a character has no lower case of its length',
      `${letter} İ`.replace('Bergen', 'Tromsø'),
      `${letter} İ`,
    ],
    ['another currency', letter.replace('silver', '$40'), letter.replace('silver', '£40')],
    ['another file', letter.replace('silver', 'main.conf'), letter.replace('silver', 'other.conf')],
    [
      'another answer in a line of its own',
      `${letter}\nno\nEnd of the list`,
      `${letter}\nyes\nEnd of the list`,
    ],
    ['one more sentence', letter.replace('\n', '\nLamps burn all night.\n')],
    ['a number before the text', `17 ${letter}`],
    [
      'another address that readers see',
      `${letter} Forms: https://example.org/forms/2\nThe end of it`,
      `${letter} Forms: https://example.org/forms/3\nThe end of it`,
    ],
    [
      'a negation left out at the start of a sentence',
      'The gate is open. All of the ships may pass it and wait there.',
      'The gate is open. Not all of the ships may pass it and wait there.',
    ],
    [
      'a negation at the start of a sentence, between words that it also has elsewhere',
      'The gate is open. Not all of the ships may pass it. Not all of the boats wait.',
      'The gate is open. All of the ships may pass it. Not all of the boats wait.',
    ],
    ['one ordinary word in all of its places', letter.replaceAll('office', 'warden')],
    [
      'a passage of its own',
      letter.replace('twice', 'twice by any of the men who work there at night'),
    ],
  ])('with %s', (_, page, stored = letter) => {
    expect(page).not.toBe(stored);
    expect(refuses(page, stored)).toBe(false);
  });

  it('in Chinese, Japanese and Thai', () => {
    const notice =
      '市教育局昨日宣布，全市中小学将于九月一日统一开学，各校须在八月底以前完成教室消毒工作。浙江省的学生可以乘坐免费校车。';
    expect(refuses(notice.replace('九月', '十月'), notice)).toBe(false);
    expect(refuses(notice.replace('一日', '二日'), notice)).toBe(false);
    expect(refuses(notice.replace('浙江', '山东'), notice)).toBe(false);
    expect(refuses(notice.replace('可以', '不可以'), notice)).toBe(false);
    expect(refuses(notice, notice.replace('可以', '不可以'))).toBe(false);
    expect(refuses(notice.replaceAll('，', '；'), notice)).toBe(true);
    const news =
      'この町の港は朝の七時に開き、漁師たちは魚を市場へ運びました。鐘が鳴ると競りが始まります。';
    expect(refuses(news.replace('始まります', '始まりません'), news)).toBe(false);
    const thai =
      'สำนักงานท่าเรือเปิดเวลาเจ็ดนาฬิกาและปิดเวลาสิบหกนาฬิกาในฤดูหนาว เรือที่บรรทุกข้าวเกิน ๔๐ ตันต้องแจ้งก่อนออกจากท่า';
    expect(refuses(thai.replace('๔๐', '๔๕'), thai)).toBe(false);
    expect(refuses(thai, thai)).toBe(true);
  });

  it.each([
    ['added in Thai', 'ปิดการซิงค์แล้ว\n', 'ไม่', 'สามารถย้อนการแก้ไขนี้กลับได้\nคุณไม่สามารถเข้าร่วมได้'],
    ['added in Hebrew', 'זמן ההמתנה פג. ', 'לא ', 'ניתן לנסות חיפוש אחר. כעת לא ניתן לשמור'],
    ['in a Thai text that begins with it', '', 'ไม่', 'อนุญาตให้ตั้งค่าแอตทริบิวต์ตัวจัดการเหตุการณ์'],
  ])('with a negation at the start of a sentence, %s', (_, before, negation, after) => {
    const [plain, denied] = [`${before}${after}`, `${before}${negation}${after}`];
    expect(refuses(denied, plain)).toBe(false);
    expect(refuses(plain, denied)).toBe(false);
  });

  it('with two Hindi names exchanged, although their pairs of words also occur elsewhere in it', () => {
    const text =
      'राम ने श्याम को हराया और मैदान में सब लोग खुश हुए। बाद में श्याम ने कहा कि वह राम को फिर मिलेगा';
    expect(refuses(text.replace('राम ने श्याम को', 'श्याम ने राम को'), text)).toBe(false);
  });

  it.each([
    ['kullanabilirsiniz', 'kullanamazsınız'],
    ['gösteriliyor', 'gösterilmiyor'],
    ['silinecek', 'silinmeyecek'],
    ['açıldığı', 'açılmadığı'],
    ['saklanan', 'saklanmayan'],
    ['seçin', 'seçmeyin'],
  ])('with %s or %s in Turkish', (plain, denied) => {
    const text =
      'Bu belgeyi açmadan önce ayarlar bölümünde ışık seçeneğine bakın ve WORD kaydetmeyi unutmayın';
    const [one, other] = [plain, denied].map((word) => text.replace('WORD', word));
    expect(refuses(one!, other!)).toBe(false);
    expect(refuses(other!, one!)).toBe(false);
    expect(refuses(one!.replace('önce', 'evvel'), one!)).toBe(true);
  });

  it.each([
    ['a month', 'in march', 'in may'],
    ['a French day', 'le lundi matin', 'le mardi matin'],
    ['a Russian month', 'курс в марте длится', 'курс в мае длится'],
    ['a number word', 'for seven weeks', 'for eight weeks'],
    ['a German number word', 'seit sieben Wochen', 'seit acht Wochen'],
    ['half of the day', 'at 7 pm each', 'at 7 am each'],
    ['a unit', 'some 5 km from', 'some 5 mi from'],
    ['a currency', 'for 40 euros each', 'for 40 dollars each'],
    ['a Chinese unit', '走5公里才能到', '走5英里才能到'],
    ['half of a Chinese day', '每天上午七点开始', '每天下午七点开始'],
    ['a Chinese morning', '每天早上七点开始', '每天晚上七点开始'],
    ['a Chinese day of the week', '每周一上课', '每周三上课'],
    ['a Japanese day of the week', '毎週月曜日に開く', '毎週木曜日に開く'],
    ['a Chinese permission', '大厅里可以带狗', '大厅里禁止带狗'],
    ['an option', 'call rm -r there', 'call rm -f there'],
  ])('with %s changed, inside a text', (_, one, other) => {
    const [page, stored] = [one, other].map((fact) => letter.replace('in silver', fact));
    expect(refuses(page!, stored!)).toBe(false);
    expect(refuses(stored!, page!)).toBe(false);
  });

  it.each([
    ['Arabic', 'افتتح الوزير أمس في ', 'القاهرة', 'بيروت', ' معرضا كبيرا للخرائط القديمة'],
    ['Hebrew', 'השר פתח אתמול בעיר ', 'חיפה', 'אשדוד', ' תערוכה גדולה של מפות ישנות'],
    ['Hindi', 'मंत्री ने कल शहर ', 'दिल्ली', 'मुंबई', ' में पुराने नक्शों की प्रदर्शनी खोली'],
    ['Korean', '장관은 어제 ', '부산', '대구', '에서 옛 지도 전시회를 열었다'],
    ['Thai', 'รัฐมนตรีเปิดงานเมื่อวานนี้ที่จังหวัด', 'เชียงใหม่', 'ภูเก็ต', 'เพื่อแสดงแผนที่เก่าของเมือง'],
  ])('include any new word inside a text in %s, which may be a name', (...parts) => {
    const [, before, name, other, after] = parts;
    expect(refuses(`${before}${other}${after}`, `${before}${name}${after}`)).toBe(false);
    expect(refuses(`${before}${name}${after}`, `${before}${name}${after}`)).toBe(true);
  });
});

/** Words other than names, numbers and negations, whose pairs have hashes with distinct prefixes. */
const vocabulary = [...'bcdfghjklm'].map((letter) => `${letter}olm`);

it('a text with one Turkish name is not Turkish: its words may end like verbs', () => {
  const report = `${letter} The president Erdoğan was there, and the fishermen gave him a better boat.`;
  expect(refuses(report.replace('better', 'broken'), report)).toBe(true);
});

it('a Turkish page of usual length is Turkish: a verb may be denied inside', () => {
  const page =
    'Program ilk kez çalıştırıldığında ayarlar bir dosyaya yazılır. Dosya bulunamazsa varsayılan değerler kullanılır ve kullanıcıya bir ileti gösterilir. Pencereyi kapattığınızda oturum WORD, sonraki açılışta son sayfaya dönülür. Yazdırma sırasında kenar boşlukları sayfa düzeninden alınır; resimler eklenen belgeyle birlikte saklanır. Ayrıntılar için yardım bölümüne bakın.';
  const [saved, unsaved] = ['kaydedilir', 'kaydedilmez'].map((word) => page.replace('WORD', word));
  expect(refuses(saved!, unsaved!)).toBe(false);
  expect(refuses(unsaved!, saved!)).toBe(false);
});

it('a Turkish text in capitals adds nothing, whatever addresses it has', () => {
  const text =
    'Yeni sürümü https://lists.debian.org/ adresinden indirin, soruları debian-list@lists.debian.org adresine yazın.';
  expect(refuses(text.toLocaleUpperCase('tr'), text)).toBe(true);
});

describe('additions of a page', () => {
  it('agree with the sets of all pairs of words', () => {
    const text = fc.array(fc.constantFrom(...vocabulary), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(text, text, (page, stored) => {
        const pairs = new Set(stored.slice(1).map((word, index) => `${stored[index]} ${word}`));
        const isOld = page.map(
          (word, index) =>
            pairs.has(`${page[index - 1]} ${word}`) || pairs.has(`${word} ${page[index + 1]}`),
        );
        const marks = isOld.map((old) => (old ? '.' : 'x')).join('');
        // Each text is one sentence, so that new words at the start are not a separate sentence.
        const inner = [...marks.replace(/x+$/, '').matchAll(/x+/g)].map(([run]) => run.length);
        const edge = marks.length - marks.replace(/x+$/, '').length;
        expect(added(page.join(' '), stored.join(' '))).toMatchObject({
          ...{ edge, longest: Math.max(0, ...inner), runs: inner.length },
          ...{ edgeNumbers: 0, numbers: 0 },
          // The first word of a sentence may be a name.
          names: Number(marks.startsWith('x.')),
          share: marks.replaceAll('.', '').length / page.length,
        });
      }),
    );
  });

  it('are nothing for any text against itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(added(text, text)).toMatchObject({
          share: 0,
          numbers: 0,
          names: 0,
          negations: 0,
          edge: 0,
        });
      }),
    );
  });
});

it('every change of a fact changes the text', () => {
  const others = [letter, letter.replace('Bergen', 'Tromsø')];
  for (const { name, apply } of changes) {
    const changed = apply(letter, 'en', others);
    expect(changed, name).not.toBe(letter);
  }
});
