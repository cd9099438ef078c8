import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Length in characters of about 1.6 KB of Chinese in UTF-8. */
export const pageCharacters = 550;

/**
 * Returns Chinese pages of 550 characters: evenly distributed slices of the texts in `DIR/text/*_zh.jsonl.gz` (a JSON
 * object with a `text` on each line), or generated pages without a directory.
 */
export function chinesePages(dataDirectory: string | undefined, count: number): string[] {
  if (dataDirectory === undefined) return generatedPages(count);
  // A slice of a table or of ASCII art may contain no word.
  const slices = slicesOfTexts(dataDirectory, '_zh.jsonl.gz', pageCharacters).filter((text) =>
    /\p{Script=Han}{4}/u.test(text),
  );
  return Array.from(
    { length: count },
    (_, index) => slices[Math.floor((index * slices.length) / count) % slices.length]!,
  );
}

/** Returns all slices of this length from the texts in the files of `DIR/text` that end in `suffix`. */
export function slicesOfTexts(dataDirectory: string, suffix: string, characters: number): string[] {
  const folder = join(dataDirectory, 'text');
  const names = readdirSync(folder).filter((name) => name.endsWith(suffix));
  const texts = names.flatMap((name) => textsOf(join(folder, name)));
  const slices = texts.flatMap((text) => slicesOf(text, characters));
  if (slices.length === 0) throw new Error(`No texts of ${characters} characters in ${folder}`);
  return slices;
}

/** Returns every text of one `.jsonl.gz` file, in order. */
function textsOf(file: string): string[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as { text: string }).text);
}

/** Returns all full slices of a text without the remainder. */
export function slicesOf(text: string, characters: number): string[] {
  const slices: string[] = [];
  for (let start = 0; start + characters <= text.length; start += characters) {
    slices.push(text.slice(start, start + characters));
  }
  return slices;
}

/**
 * Generates pages of invented sentences, the same in every run. Word frequencies follow Zipf's law, so that word caches
 * behave as with real text.
 */
export function generatedPages(count: number): string[] {
  const random = randomNumbers(1);
  return Array.from({ length: count }, () => generatedPage(random));
}

/** Returns a generator of uniform numbers from 0 to 1 with a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function generatedPage(random: () => number): string {
  let page = '';
  while (page.length < pageCharacters) {
    const words = 4 + Math.floor(random() * 10);
    for (let word = 0; word < words; word++) page += wordOfRank(zipfRank(random));
    page += random() < 0.2 ? `${Math.floor(random() * 3000)}年。` : random() < 0.5 ? '，' : '。\n';
  }
  return page.slice(0, pageCharacters);
}

const particles = ['的', '了', '在', '是', '和', '也', '有', '不', '与', '对'];
const characters =
  '中国人民大学生活动物理想法律师范围城市场地方面向前后来自己经济发展开放学校园林业务工作品质量化学习惯' +
  '电视频道路线索引导演出版本科技术语言论文字典型号码头部门户外交通信息网络服务器官员会议程序列车站' +
  '新闻记者说明天气候选举行动力量子弹性能源头脑海洋流水平安全体育儿童年轻松树木材料理解决定制度假期';

/** Ranks 0 to 9 are particles; all other words have two characters. */
function wordOfRank(rank: number): string {
  if (rank < particles.length) return particles[rank]!;
  const start = (rank * 7) % (characters.length - 1);
  return rank < 200
    ? characters.slice(start, start + 2)
    : characters[start]! + characters[rank % characters.length]!;
}

function zipfRank(random: () => number): number {
  return Math.floor(20_000 ** random()) - 1;
}
