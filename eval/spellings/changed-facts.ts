/**
 * Texts with one changed fact, for languages that changed-texts.ts does not cover. The two texts of a pair differ only
 * in this fact; null if the text has no place for it.
 */
import type { SpellingLanguage } from './read-texts.js';

export interface FactChange {
  readonly name: string;
  /** @returns the stored text and the arriving one */
  readonly apply: (text: string, language: SpellingLanguage) => readonly [string, string] | null;
}

export const factChanges: readonly FactChange[] = [
  {
    name: 'number',
    apply: (text) =>
      changed(
        text,
        /(?<![\p{L}\p{N}.])\d+(?![\p{L}\p{N}.])/u,
        (number) => `${Number(number) + 7919}`,
      ),
  },
  { name: 'negation added', apply: (text, language) => replaced(text, negations[language].added) },
  {
    name: 'negation left out',
    apply: (text, language) => replaced(text, negations[language].leftOut),
  },
  { name: 'name', apply: renamed },
];

function changed(
  text: string,
  pattern: RegExp,
  replacement: (found: string) => string,
): readonly [string, string] | null {
  const result = text.replace(pattern, replacement);
  return result === text ? null : [text, result];
}

type Replacement = readonly [RegExp, string];

function replaced(
  text: string,
  replacements: readonly Replacement[],
): readonly [string, string] | null {
  // Starts at a different replacement depending on the text, so that all of them are used.
  const first = text.length % replacements.length;
  for (const [pattern, replacement] of [
    ...replacements.slice(first),
    ...replacements.slice(0, first),
  ]) {
    const result = text.replace(pattern, replacement);
    if (result !== text) return [text, result];
  }
  return null;
}

/** Endings of Turkish verbs, each with its negative form. */
const turkishVerbs = (
  'abilir amaz ebilir emez ılıyor ılmıyor iliyor ilmiyor ılacak ılmayacak ilecek ilmeyecek ılması ılmaması ' +
  'ilmesi ilmemesi ıldığı ılmadığı ildiği ilmediği ılmalı ılmamalı ilmeli ilmemeli ılan ılmayan ilen ilmeyen ' +
  'anılır anılmaz rilir rilmez ıldı ılmadı ildi ilmedi ılmış ılmamış ilmiş ilmemiş'
)
  .match(/\S+ \S+/g)!
  .map((pair) => pair.split(' ') as [form: string, negative: string]);

const negations: Readonly<
  Record<SpellingLanguage, Readonly<Record<'added' | 'leftOut', readonly Replacement[]>>>
