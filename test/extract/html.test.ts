import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlText } from '../../src/extract/html.js';
import { repetitions } from '../repetitions.js';

const prose = (topic: string, sentences = 6) =>
  Array.from(
    { length: sentences },
    (_, i) => `Sentence ${i} about ${topic}, which goes on for a while, as prose does.`,
  ).join(' ');

const article = `<p>${prose('rivers')}</p><p>${prose('lakes')}</p><p>${prose('seas')}</p>`;

describe('the text of a page', () => {
  it('is the article, without its surroundings', () => {
    const {
      text,
      page: { title },
      extractor,
    } = htmlText(`<!DOCTYPE html><html><head>
      <title>On water - The Site</title><script>var a = "<p>script</p>";</script></head><body>
      <nav><ul><li><a href="/">Home</a></li><li><a href="/news">Newsroom</a></li></ul></nav>
      <div id="content"><h1>On water</h1>${article}
      <div class="share-buttons"><a href="#">Tweet this</a></div></div>
      <div class="comments"><p>First comment!</p></div>
      <footer>Imprint of the site</footer></body></html>`);
    expect(title).toContain('On water');
    expect(extractor).toBe('html/4-dense');
    for (const topic of ['rivers', 'lakes', 'seas']) expect(text).toContain(prose(topic));
    for (const other of ['Newsroom', 'Tweet', 'comment', 'Imprint', 'script']) {
      expect(text).not.toContain(other);
    }
  });

  it('has one line per block, and no words joined or split', () => {
    const { text } = htmlText(
      `<p>One<br>two</p><ul><li>three<li>four</ul><table><tr><td>five</td><td>six</td></tr></table>
       <p>sev<b>en</b> eight&nbsp;nine &amp; t&eacute;n &lt;b&gt;</p><pre>a  b<br>c\n  d</pre>`,
    );
    expect(text).toBe('One\ntwo\nthree\nfour\nfive six\nseven eight nine & tén <b>\na b\nc\nd');
  });

  it('excludes hidden text, unless there is no other', () => {
    const hidden = `<div style="display: none"><p>${prose('secrets')}</p></div>`;
    expect(htmlText(`<div>${article}</div>${hidden}`).text).not.toContain('secrets');
    expect(htmlText(`<p>Loading</p>${hidden}`).text).toContain(prose('secrets'));
  });

  it('is taken from linked data if the page shows nothing', () => {
    const data = JSON.stringify({ '@graph': [{ '@type': 'Article', articleBody: prose('data') }] });
    const page = `<script type="application/ld+json">${data}</script><div id="app">Loading</div>`;
    expect(htmlText(page)).toMatchObject({ text: prose('data'), extractor: 'html/4-linked' });
    const broken = page.replace('@graph":', '@graph"');
    expect(htmlText(broken)).toMatchObject({ text: 'Loading' });
  });

  it('is all visible text if there is no article', () => {
    const links = Array.from({ length: 80 }, (_, i) => `<li><a href="/${i}">Link ${i}</a></li>`);
    const {
      text,
      page: { title },
    } = htmlText(`<title>Links</title><ul>${links.join('')}</ul>`);
    expect(text).toContain('Link 79');
    expect(title).toBe('Links');
  });

  it('handles input that is not a page', () => {
    for (const html of ['', ' ', '<', '<!--', '</p>', '<![CDATA[x', '<title>', '<html></html>']) {
      expect(typeof htmlText(html).text).toBe('string');
    }
    expect(htmlText('just text & more').text).toBe('just text & more');
  });

  it('is deterministic, and never fails, with any tags', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...['<div>', '</div>', '<p>', '</p>', '<li>', '<b>', '</b>', '<table>', '<td>', '<br/>'],
        ...['<script>', '</script>', '<title>', '</title>', '<!--', '-->', '<a href="#x">', '</a>'],
        ...['<body class=x>', '</body>', '<svg/>', '<svg>', '<pre>', '&amp;', '&#0;', '<p hidden>'],
        ...['<meta name=title content="a&quot;b">', '<article>', '</article>', '<![CDATA[', ']]>'],
      ),
      fc.string(),
      fc.constant(prose('properties', 2)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('');
        expect(htmlText(html)).toEqual(htmlText(html));
      }),
      { numRuns: repetitions(300) },
    );
  });
});

/** Returning at all passes the test: without limits, these pages take minutes or exhaust the stack. */
describe('a hostile page', () => {
  const many = 100_000;
  const words = 'lorem ipsum dolor sit amet ';
  it.each([
    ['100,000 nested tags', '<div>'.repeat(many) + words + '</div>'.repeat(many), words.trim()],
    ['100,000 unclosed tags', '<b><i><p><span>'.repeat(many / 4) + words, words.trim()],
    ['an attribute of 2 MB', `<p class="${'x '.repeat(1e6)}">${words}</p>`, words.trim()],
    ['200,000 attributes', `<p${' a=1 b'.repeat(many)}>${words}</p>`, words.trim()],
    ['tables in tables', '<table><tr><td>'.repeat(many / 3) + words, words.trim()],
    ['a million references', '&amp;'.repeat(1e6), '&'.repeat(1e6)],
    ['a million open brackets', '<'.repeat(1e6), '<'.repeat(1e6)],
    [
      'boxes in boxes that are named as for consent',
      '<div class="cookies">'.repeat(199) + 'a'.repeat(4e6),
      'a'.repeat(4e6),
    ],
    ['an attribute of references', `<p class="${'&amp;'.repeat(1e6)}">${words}</p>`, words.trim()],
    [
      'linked data of spaces',
      `<script type="application/ld+json">"@type":${' '.repeat(4e5)}x</script>${words}`,
      words.trim(),
    ],
    [
      'a title of dashes',
      `<title>${'-'.repeat(1e6)}x - a</title><meta name="application-name" content="a">${words}`,
      words.trim(),
    ],
    ['a million spaces', `<pre>a${' '.repeat(1e6)}b</pre>`, 'a b'],
    ['100,000 metas', `${'<meta name="og:title" content="x">'.repeat(many)}${words}`, words.trim()],
  ])('with %s keeps its text', (_, html, text) => {
    expect(htmlText(html).text).toBe(text);
  });

  it.each([
    ['comments', '<!--'.repeat(many * 5)],
    ['end tags', `${'<div>'.repeat(150)}${'</b>'.repeat(many * 5)}`],
    ['scripts', '<script>'.repeat(many)],
    ['lists in linked data', `<script type="application/ld+json">${'['.repeat(many * 4)}</script>`],
  ])('with nothing but %s has no text', (_, html) => {
    expect(htmlText(html).text).toBe('');
  });

  it('with too many elements for a tree keeps all of its text', () => {
    const { text, extractor } = htmlText(`<p>${words}</p>`.repeat(20_000));
    expect(extractor).toBe('html/4-all');
    expect(text.split('\n')).toHaveLength(20_000);
  });
});
