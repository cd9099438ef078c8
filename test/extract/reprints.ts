/**
 * One article in the boilerplate of several portals. Each portal marks up its lines of time, source, editor, counts and
 * other pages differently; the text of the article is the same everywhere.
 */

export interface Article {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

type Portal = (article: Article) => string;

const paragraphsOf = ({ paragraphs }: Article) => paragraphs.map((each) => `<p>${each}</p>`);

const page = (title: string, body: string, head = '') =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

const articleMark = '<meta property="og:type" content="article">';

const links = (...titles: string[]) =>
  titles.map((title, i) => `<li><a href="/p/${i}.html">${title}</a></li>`).join('');

const chinesePortals: readonly Portal[] = [
  (article) =>
    page(
      `${article.title}-海滨新闻网`,
      `<div class="topbar"><a href="/">首页</a><a href="/cj">财经</a><a href="/ty">体育</a></div>
      <div class="content"><h1>${article.title}</h1>
      <div class="info"><span>2024-05-01 08:30</span> <span>来源: <a href="http://news.example">新华网</a></span> <span>阅读 1.2万</span></div>
      <div class="article">${paragraphsOf(article).join('\n')}</div>
      <p>（责任编辑：王某）</p>
      <div>点赞 收藏 分享 举报</div>
      <h3>相关阅读</h3><ul>${links('春天的港口又忙起来了，渔民说今年不一样', '老灯塔重新开放，游客排队两小时')}</ul></div>
      <div class="footer">版权所有 海滨新闻网 京ICP备00000000号</div>`,
      articleMark,
    ),
  (article) =>
    page(
      `${article.title}_岛上网`,
      `<div id="nav"><ul>${links('新闻', '娱乐', '汽车')}</ul></div>
      <div id="main"><h1>${article.title}</h1>
      <p class="origin">原标题：${article.title}的来龙去脉</p>
      <p>2024年05月02日 10:15　作者：张三　来源：海岸日报</p>
      ${paragraphsOf(article).join('')}
      <p>（本文来源：海岸日报，作者：张三）</p>
      <div class="share-box">分享到：<a href="#">微博</a> <a href="#">微信</a></div></div>`,
      articleMark,
    ),
  (article) =>
    page(
      `${article.title} - 晨报`,
      `<header><a href="/">晨报</a></header><article><h1>${article.title}</h1>
      <div class="meta"><div>来源：晨报综合</div><div>2024/5/2 7:05:12</div><div>浏览量：3021</div><div>评论：15</div></div>
      ${paragraphsOf(article).join('')}
      <p>责编：李某</p><p>校对：赵某</p><p>版权声明：未经授权不得转载</p>
      <div class="tags">标签：<a href="/t/1">港口</a><a href="/t/2">旅游</a></div></article>
      <footer>关于我们 联系我们</footer>`,
    ),
  (article) =>
    page(
      article.title,
      `<table><tr><td><h1>${article.title}</h1></td></tr>
      <tr><td>http://www.island.example 2024年5月3日 09:00 来源：南方快报</td></tr>
      <tr><td>${paragraphsOf(article).join('')}<p>编辑：陈某</p><p>来源：南方快报</p></td></tr>
      <tr><td>【打印】【关闭】</td></tr></table>`,
      articleMark,
    ),
];

const englishPortals: readonly Portal[] = [
  (article) =>
    page(
      `${article.title} | The Harbour Post`,
      `<nav><a href="/">Home</a><a href="/w">World</a></nav><main><h1>${article.title}</h1>
      <div>By Jane Doe, Staff Writer</div><div>Updated 5 hours ago</div><div>3 min read</div>
      <div><a href="#">Share on Facebook</a></div>
      ${paragraphsOf(article).join('\n')}
      <p>Reporting by Jane Doe; Editing by John Roe</p>
      <p>Read more: <a href="/lighthouse">The old lighthouse opens again after a quarrel of ten years</a></p></main>
      <footer>© The Harbour Post</footer>`,
      articleMark,
    ),
  (article) =>
    page(
      `${article.title} - Coast Daily`,
      `<div class="masthead">Coast Daily</div><article><h1>${article.title}</h1>
      <p class="byline">Jane Doe</p><p class="dateline">First published on May 1, 2024 at 8:30 a.m. EDT</p>
      ${paragraphsOf(article).slice(0, 2).join('')}${paragraphsOf(article).slice(2).join('')}
      <p>(Additional reporting by Max Moe; Editing by John Roe and Ann Poe)</p>
      <p>Copyright 2024 Coast Daily</p></article>
      <aside><h3>Most read</h3><ul>${links('Five ferries in one storm', 'What the tide left behind')}</ul></aside>`,
    ),
  (article) =>
    page(
      article.title,
      `<div class="page"><h1>${article.title}</h1>
      <ul class="actions"><li>Facebook</li><li>Twitter</li><li>Email</li><li>Copy link</li></ul>
      <div>Source: Harbour Wire</div><div>Posted Wednesday, May 1, 2024 8:30 AM</div>
      <div class="text">${paragraphsOf(article).join('')}</div>
      <p>Follow us on Twitter</p><p>Filed under: Harbour, Travel</p>
      <div class="comments-link">Leave a comment</div></div>`,
      articleMark,
    ),
  (article) =>
    page(
      `${article.title} :: Islander`,
      `<div id="wrap"><div id="head"><a href="/">Islander</a></div><div id="story"><h1>${article.title}</h1>
      <p>May 1, 2024 | By Jane Doe | Harbour Wire</p>
      ${paragraphsOf(article).join('')}
      <p>Tags: <a href="/t/harbour">harbour</a>, <a href="/t/ferries">ferries</a></p>
      <h4>You might also like</h4>
      <div><a href="/x">Why the ferries stay in the harbour in May</a></div>
      <div><a href="/y">A storm took away half of the old pier</a></div></div></div>`,
      articleMark,
    ),
];

const chineseSentences = (subject: string) => [
  `${subject}的变化从去年秋天开始，当地居民最先注意到码头边的灯光比往年亮得更晚，夜里还有人排队等船。`,
  `记者从会上获悉，${subject}今后三年将分两期投入建设资金，第一期工程预计在明年六月底以前全部完成。`,
  `来源于渔业协会的统计显示，${subject}带来的收入已经超过传统捕捞，这在十年以前几乎没有人相信。`,
  `“我们不是反对${subject}，”住在附近的林先生说，“只是希望晚上能够安静一些，孩子第二天还要上学。”`,
  `专家认为，${subject}的成败取决于能不能留住年轻人，单靠旺季两个月的游客无法支撑全年的开支。`,
  `下一步，有关部门将就${subject}听取各方意见，并在年底以前公布修改以后的方案，接受社会监督。`,
];

const englishSentences = (subject: string) => [
  `The plan for ${subject} began last autumn, when people who live on the quay noticed that the lamps stayed lit until long after midnight.`,
  `By the end of next June the council wants to spend the first half of the money that was set aside for ${subject}.`,
  `A source close to the harbour office said that ${subject} already earns more than fishing, which nobody would have believed ten years ago.`,
  `"We are not against ${subject}," said one neighbour. "We would only like it to be quiet at night, because the children go to school."`,
  `Experts say that ${subject} depends on young people who stay, and that two months of visitors do not pay for a whole year.`,
  `The council will now hear what others say about ${subject}, and wants to publish a changed plan before the end of the year.`,
];

const chineseArticles = ['夜间码头', '海上风电', '老城书店', '跨海渡轮', '渔村客栈'].map(
  (subject) => ({
    title: `${subject}改变了一座小城`,
    paragraphs: chineseSentences(subject),
  }),
);

const englishArticles = [
  'the night market',
  'wind at sea',
  'the old bookshop',
  'the new ferry',
  'rooms in the village',
].map((subject) => ({
  title: `How ${subject} changed a small town`,
  paragraphs: englishSentences(subject),
}));

export interface Reprint {
  readonly name: string;
  readonly html: string;
  /** Heading, then one line per paragraph. */
  readonly text: string;
}

/** Every article in every portal of its language. */
export const reprints: readonly Reprint[] = [
  ...reprintsOf('Chinese', chineseArticles, chinesePortals),
  ...reprintsOf('English', englishArticles, englishPortals),
];

function reprintsOf(
  language: string,
  articles: readonly Article[],
  portals: readonly Portal[],
): readonly Reprint[] {
  return articles.flatMap((article) =>
    portals.map((portal, number) => ({
      name: `${language}, portal ${number}: ${article.title}`,
      html: portal(article),
      text: [article.title, ...article.paragraphs].join('\n'),
    })),
  );
}
