import { describe, expect, it } from 'vitest';
import { missingLines, siteLinesOf } from '../../eval/pages/compare-pages.js';
import { judgeRefusal } from '../../eval/pages/evaluate-made.js';
import { madeCases } from '../../eval/pages/made/cases.js';
import { decodePage, readVisiblePage } from '../../eval/pages/visible-lines.js';

const pageOf = (body: string) => readVisiblePage('https://harbour.example/', body);
const textsOf = (body: string) => pageOf(body).lines.map(({ text }) => text);

describe('visible lines', () => {
  it('are the parts of the title and the text between line breaks', () => {
    expect(
      textsOf(
        '<title>Lamps | Museum</title><h1>La<b>mps</b></h1><p>One<br>two <a href="/">three</a></p>',
      ),
    ).toEqual(['Lamps', 'Museum', 'Lamps', 'One', 'two three']);
  });

  it('leave out what no browser shows, and keep what is hidden', () => {
    expect(
      textsOf(
        '<style>a</style><script>b</script><template><p>c</p></template><noscript>d</noscript><svg><title>e</title></svg><p hidden>f</p><nav class="footer" style="display:none">g</nav>',
      ),
    ).toEqual(['f', 'g']);
  });

  it('are compared by words in any case and width, and by characters in Chinese', () => {
    const { lines } = pageOf('<p>ＡＢＣ, abc!</p><p>港口3号</p>');
    expect(lines.map(({ key }) => key)).toEqual(['abc abc', '港 口 3 号']);
  });

  it('are decoded by what the bytes are, then by what the page declares', () => {
    expect(decodePage(Buffer.from('<meta charset="gbk">港口'))).toContain('港口');
    const gbk = Buffer.concat([Buffer.from('<meta charset="gbk">'), Buffer.from([0xb8, 0xdb])]);
    expect(decodePage(gbk)).toContain('港');
  });
});

describe('missing lines', () => {
  const missing = (page: string, other: string) =>
    missingLines(pageOf(page), pageOf(other), new Set());

  it('are those whose words stand nowhere in order, even across lines', () => {
    expect(missing('<p>one two</p><p>three</p>', '<p>zero one</p><p>two three</p>')).toEqual([]);
    expect(missing('<p>two one</p>', '<p>one two</p>').map(({ text }) => text)).toEqual([
      'two one',
    ]);
  });

  it('are exchanged if the other page has all words of a short line with a number', () => {
    const other = '<table><tr><td>Hill</td><td>7</td></tr><tr><td>Lake</td><td>9</td></tr></table>';
    expect(missing('<table><tr><td>Hill</td><td>9</td></tr></table>', other)).toEqual([
      { text: 'Hill / 9', isSiteLine: false, isExchanged: true },
    ]);
    expect(missing('<p>12 May</p>', '<p>12 June</p>')[0]).toMatchObject({ isExchanged: false });
  });
});

it('lines of a site are those of at least half of its pages, and of three', () => {
  const pages = ['<p>Menu</p><p>one</p>', '<p>Menu</p><p>two</p>', '<p>Menu</p><p>one</p>'].map(
    pageOf,
  );
  expect([...siteLinesOf(pages)]).toEqual(['menu']);
  expect(siteLinesOf(pages.slice(1)).size).toBe(0);
});

describe('made sites', () => {
  it.each(madeCases())('the ruler judges a refusal of: $name ($kind)', (made) => {
    const judgement = judgeRefusal(made);
    if (made.shouldBe === 'kept') expect(judgement).toMatch(/^(lost|exchanged)$/);
    else expect([null, 'siteLines']).toContain(judgement);
  });
});
