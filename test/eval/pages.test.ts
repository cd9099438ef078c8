import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingLines, siteLinesOf } from '../../eval/pages/compare-pages.js';
import { judgeRefusal } from '../../eval/pages/evaluate-made.js';
import { createRuler } from '../../eval/pages/evaluate-pages.js';
import { madeCases } from '../../eval/pages/made/cases.js';
import type { Answer } from '../../eval/pages/page-tables.js';
import { readSiteFolders } from '../../eval/pages/site-folders.js';
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
    const latin = Buffer.from('<meta charset="utf-8">Når', 'latin1');
    expect(decodePage(latin)).toContain('Når');
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

it('the ruler counts lost pages, copies and revisits of whole sites', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-pages-test-'));
  const files = {
    'a.example/index.html': '<p>one</p>',
    'a.example/copy.html': '<p>one</p>',
    'a.example/lost.HTM': '<p>two</p>',
    'a.example/style.css': '',
    'a.example@2/index.html': '<p>one</p><p>new</p>',
    'a.example@2/later/index.html': '<p>three</p>',
    'b.example/index.html': '<p>one</p>',
  };
  for (const [path, html] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), html);
  }
  const duplicate = {
    decision: 'duplicate',
    stored: false,
    duplicateOf: 'https://a.example/',
  } as const;
  const answers: Answer[] = [
    { decision: 'similar', stored: true, duplicateOf: null },
    { decision: 'new', stored: true, duplicateOf: null },
    duplicate,
    { decision: 'unchanged', stored: false, duplicateOf: null },
    { decision: 'new', stored: true, duplicateOf: null },
    duplicate,
  ];
  const sent: string[] = [];
  const ruler = createRuler();
  const tallies = [];
  for (const site of readSiteFolders(directory)) {
    const check = async (address: string) => answers[sent.push(address) - 1]!;
    tallies.push(await ruler.measureSite(site, check, () => {}));
  }
  rmSync(directory, { recursive: true });
  expect(sent).toEqual([
    'https://a.example/copy.html',
    'https://a.example/',
    'https://a.example/lost.HTM',
    'https://a.example/',
    'https://a.example/later/',
    'https://b.example/',
  ]);
  expect(tallies[0]).toMatchObject({
    decisions: { new: 2, similar: 1, duplicate: 1, unchanged: 1 },
    lost: { judged: 2, all: 2, own: 2, exchanged: 0 },
    copies: { equal: { refused: 0, kept: 1 } },
    revisits: { changed: { changed: 0, unchanged: 1 }, equal: { changed: 0, unchanged: 0 } },
  });
  expect(tallies[1]).toMatchObject({
    lost: { judged: 1, all: 0 },
    copies: { elsewhere: { refused: 1, kept: 0 } },
  });
  expect(ruler.listed()).toContain(
    'lost, unchanged: https://a.example/\nstored: https://a.example/',
  );
});
