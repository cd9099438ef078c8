import { html, type MadeCase, pair, prose, revisit } from './page.js';

export function listings(): MadeCase[] {
  const exhibitions = (items: readonly string[]) =>
    html(
      'Earlier exhibitions | Culture House',
      `<main><article><h1>Earlier exhibitions</h1><p>Here you find a collection of earlier exhibitions that were shown in the house from 2015 on. Each had its own rooms, and its own guide.</p></article>
      <section><div class="grid">${items.map((item) => `<div class="col"><a class="c-card" href="/x"><h2>${item}</h2></a></div>`).join('')}</div></section></main>`,
    );
  const cards = (className: string, items: readonly string[]) =>
    html(
      'Blog | Eco Workshop',
      `<main><h1>Blog</h1><ul><li>Forests (4)</li><li>Gardens (2)</li></ul><div>${items
        .map(
          (item) =>
            `<a class="${className}" href="/p"><div class="body"><h2>${item}</h2>${prose(item, 1)}</div></a>`,
        )
        .join('')}</div></main>`,
    );
  const rooms = (price: string) =>
    html(
      'Rooms',
      `<main><h1>Rooms</h1>${prose('room', 1)}<div class="card no-footer"><h2>Ball</h2><p>Room for 12 persons at ${price} kronor.</p></div></main>`,
    );
  const topics = (rows: readonly string[]) =>
    html(
      'Hardware | Forum',
      `<h1>Hardware</h1><table>${rows.map((row) => `<tr><td><a href="/t">${row}</a></td><td>3 years ago</td></tr>`).join('')}</table>`,
    );
  const old = [
    'Alternative approach to the supply',
    'Monitoring a heat pump',
    'Where to buy the sensor',
    'New build with an erratic radio',
    'Watchdog of the base station',
    'Graphs do not show in the browser',
    'Average of two feeds',
    'Cables for the attic',
    'Reading a meter by light',
    'Noise on the second input',
  ];
  const scores = (rows: readonly (readonly [string, string])[]) =>
    html(
      'Scores',
      `<h1>Scores</h1>${prose('game', 1)}<table>${rows.map(([team, points]) => `<tr><td>${team}</td><td>${points}</td></tr>`).join('')}</table>`,
    );
  const yilia = (titles: readonly string[]) =>
    html(
      '归档',
      `<div class="left"><div class="tools"><p>缺失模块。</p><p>1、请确保node版本大于6.2</p><p>2、在博客根目录（注意不是主题根目录）执行以下命令：npm i hexo-generator-json-content --save</p><p>3、在根目录的配置文件里添加配置，然后重新生成整个博客，再用浏览器打开首页看一看。</p></div></div>
      <div class="body">${titles.map((title) => `<article><h1 class="article-title"><a href="/p">${title}</a></h1></article>`).join('')}</div>`,
      'zh',
    );
  const reports = (count: number) =>
    html(
      '周报',
      `<main><article><h1>周报</h1><p>这里收集每周的工作报告，供组里的同学查阅和讨论，欢迎大家随时提出自己的意见。</p></article><ul><li><a href="/r">周报 (${count})</a></li></ul><p>${count} posts</p></main>`,
      'zh',
    );
  const shown = ['Anchored', 'A streak of clarity', 'Eighty years of peace'];
  const more = ['Milk teeth', 'My right to exist', 'Lines of things'];
  const posts = ['Spring Cloud 网关的配置', '在 Linux 上安装 Docker', '线程池的参数'];
  return [
    pair(
      'other exhibitions below the same introduction',
      'listing',
      exhibitions(shown),
      exhibitions(more),
    ),
    revisit(
      'a list of exhibitions gets three more',
      'listing',
      exhibitions(shown),
      exhibitions([...more, ...shown]),
    ),
    pair(
      'cards of the class card--has-footer',
      'listing',
      cards('card card--has-footer', ['Gift bags', 'A feast for birds']),
      cards('card card--has-footer', ['Into the woods', 'Seeds in a box']),
    ),
    pair('a box of the class no-footer', 'listing', rooms('500'), rooms('750')),
    pair(
      'topics in another order, some of them new',
      'listing',
      topics(old),
      topics([...old.toReversed().slice(0, 8), 'Broken relay', 'Solar panels in winter']),
    ),
    pair(
      'points exchanged between rows',
      'listing',
      scores([
        ['Harbour', '12'],
        ['Hill', '7'],
      ]),
      scores([
        ['Harbour', '7'],
        ['Hill', '12'],
      ]),
    ),
    pair(
      'archives with a help box of the theme',
      'listing',
      yilia(posts),
      yilia(['记录安装 Docker', '数据库的锁', '集合的源码']),
    ),
    pair(
      'archives of another blog by the same theme',
      'listing',
      yilia(posts),
      yilia(['早春的旅行', '读书笔记']),
      'https://other.example',
    ),
    revisit(
      'archives with a help box get a post',
      'listing',
      yilia(posts),
      yilia(['集合的源码', ...posts]),
    ),
    revisit('the number of posts of a list changes', 'listing', reports(3), reports(4)),
  ];
}
