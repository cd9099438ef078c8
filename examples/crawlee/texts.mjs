/**
 * Articles of a small town that does not exist: English and Chinese sentences, written for this
 * example, with words put into their gaps. The same seed makes the same article for ever.
 */

/** @typedef {{ title: string, paragraphs: string[], language: 'en' | 'zh' }} Article */

/**
 * @param {number} seed
 * @returns {Article}
 */
export function article(seed, language) {
  const random = randomFrom(seed);
  const { titles, sentences, words, end } = languages[language];
  const fill = (template) =>
    template.replaceAll(/\{(\w+)\}/g, (_, name) => pick(words[name], random));
  const chosen = shuffled(sentences, random).slice(0, 15).map(fill);
  return {
    title: fill(pick(titles, random)) + end.title(seed),
    paragraphs: [0, 5, 10].map((start) => chosen.slice(start, start + 5).join(end.between)),
    language,
  };
}

/** Mulberry32: numbers from 0 to 1. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

function shuffled(list, random) {
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other], copy[last]];
  }
  return copy;
}

const english = {
  titles: [
    'What {person} found in the {place}',
    'The {place} opens again in {month}',
    '{person} and the {thing} of the {place}',
    'A {thing} for the {place}, at last',
    'Why the {trade} leave the {place}',
    'In {month} the {bird} come back to the {place}',
  ],
  sentences: [
    'For {number} years the {place} had stood empty, until {person} asked the council for the key.',
    'The {trade} of the town meet there every {day} to talk about prices and the weather.',
    'Nobody remembers who brought the {thing} here, but everybody has a story about it.',
    '“We never thought that it would take {number} weeks,” says {person}, who runs the {place}.',
    'In {month} the river rose so high that boats were tied to the railings of the {place}.',
    'The new {thing} cost more than the old one, and it is already too small.',
    'A school class counted {number} {bird} on the roof of the {place} in one morning.',
    'Visitors who want to try the {food} have to come before nine, because it is sold out after that.',
    '{person} keeps a list of every visitor and writes down what they asked.',
    'The council will decide on {day} whether the {place} may stay open after dark.',
    'Two winters ago a storm took the roof of the {place}, and the {trade} mended it in {number} days.',
    'There is no sign outside; people find the {place} by the smell of {food}.',
    'Some say that the {thing} should be in a museum, others that it belongs where it is.',
    'The bus stops at the {place} only on {day}, and in {month} not at all.',
    'A visitor from abroad offered {number} crowns for the {thing} and was politely sent away.',
    '{person} learned from the {trade} how to tell the wind from the colour of the water.',
    'Since {month} the {place} has had a reading room with a stove and {number} chairs.',
    'The {bird} nest under the bridge, which is why no boat passes there before {month}.',
    'Children get {food} for nothing if they can say the names of all the islands.',
    'The old map shows a {thing} where the {place} is today, and next to it a well.',
    'At the end of {month} the lamps are taken down, cleaned and put away until spring.',
    'A letter in the archive tells that {person} sold the {thing} to pay for a new boat.',
    'The {trade} ask for a crane, the neighbours ask for quiet, and both may be right.',
    'Every {day} somebody leaves a basket of {food} in front of the door.',
    'It takes {number} minutes on foot from the station, or a little longer with a {thing}.',
    'The {place} has been painted green, which not everybody likes.',
    'On the first {day} of {month} the gate is opened by the oldest person in the room.',
    '{person} does not sell the {food}; it is swapped for stories, seeds or a day of help.',
    'Behind the {place} lies a garden in which {number} kinds of apples grow.',
    'The {bird} were late this year, and with them the warm days.',
    'What was planned as a {thing} for one summer has now stood for {number} summers.',
    'The insurance pays for the {thing}, though not for the {food} that was spoiled.',
    'A choir of {trade} sings in the {place} when the fog is too thick for anything else.',
    'According to {person}, the secret of good {food} is a cold room and no hurry.',
    'The railway wants to sell the {place}; an offer has to be made by {month}.',
    'In the cellar they found a {thing} wrapped in newspapers of {number} years ago.',
    'Only the {trade} are allowed to land here, a rule that dates from the time of the great fire.',
    'The photographs were taken on a {day} in {month}, when the light is best.',
    'Twice a year the {thing} is carried through the streets, followed by a band.',
    '{person} counts the {bird} from the tower and sends the number to the university.',
    'If the {place} closes, the next one is {number} kilometres away, on the other shore.',
    'The oven is older than the {place}; it was built for the {food} of the garrison.',
    'A cat sleeps on the {thing} and is not to be disturbed, says a note on the wall.',
    'Since the ferry stopped running on {day}, the {trade} share a small motor boat.',
  ],
  words: {
    place:
      'old harbour|net loft|tram depot|seed market|lighthouse|paper mill|ropewalk|customs house|bath house|signal station|orchard school|fish hall|clock tower|reading society'.split(
        '|',
      ),
    person:
      'Ada Lindqvist|Tomas Brandt|Miriam Okafor|Jonas Weil|Petra Novak|Samuel Reyes|Ilse Harmsen|Karim Haddad|Nora Fjeld|Anton Varga|Lucy Abara|Emil Sorensen'.split(
        '|',
      ),
    thing:
      'brass bell|loading crane|weather map|printing press|copper kettle|rowing boat|barometer|wooden bridge|sundial|pump organ|ladder wagon|stained window|iron stove'.split(
        '|',
      ),
    trade:
      'rope makers|pilots|bee keepers|net menders|bakers|typesetters|gardeners|boat builders|stonemasons|ferrymen|weavers|coopers'.split(
        '|',
      ),
    bird: 'swifts|grey geese|herons|storks|terns|starlings|cranes|oystercatchers|barn owls|plovers'.split(
      '|',
    ),
    food: 'rye bread|smoked eel|quince jelly|pea soup|almond cake|sheep cheese|pickled herring|chestnut honey|barley porridge|plum dumplings'.split(
      '|',
    ),
    day: 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday'.split('|'),
    month: 'January|February|March|April|May|June|August|September|October|November'.split('|'),
    number:
      'three|seven|eleven|fourteen|nineteen|twenty-two|thirty|forty-one|fifty-six|ninety'.split(
        '|',
      ),
  },
  end: { between: ' ', title: (seed) => `, part ${seed}` },
};

const chinese = {
  titles: [
    '{place}在{month}重新开放',
    '{person}和{place}的{thing}',
    '{place}终于有了自己的{thing}',
    '{trade}为什么离开{place}',
    '{month}的{bird}又回到了{place}',
  ],
  sentences: [
    '{place}空了{number}年，直到{person}向镇上要来了钥匙。',
    '镇上的{trade}每到{day}都在那里碰头，谈谈价钱和天气。',
    '没有人记得是谁把{thing}带到这里来的，可是人人都有一个关于它的故事。',
    '“我们没想到要花{number}个星期。”管理{place}的{person}说。',
    '{month}河水涨得很高，小船都系在{place}的栏杆上。',
    '新的{thing}比旧的贵得多，用起来却还是嫌小。',
    '一个班的小学生一个早上在{place}的屋顶上数到了{number}只{bird}。',
    '想尝{food}的人得在九点以前来，过了九点就卖完了。',
    '{person}把每一位客人都记在本子上，连他们问了什么也写下来。',
    '镇里{day}要决定{place}天黑以后能不能继续开门。',
    '前年冬天一场大风掀掉了{place}的屋顶，{trade}用{number}天把它修好了。',
    '门口没有招牌，人们闻着{food}的香味就能找到{place}。',
    '有人说{thing}应该放进博物馆，也有人说它就该留在原来的地方。',
    '公共汽车只在{day}停靠{place}，到了{month}干脆不来。',
    '一位外地来的客人愿意出{number}块银元买下{thing}，被客气地送走了。',
    '{person}跟{trade}学会了看水的颜色辨认风向。',
    '从{month}起，{place}有了一间生着炉子的阅览室，摆着{number}把椅子。',
    '{bird}在桥洞里做窝，所以{month}以前没有船从那里经过。',
    '孩子们只要说得出所有小岛的名字，就能白吃一份{food}。',
    '老地图上，今天{place}的位置画着一件{thing}，旁边还有一口井。',
    '{month}末尾，路灯要取下来擦干净，收到开春再挂上。',
    '档案馆里的一封信说，{person}卖掉{thing}是为了买一条新船。',
    '{trade}想要一台吊车，邻居们想要安静，也许他们都有道理。',
    '每逢{day}，总有人在门前放下一篮{food}。',
    '从车站走过来要{number}分钟，要是推着{thing}还得再久一点。',
    '{place}刷成了绿色，并不是人人都喜欢。',
    '{month}的头一个{day}，由屋里年纪最大的人来开门。',
    '{person}的{food}不卖钱，只换故事、种子或者一天的帮工。',
    '{place}后面有一座园子，里面种着{number}种苹果。',
    '今年{bird}来得晚，暖和的日子也跟着晚了。',
    '原来只打算用一个夏天的{thing}，如今已经立了{number}个夏天。',
    '保险公司赔了{thing}，却不肯赔那些坏掉的{food}。',
    '雾大得什么也干不成的时候，{trade}就在{place}里唱歌。',
    '照{person}的说法，做好{food}的秘诀是屋子要冷，人不能急。',
    '铁路局要卖掉{place}，想买的人得在{month}以前报价。',
    '他们在地窖里找到一件{thing}，外面包着{number}年前的报纸。',
    '只有{trade}可以在这里靠岸，这条规矩是大火那年定下的。',
    '每年两次，人们抬着{thing}走过大街，后面跟着一支乐队。',
    '{person}在塔上数{bird}，把数目寄给大学。',
    '要是{place}关了门，最近的一家在对岸，有{number}公里远。',
  ],
  words: {
    place:
      '旧码头|渔网坊|电车库|种子集市|灯塔|造纸坊|绳索厂|老税关|澡堂|信号站|果园学堂|鱼市|钟楼|读书会'.split(
        '|',
      ),
    person:
      '陈阿婆|林守义|周慧兰|何老三|沈玉成|方小满|郑船长|吴美云|许长根|罗校长|蔡师傅|唐医生'.split(
        '|',
      ),
    thing:
      '铜钟|吊车|天气图|印刷机|铜壶|划桨船|气压计|木桥|日晷|风琴|梯子车|彩色玻璃窗|铁炉子'.split(
        '|',
      ),
    trade: '搓绳匠|领航员|养蜂人|补网工|面包师|排字工|园丁|造船匠|石匠|摆渡人|织布工|箍桶匠'.split(
      '|',
    ),
    bird: '雨燕|灰雁|苍鹭|白鹳|燕鸥|椋鸟|灰鹤|蛎鹬|谷仓猫头鹰|金鸻'.split('|'),
    food: '黑麦面包|熏鳗鱼|榅桲果酱|豌豆汤|杏仁糕|羊奶酪|腌鲱鱼|栗子蜜|大麦粥|李子团子'.split('|'),
    day: '星期一|星期二|星期三|星期四|星期五|星期六|星期天'.split('|'),
    month: '一月|二月|三月|四月|五月|六月|八月|九月|十月|十一月'.split('|'),
    number: '三|七|十一|十四|十九|二十二|三十|四十一|五十六|九十'.split('|'),
  },
  end: { between: '', title: (seed) => `（之${seed}）` },
};

const languages = { en: english, zh: chinese };
