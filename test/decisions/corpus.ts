import { randomWords } from '../../harness/random.js';
import type { Content } from '../../src/detector/compute.js';

export interface CorpusDocument {
  readonly id: string;
  readonly content: Content;
}

/**
 * Generates texts, the same in every run: families of copies, changed copies, templates and excerpts in four languages,
 * pages, short texts, fingerprints and features. Ids repeat with equal and with different contents.
 */
export function corpus(): CorpusDocument[] {
  const random = randomWords(40);
  const below = (limit: number) => random() % limit;
  const families = Object.entries(languages).flatMap(([name, language]) => [
    family(`${name}-a`, language, 90, below),
    ...(name === 'en' || name === 'zh' ? [family(`${name}-b`, language, 30, below)] : []),
    template(`${name}-t`, language, below),
    shortTexts(`${name}-s`, language, below),
  ]);
  return interleaved([...families, withoutTexts(below), pages(below)]);
}

type Below = (limit: number) => number;

interface Language {
  readonly words: readonly string[];
  /** Between words. */
  readonly gap: string;
  readonly end: string;
  readonly names: readonly string[];
}

const languages: Readonly<Record<string, Language>> = {
  en: {
    words: split(
      'harbour council approved bridge winter market report river station engineer museum price worker school storm garden village railway summer minister budget forest coast captain library festival traffic hospital island factory concert island tunnel farmer airport glacier orchard theatre archive border valley meadow lantern quarry pilot canal tower',
    ),
    gap: ' ',
    end: '. ',
    names: ['Alder Works', 'Brixton Ltd', 'Caldera Group', 'Dunmore House'],
  },
  de: {
    words: split(
      'Hafen Gemeinderat Brücke Winter Markt Bericht Fluss Bahnhof Ingenieur Museum Preis Arbeiter Schule Sturm Garten Dorf Eisenbahn Sommer Ministerin Haushalt Wald Küste Kapitän Bücherei Fest Verkehr Krankenhaus Insel Fabrik Konzert Tunnel Bäuerin Flughafen Gletscher Theater Archiv Grenze Tal Wiese Steinbruch',
    ),
    gap: ' ',
    end: '. ',
    names: ['Adlerwerke', 'Birkenhof', 'Cassel und Sohn', 'Dornbach'],
  },
  zh: {
    words: split(
      '人民法院 审理 案件 公司 经济 发展 城市 建设 管理 部门 技术 研究 数据 中心 学校 教育 医院 治疗 患者 市场 价格 上涨 工人 铁路 车站 博物馆 图书馆 森林 保护 河流 桥梁 冬季 夏天 农民 机场 隧道 音乐会 边境 山谷 灯塔 预算 部长 风暴 花园 村庄 交通 岛屿 工厂 档案 剧院',
    ),
    gap: '',
    end: '。',
    names: ['阿里山集团', '北海公司', '长江大学', '东湖医院'],
  },
  ja: {
    words: split(
      '港 議会 橋 冬 市場 報告 川 駅 技術者 博物館 価格 労働者 学校 嵐 庭園 村 鉄道 夏 大臣 予算 森林 海岸 船長 図書館 祭り 交通 病院 島 工場 演奏会 トンネル 農家 空港 氷河 劇場 資料 国境 谷 灯台 です ました について',
    ),
    gap: 'の',
    end: '。',
    names: ['青山製作所', '別府商会', '千葉大学', '出水病院'],
  },
};

function split(words: string): string[] {
  return words.split(' ');
}

/** Sentences of 7 to 12 words; every third one has numbers, every fourth one a name. */
function sentences({ words, gap, end, names }: Language, count: number, below: Below): string[] {
  const made: string[] = [];
  let number = 0;
  for (let left = count; left > 0; number++) {
    const length = Math.min(left, 7 + below(6));
    const sentence = Array.from({ length }, () => words[below(words.length)]!);
    if (number % 3 === 1) sentence.splice(2, 0, `${10 + below(90)}`, `${1900 + below(130)}`);
    if (number % 4 === 1) sentence.splice(4, 0, names[below(names.length)]!);
    made.push(sentence.join(gap) + end);
    left -= length;
  }
  return made;
}

