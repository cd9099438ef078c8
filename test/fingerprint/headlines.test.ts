import { describe, expect, it } from 'vitest';
import { sketchSimilarity } from '../../src/fingerprint/minhash.js';
import { defaultMinSimilarity, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { sign } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

/** Invented headlines, except the first pair of the first two lists. */
const otherTopic = [
  ['2010年高校招生全国统一考试大纲：历史', '2010年高校招生全国统一考试大纲：物理'],
  ['全市中小学教师资格考试报名指南：语文', '全市中小学教师资格考试报名指南：数学'],
  ['秋季学期高中课程标准教材目录一览：地理', '秋季学期高中课程标准教材目录一览：化学'],
  ['注册会计师考试历年真题及答案解析：税法', '注册会计师考试历年真题及答案解析：审计'],
  ['国庆长假各地高速公路路况信息汇总：浙江', '国庆长假各地高速公路路况信息汇总：江苏'],
  ['省图书馆周末公益讲座时间安排表：上午场', '省图书馆周末公益讲座时间安排表：下午场'],
];
const captioned = [
  ['富力地产与世博同行营造低碳绿色新生活', '富力地产与世博同行营造低碳绿色新生活(图)'],
  ['老城区改造工程启动 居民期待新生活', '老城区改造工程启动 居民期待新生活(图)'],
  ['春季家居装修十大流行色彩搭配方案', '春季家居装修十大流行色彩搭配方案(图)'],
  ['市民自发清理河道垃圾 倡导低碳环保新生活', '市民自发清理河道垃圾 倡导低碳环保新生活(图)'],
  ['国产新能源汽车亮相车展 续航里程创新高', '国产新能源汽车亮相车展 续航里程创新高（图）'],
  ['图文：古镇元宵灯会吸引数万游客前来观赏', '古镇元宵灯会吸引数万游客前来观赏'],
  ['台风登陆东南沿海 多趟列车停运', '颱風登陸東南沿海 多趟列車停運(圖)'],
  ['高考结束后考生应如何科学填报志愿', '高考结束后 考生应如何科学填报志愿？'],
];
const otherNumber = [
  ['城东新盘开盘均价每平方米12000元', '城东新盘开盘均价每平方米13500元'],
  ['5月14日国内主要城市天气预报', '5月15日国内主要城市天气预报'],
  ['地铁3号线延长线工程进度过半 预计年底通车', '地铁5号线延长线工程进度过半 预计年底通车'],
  ['双色球第2011038期开奖结果公布', '双色球第2011039期开奖结果公布'],
  ['三季度全国居民消费价格同比上涨2.1%', '三季度全国居民消费价格同比上涨3.4%'],
  ['滨江花园二期现房在售 均价18500', '滨江花园二期现房在售 均价21000'],
  ['2010年全国硕士研究生招生考试报名时间公布', '2011年全国硕士研究生招生考试报名时间公布'],
  ['女排世锦赛中国队3比1战胜巴西队 晋级四强', '女排世锦赛中国队3比2战胜巴西队 晋级四强'],
  ['新款家用轿车上市 售价区间10万元起', '新款家用轿车上市 售价区间12万元起'],
];

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const needed = Math.max(defaultMinSimilarity, recipe.shortMinSimilarity ?? 0);

function similarity([one, other]: string[]): number {
  const [a, b] = [one!, other!].map((text) => sign({ kind: 'text', text }, recipe, dictionaries));
  expect(a!.shortText && b!.shortText).toBe(true);
  return sketchSimilarity(a!.sketch!, b!.sketch!);
}

describe('headlines, by the default recipe', () => {
  it.each(otherTopic)('do not match with a different topic: %s, %s', (...pair) => {
    expect(similarity(pair)).toBeLessThan(needed - 0.03);
  });

  it.each(otherNumber)('do not match with a different number: %s, %s', (...pair) => {
    expect(similarity(pair)).toBeLessThan(needed - 0.03);
  });

  it.each(captioned)('match with a caption, marks or characters added: %s, %s', (...pair) => {
    expect(similarity(pair)).toBeGreaterThan(needed + 0.01);
  });
});
