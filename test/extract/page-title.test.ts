import { describe, expect, it } from 'vitest';
import { htmlText } from '../../src/extract/html.js';

function titleOf(title: string, rest = '', address: string | null = null) {
  return htmlText(`<title>${title}</title>${rest}<p>Some words.</p>`, { address }).page.title;
}

const site = (name: string) => `<meta property="og:site_name" content="${name}">`;

describe('the title of a page of', () => {
  it.each([
    ['a heading', '渔船清晨出海_新浪新闻', '<h1>渔船清晨出海</h1>', '渔船清晨出海'],
    ['a heading with a hyphen', '渔船清晨出海-搜狐', '<h1>渔船清晨出海</h1>', '渔船清晨出海'],
    ['a heading among parts', '渔船出海_国内_新浪网', '<h1>渔船出海</h1>', '渔船出海'],
    ['fullwidth signs', '渔船出海｜腾讯网', site('腾讯'), '渔船出海'],
    ['a short name', '渔船出海 | 腾讯', site('腾讯网'), '渔船出海'],
    ['a hyphen', '新闻-渔船出海-搜狐', site('搜狐'), '新闻-渔船出海'],
    ['a link home', '渔船出海_新浪新闻', '<a href="/">新浪新闻</a>', '渔船出海'],
    ['a picture home', '漁船 - 港口', '<a href="/"><img alt="港口"></a>', '漁船'],
    [
      'a headline',
      'Boats go out – Coast',
      '<script type="application/ld+json">{"@type":"Article","headline":"Boats go out"}</script>',
      'Boats go out',
    ],
    [
      'a title for others',
      'Boats go out – Coast',
      '<meta property="og:title" content="Boats go out">',
      'Boats go out',
    ],
    ['a name at the start', 'Coast | Boats', site('Coast'), 'Boats'],
    ['a name of two parts', 'Boats | Coast | News', site('Coast | News'), 'Boats'],
    [
      'several names',
      'Boats - Coast - Coast News',
      `${site('Coast')}<meta name="application-name" content="Coast News">`,
      'Boats',
    ],
    [
      'a title for others that has the name',
      'Boats go out - Coast',
      `<meta property="og:title" content="Boats go out - Coast">${site('Coast')}`,
      'Boats go out',
    ],
    [
      'a heading below that of the site',
      'Boats go out | Coast',
      '<h1>Coast</h1><h2>Boats go out</h2>',
      'Boats go out',
    ],
    ['a name at the start that nothing names', 'Coast | Boats', '<h1>Boats</h1>', 'Boats'],
    ['an underscore', 'Boats_Coast', site('Coast'), 'Boats'],
  ])('%s', (_, title, rest, expected) => {
    expect(titleOf(title, rest)).toBe(expected);
  });

  it.each([
    ['https://www.coast.example/boats', 'Boats - Coast', 'Boats'],
    ['https://news.coast.example/boats', 'Boats | Coast.example', 'Boats'],
    ['https://www.coast.example/boats', 'Boats - Harbour', 'Boats - Harbour'],
    ['https://www.ab.example/boats', 'Boats - AB', 'Boats - AB'],
    ['https://www.abc.example/boats', 'Boats - ABC', 'Boats'],
    ['tea', 'Boats - Tea', 'Boats - Tea'],
  ])('the host of %s', (address, title, expected) => {
    expect(titleOf(title, '', address)).toBe(expected);
  });

  it.each([
    [8, 'up to the separator in the middle'],
    [9, 'and not the separator in the middle'],
  ])('%i separators, examined %s', (separators) => {
    const parts = Array.from({ length: separators + 1 }, (_, number) => `part ${number}`);
    const heading = parts.slice(0, 5).join(' | ');
    const whole = parts.join(' | ');
    expect(titleOf(whole, `<h1>${heading}</h1>`)).toBe(separators === 8 ? heading : whole);
  });

  it('a heading among the first five', () => {
    const others = (count: number) => '<h2>Other news</h2><p>Some words.</p>'.repeat(count);
    const own = '<h2>Boats</h2>';
    expect(titleOf('Boats | Coast', others(4) + own)).toBe('Boats');
    expect(titleOf('Boats | Coast', others(5) + own)).toBe('Boats | Coast');
  });

  it('a portal, by the link to its front page', () => {
    const link = '<a href="//www.portal.example/"> The Portal </a>';
    const title = 'Boats - The Portal';
    expect(titleOf(title, link, 'https://news.portal.example/boats')).toBe('Boats');
    expect(titleOf(title, link, 'https://other.example/boats')).toBe(title);
    expect(titleOf(title, link)).toBe(title);
  });
});

describe('a title keeps', () => {
  it.each([
    ['signs of its own', 'COVID-19: a history', '<h1>COVID</h1>'],
    ['a part that no other place names', '新型-渔船出海', site('搜狐')],
    ['a name inside', 'Boats of Coast at dawn', site('Coast')],
    ['all of it, if it is the name', 'Coast', `${site('Coast')}<a href="/">Coast</a>`],
    ['one name of two', 'Coast - Coast', site('Coast'), 'Coast'],
    ['"Home"', 'Home - Coast', `<a href="/">Home</a>${site('Coast')}`, 'Home'],
    [
      'what is not the heading of a logo',
      'Boats | Coast',
      `<h1><a href="/">Coast</a></h1>${site('Coast')}`,
      'Boats',
    ],
    [
      'what is not the heading of a logo that leads to an index',
      'Archived: Ropes | Archived Forum',
      '<h1><a href="../../index.html">Archived Forum</a></h1>',
      'Archived: Ropes',
    ],
    [
      'all of it, if its heading has the signs',
      'Fog - a guide',
      `<h1>Fog – a guide</h1>${site('a guide')}`,
    ],
  ])('%s', (_, title, rest, expected = title) => {
    expect(titleOf(title, rest)).toBe(expected);
  });
});