> = {
  ar: {
    added: [[/(?<= )(يمكن|يجب|يتم|يحق|يجوز)(?= )/, 'لا $1']],
    leftOut: [
      [/ لا (?=\p{L})/u, ' '],
      [/ لم (?=\p{L})/u, ' '],
    ],
  },
  fa: {
    added: [
      [/(?<= )می(?=[\u200c ]\p{L})/u, 'نمی'],
      [/(?<= )است(?=[ .])/, 'نیست'],
    ],
    leftOut: [
      [/(?<= )نمی(?=[\u200c ]\p{L})/u, 'می'],
      [/(?<= )نیست(?=[ .])/, 'است'],
    ],
  },
  he: {
    added: [[/(?<= )(ניתן|יכול|צריך|אפשר|יהיה|חייב)(?= )/, 'לא $1']],
    leftOut: [[/ (?:לא|אין) (?=\p{L})/u, ' ']],
  },
  tr: {
    added: [
      ...turkishVerbs.map(([form, negative]) => [new RegExp(form), negative] as const),
      [/(?<= )var(?=[ .])/, 'yok'],
    ],
    leftOut: [
      ...turkishVerbs.map(([form, negative]) => [new RegExp(negative), form] as const),
      [/ değil(?=[ .])/, ''],
      [/ değil(?=d[iı]r)/, ''],
      [/(?<= )yok(?=[ .])/, 'var'],
    ],
  },
  el: {
    added: [[/(?<= )(είναι|μπορεί|μπορείτε|υπάρχει|έχει|έχετε)(?= )/, 'δεν $1']],
    leftOut: [[/ (?:δεν|δε|μην) (?=\p{L})/u, ' ']],
  },
  ko: {
    added: [[/수 있/, '수 없']],
    leftOut: [
      [/수 없/, '수 있'],
      [/하지 않는/, '하는'],
      [/지 않습니다/, '습니다'],
    ],
  },
  vi: {
    added: [[/(?<= )(thể|được|phải|cần|muốn|có)(?= )/, 'không $1']],
    leftOut: [[/ (?:không|chưa|chẳng) (?=\p{L})/u, ' ']],
  },
  ru: {
    added: [
      [/(?<= )(может|можно|будет|является|имеет|должен|поддерживается|следует)(?= )/, 'не $1'],
    ],
    leftOut: [[/ не (?=\p{L})/u, ' ']],
  },
  hi: {
    added: [[/(?<= )(है|हैं|सकता|सकते|करें|होगा)(?=[ ।.])/, 'नहीं $1']],
    leftOut: [[/ (?:नहीं|न) (?=\p{L})/u, ' ']],
  },
  th: {
    added: [[/(?<!ไม่)(สามารถ|ต้องการ|อนุญาต|ควร|มีสิทธิ)/, 'ไม่$1']],
    leftOut: [[/ไม่/, '']],
  },
  lo: {
    added: [[/(?<!ບໍ່)(ສາມາດ|ມີສິດ|ຕ້ອງ|ອະນຸຍາດ|ໄດ້ຮັບ)/, 'ບໍ່$1']],
    leftOut: [[/ບໍ່/, '']],
  },
  km: {
    added: [[/(?<!មិន)(អាច|ត្រូវ|មានសិទ្ធិ|អនុញ្ញាត)/, 'មិន$1']],
    leftOut: [
      [/មិន/, ''],
      [/ពុំ/, ''],
    ],
  },
  my: {
    added: [[/(?<!မ)(ရှိ|လုပ်|ဖြစ်|သုံး|ပြု)/, 'မ$1']],
    leftOut: [[/မ(?=ရှိ|လုပ်|ဖြစ်|သုံး|ပြု|ရ|ဟုတ်)/, '']],
  },
  zh: {
    added: [[/(?<!不)(可以|需要|应当|能够|会|是)/, '不$1']],
    leftOut: [[/不(?=可以|需要|应当|得|能|会|是)/, '']],
  },
};

/**
 * Inserts the name of a country into a sentence, a different one in each of the two texts. Names that are already in
 * the text cannot be exchanged, because only a reader can tell where they are.
 */
function renamed(text: string, language: SpellingLanguage): readonly [string, string] | null {
  const names = countries(language);
  const places = [...text.matchAll(inside[language] ?? / (?=\p{L}[^.\n]{20})/gu)];
  const place = places[places.length >> 1];
  if (place === undefined || names.length < 2) return null;
  const [one, other] = [0, 1].map((shift) => {
    const name = names[(text.length + 37 * shift) % names.length]!;
    const at = place.index + place[0].length;
    return `${text.slice(0, at)}${name}${place[0] === '' ? '' : ' '}${text.slice(at)}`;
  });
  return [one!, other!];
}

/** Boundaries between words in languages without spaces: after a common word. */
const inside: Partial<Record<SpellingLanguage, RegExp>> = {
  th: /(?<=ของ|ใน|ที่|และ)(?=\p{Script=Thai})/gu,
  lo: /(?<=ຂອງ|ໃນ|ທີ່|ແລະ)(?=\p{Script=Lao})/gu,
  km: /(?<=នៃ|ក្នុង|ដែល|និង)(?=\p{Script=Khmer})/gu,
  my: /(?<=၏|တွင်|သော|နှင့်)(?=\p{Script=Myanmar})/gu,
  zh: /(?<=[的在和与了])(?=\p{Script=Han})/gu,
};

function countries(language: SpellingLanguage): string[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const codes =
    'NO SE DE FR IT ES PT GR PL CZ HU RO BG RS TR EG MA TN KE GH NG ET IN PK NP JP VN TH MY PH AU CA MX CU PE CL AR BR';
  return codes
    .split(' ')
    .map((code) => names.of(code))
    .filter((name): name is string => name !== undefined && !/[\s\u200c-]/.test(name));
}