/** Returns a text and variants of it: copies, changed copies and excerpts. */
function family(name: string, language: Language, words: number, below: Below): CorpusDocument[] {
  const made = sentences(language, words, below);
  const text = made.join('');
  const other = (length: number) => sentences(language, length, below).join('');
  const replaced = (index: number) => made.with(index, other(8)).join('');
  const [first = '', ...rest] = made;
  const moreNumbers = (by: number) => text.replaceAll(/\d+/g, (digits) => `${Number(digits) + by}`);
  const { names } = language;
  const renamed = names.reduce(
    (changed, each, index) => changed.replaceAll(each, `${names[(index + 1) % 4]}2`),
    text,
  );
  const variants: Readonly<Record<string, string>> = {
    base: text,
    spaced: `  ${text.replaceAll(language.end, `${language.end}\n\n`)}`,
    word: text.replace(language.words[below(12)]!, language.words[20 + below(12)]!),
    sentence: replaced(made.length - 1),
    middle: replaced(made.length >> 1),
    titled: other(8) + rest.join(''),
    numbers: moreNumbers(7),
    news: other(8) + moreNumbers(11).slice(first.length),
    renamed,
    excerpt: made.slice(0, (made.length >> 1) + 1).join(''),
    framed: other(40) + text + other(40),
    quoted: other(60) + made.slice(1, 4).join('') + other(60),
    half: made.slice(0, made.length >> 1).join('') + other(words >> 1),
    reversed: made.toReversed().join(''),
    again: text,
  };
  const documents = Object.entries(variants).map(([variant, each]) => ({
    id: `${name}-${variant}`,
    content: { kind: 'text', text: each } as const,
  }));
  // Contents of a repeated id: unchanged, a near-copy, another text, then the first one.
  const versions = [text, variants.word!, variants.word!, other(words), text].map((each) => ({
    id: `${name}-page`,
    content: { kind: 'text', text: each } as const,
  }));
  return [...documents, ...versions];
}

/** Notices of one template, which differ in a name, numbers and a sentence. */
function template(name: string, language: Language, below: Below): CorpusDocument[] {
  const head = sentences(language, 20, below).join('');
  const foot = sentences(language, 40, below).join('');
  return Array.from({ length: 6 }, (_, index) => {
    const own = sentences(language, index < 3 ? 8 : 24, below).join('');
    const subject = `${language.names[index % 4]} ${100 + below(900)} `;
    return {
      id: `${name}-${index}`,
      content: { kind: 'text', text: subject + head + own + subject + foot },
    };
  });
}

function shortTexts(name: string, language: Language, below: Below): CorpusDocument[] {
  const { words, gap } = language;
  const headline = Array.from({ length: 7 }, () => words[below(words.length)]!);
  const joined = (changed: readonly string[]) => changed.join(gap);
  return [
    joined(headline),
    joined([...headline, '2024']),
    joined([...headline, '2025']),
    joined(headline.toReversed()),
    joined(headline.slice(0, 3)),
    joined(headline.with(3, words[0]!)),
    joined(headline),
  ].map((text, index) => ({ id: `${name}-${index}`, content: { kind: 'text', text } }));
}

/** Fingerprints computed elsewhere, some of them near each other, and features. */
function withoutTexts(below: Below): CorpusDocument[] {
  const [high, low] = [0x1234_5678, 0x9abc_def0];
  const flips = [0, 0, 1, 3, 7, 0xf, 0x1f, 0xff, 0x8000_0001, 0x8080_8080];
  const fingerprints = flips.map((bits, index) => ({
    id: `fingerprint-${index}`,
    content: { kind: 'fingerprint', fingerprint: { high, low: (low ^ bits) >>> 0 } } as const,
  }));
  const terms = ['harbour', 'bridge', 'winter', '市场', 'glacier', 'orchard'];
  const features = Array.from({ length: 8 }, (_, index) => ({
    id: `features-${index}`,
    content: {
      kind: 'features',
      features: terms
        .slice(0, 4 + below(3))
        .map((term, place) => ({ term, weight: 1 + place + (index === place ? 1 : 0) })),
    } as const,
  }));
  return [...fingerprints, ...features];
}

/** Pages of a site: the same frame around different articles, some of which repeat. */
function pages(below: Below): CorpusDocument[] {
  const { en, zh } = languages as { en: Language; zh: Language };
  const articles = [en, zh, en].map((language) => sentences(language, 120, below));
  return Array.from({ length: 9 }, (_, index) => {
    const article = articles[index % 3]!;
    const own = index < 6 ? article : article.with(2, sentences(en, 9, below).join(''));
    const html = `<!doctype html><html><head><title>Notice ${index % 3}</title></head><body><nav><a href="/">Home</a> <a href="/n/${index}">Next</a></nav><main><article><h1>Notice ${index % 3}</h1>${own.map((each) => `<p>${each}</p>`).join('')}</article></main><footer>Visitors today: ${1000 + below(9000)}</footer></body></html>`;
    const page = { content: html, mediaType: 'text/html', charset: null } as const;
    return { id: `page-${index}`, content: { kind: 'page', page } };
  });
}

/** Takes one document from each list in turn, which mixes families without changing the order within them. */
function interleaved(lists: readonly (readonly CorpusDocument[])[]): CorpusDocument[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
