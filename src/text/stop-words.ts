/**
 * A language with a list of stop words: words that say nothing about the subject of a text, in normalised form. The
 * lists were made for neardup from function words of grammar books and from the parts of words that are cut at
 * apostrophes (don ’ t).
 */
export type StopWordLanguage = keyof typeof lists;

/** All stop words, with their languages as bits of `stopWordBits`. */
export type StopWords = ReadonlyMap<string, number>;

export function loadStopWords(): StopWords {
  const result = new Map<string, number>();
  for (const language of languages) {
    for (const word of listStopWords(language)) {
      result.set(word, (result.get(word) ?? 0) | stopWordBits([language]));
    }
  }
  return result;
}

/** Bit for the custom stop words of a recipe, in addition to the bits of the languages. */
export const ownStopWordBit = 0x80;

/** Returns the set of these languages as bits. */
export function stopWordBits(wanted: readonly StopWordLanguage[]): number {
  return wanted.reduce((bits, language) => bits | (1 << languages.indexOf(language)), 0);
}

export function listStopWords(language: StopWordLanguage): string[] {
  return lists[language].trim().split(/\s+/);
}

const lists = {
  zh: `
    的 地 得 了 着 过 之 所 等 等等 们 第 其 其中 其他 其它 其余 某 某些 各 各个 各种 每 每个
    我 你 您 他 她 它 我们 你们 您们 他们 她们 它们 咱 咱们 自己 本人 大家 人家 别人 我的 你的 他的
    这 那 这个 那个 这些 那些 这里 那里 这儿 那儿 这样 那样 这么 那么 这种 那种 此 该 本 此外 如此
    什么 怎么 怎样 怎么样 为什么 为何 哪 哪个 哪些 哪里 哪儿 谁 几 几个 多少 多么 如何 何 何时
    是 有 在 为 被 把 将 让 使 令 叫 给 对 对于 关于 至于 由 由于 从 自 自从 向 往 到 至 于 以 按
    按照 根据 依据 依照 通过 经过 随着 除了 除 跟 和 与 及 以及 同 并 并且 而 而且 或 或者 还是 还有
    但 但是 可是 不过 然而 却 只是 虽 虽然 尽管 即使 即便 哪怕 如 如果 若 若是 假如 倘若 要是 只要
    只有 除非 无论 不论 不管 因 因为 因此 因而 所以 于是 从而 既 既然 则 便 就 就是 即 即是 也 也是
    都 还 又 再 才 更 更加 最 很 太 非常 十分 极 极其 比较 较 相当 稍 稍微 挺 真 真的 多 少 不 没 没有
    未 别 不要 不是 不会 不能 无 非 可 可以 能 能够 会 要 想 应 应该 应当 必须 需 需要 得以 得到
    已 已经 曾 曾经 正 正在 刚 刚刚 刚才 将要 现在 当 当时 然后 之后 之前 以后 以前 之间 之一 之中
    上 下 中 里 内 外 前 后 左右 时 时候 的话 一 一个 一些 一种 一样 一般 一直 一定 一下 个 种 些 次
    来 去 起来 出来 下来 上来 下去 进行 作为 成为 认为 表示 以上 以下 以来 例如 比如 譬如 像 似的
    吗 呢 吧 啊 呀 哦 哇 嘛 啦 哎 唉 嗯 哈 么 罢了 而已 来说 来讲 方面 有关 相关 有的 有些 所有 任何
    另 另外 并非 并不 不仅 不但 不只 甚至 甚至于 特别 尤其 其实 实际上 总之 总的来说 反而 否则 彼此
    与其 宁可 何况 况且 以便 以免 以致 为了 为着 用 用来 只 只能 仅 仅仅 凡 凡是 均 皆 亦 乃 且 曰
    年 月 日
  `,
  en: `
    a about above after again against all also although always am among an and another any are aren
    as at be because been before being below between both but by can cannot could couldn d did didn
    do does doesn doing don done down during each either else ever every few for from further get
    gets got had hadn has hasn have haven having he hence her here hers herself him himself his how
    however i if in instead into is isn it its itself just ll m many may me might mine more most
    much must mustn my myself neither no nor not now of off often on once one only onto or other
    others our ours ourselves out over own per perhaps quite rather re s same shall shan she should
    shouldn since so some such t than that the their theirs them themselves then there therefore
    these they this those though through thus to too toward towards under until up upon us ve very
    via was wasn we well were weren what when where whether which while who whom whose why will with
    within without won would wouldn yet you your yours yourself yourselves
  `,
};

const languages = ['zh', 'en'] as const;
