import { chineseProse, html, type MadeCase, pair, prose, revisit } from './page.js';

export function articles(): MadeCase[] {
  const wechat = (subject: string) =>
    html(
      '公告',
      `<div class="frame"><h1>公告</h1><p>微信扫一扫关注该公众号</p></div><div id="js_content" style="visibility: hidden; opacity: 0;">${chineseProse(subject)}</div>
      <div class="tips"><p>预览时标签不可点，微信扫一扫使用小程序，轻点两下取消赞，轻点两下取消在看。</p></div>`,
      'zh',
    );
  const loading = (subject: string) =>
    html(
      '公告',
      `<p>Loading the page, please wait a moment.</p><main style="display:none">${chineseProse(subject)}</main>`,
      'zh',
    );
  const more = (rest: string) =>
    html(
      'Lamps',
      `<article><h1>Lamps</h1>${prose('lamp', 2)}<section hidden>${prose(rest, 3)}</section></article>`,
    );
  const section = (id: string, text: string) =>
    html(
      'Guide',
      `<main><article><h1>Guide</h1>${prose('guide', 4)}<section id="${id}"><h2>More</h2><p>${text}</p></section></article></main>`,
    );
  const product = (price: string, size: string) =>
    html(
      'Blue kettle | Shop',
      `<main><div class="summary"><h1>Blue kettle</h1><p class="price">${price} €</p><table><tr><th>Volume</th><td>${size}</td></tr></table></div><article>${prose('kettle', 3)}</article></main>`,
    );
  const sections = [
    'copyright',
    'footer',
    'colophon',
    'cookies',
    'comments',
    'related-work',
    'newsletter-history',
    'menu-of-the-day',
  ];
  return [
    pair('articles of WeChat in one frame', 'blog', wechat('港口'), wechat('学校')),
    revisit(
      'another article of WeChat at the same address',
      'blog',
      wechat('港口'),
      wechat('学校'),
    ),
    pair('a main element that a script shows', 'blog', loading('港口'), loading('学校')),
    pair('another rest behind "read more"', 'blog', more('harbour'), more('mountain')),
    ...sections.map((id) =>
      pair(
        `a section with the id ${id}`,
        'blog',
        section(
          id,
          'Schools may copy the plans with the consent of our partners, who accept cookies and cakes.',
        ),
        section(
          id,
          'Without the consent of our partners nobody may accept a copy before the year 2031.',
        ),
      ),
    ),
    pair(
      'a product at another price',
      'shop',
      product('24.90', '1.5 l'),
      product('19.90', '1.5 l'),
    ),
    pair('a product of another size', 'shop', product('24.90', '1.5 l'), product('24.90', '0.8 l')),
    revisit('a price changes', 'shop', product('24.90', '1.5 l'), product('22.50', '1.5 l')),
  ];
}
