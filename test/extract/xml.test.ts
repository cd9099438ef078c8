import { describe, expect, it } from 'vitest';
import { extract } from '../../src/extract/extract.js';
import type { MediaType } from '../../src/extract/media-types.js';

const limits = { textLengthMax: 3_000_000, inflatedBytesMax: 1 };

async function read(content: string | Uint8Array, mediaType: MediaType = 'application/xml') {
  const { page, text, extractor } = await extract({ content, mediaType, charset: null }, limits);
  return { title: page.title, lines: text.split('\n'), extractor };
}

describe('a feed', () => {
  it('of RSS has the titles and descriptions of itself and its items, as HTML', async () => {
    const feed = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:media="http://search.yahoo.com/mrss/"><channel><title><![CDATA[Tide & Time]]></title>
      <link>https://tide.example/</link><description>All about tides</description>
      <image><title>a picture</title></image>
      <item><media:title>photo.jpg</media:title><title>Salt &amp;amp; sand</title><link>https://tide.example/1</link>
        <description>The long story […]</description><itunes:summary>Short.</itunes:summary>
        <content:encoded><![CDATA[<p>The <b>long</b> story&nbsp;here.</p><script>no()</script><p>Its end.</p>]]></content:encoded></item>
      <item><title>Second &eacute;tude</title><description>&lt;p&gt;Escaped &amp;lt;tags&amp;gt;&lt;/p&gt;</description></item>
      <item><media:group><media:description>Of a film</media:description></media:group></item>
      </channel></rss>`;
    expect(await read(feed)).toEqual({
      title: 'Tide & Time',
      lines: [
        'Tide & Time',
        'All about tides',
        'Salt & sand',
        'The long story here.',
        'Its end.',
        'Short.',
        'Second étude',
        'Escaped <tags>',
        'Of a film',
      ],
      extractor: 'feed/3',
    });
  });

  it('of RSS 1.0 has its items next to the channel', async () => {
    const feed = `<rdf:RDF xmlns:rdf="x" xmlns="http://purl.org/rss/1.0/"><channel><title>One</title></channel>
      <item><title>Two</title><description>three</description></item></rdf:RDF>`;
    expect((await read(feed)).lines).toEqual(['One', 'Two', 'three']);
  });

  it('of Atom has entries of text, HTML and XHTML', async () => {
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">A &lt;em&gt;feed&lt;/em&gt;</title>
      <entry><title>5 &lt; 6</title><content>plain &lt;b&gt; stays</content></entry>
      <entry><title type="text">B</title><summary>less</summary><content type="html">&lt;p&gt;more words&lt;/p&gt;</content></entry>
      <entry><title>C</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x<br/>y</p><p>z</p></div></content></entry>
      <entry><title>D</title><content type="image/png">iVBORw0KGgo</content></entry></feed>`;
    expect(await read(feed)).toEqual({
      title: 'A feed',
      lines: [
        'A feed',
        '5 < 6',
        'plain <b> stays',
        'B',
        'more words',
        'less',
        'C',
        'x',
        'y',
        'z',
        'D',
      ],
      extractor: 'feed/3',
    });
  });

  it('without entries has its own description', async () => {
    const feed =
      '<rss><channel><title>New</title><description>Soon here</description></channel></rss>';
    expect((await read(feed)).lines).toEqual(['New', 'Soon here']);
  });
});

it('reads a feed with a million spaces and thousands of descriptions', async () => {
  const spaces = ' '.repeat(1_000_000);
  const many = Array.from({ length: 2000 }, (_, i) => `<body>${i} of all</body>`).join('');
  const summaries = `<summary type="text">a${spaces}${spaces}b</summary><summary>a b${spaces}[...</summary>`;
  const feed = `<rss><channel><item>${summaries}${many}</item></channel></rss>`;
  const { lines } = await read(feed);
  expect([lines.length, ...lines.slice(0, 2)]).toEqual([2001, 'a b', '1000 of all']);
});

describe('other XML', () => {
  it('has one line per element, except for elements between words', async () => {
    const book = `<!DOCTYPE book [<!ENTITY own "]>gone">]><book><info><title>The
      &mdash; book</title></info><para>One <emph>mix</emph>ed
      line</para><row><cell>a</cell><cell>b</cell></row><!-- not this --><code><![CDATA[x < y]]></code></book>`;
    expect(await read(book)).toEqual({
      title: 'The — book',
      lines: ['The — book', 'One mixed line', 'a', 'b', 'x < y'],
      extractor: 'xml/1',
    });
  });

  it('is decoded according to its declaration', async () => {
    const xml = Buffer.from(
      '<?xml version="1.0" encoding="windows-1251"?><a>\xcf\xf0\xe8\xe2\xe5\xf2</a>',
      'latin1',
    );
    expect((await read(xml)).lines).toEqual(['Привет']);
  });

  it('is refused without an element, with advice', async () => {
    await expect(read('only words')).rejects.toMatchObject({
      code: 'extraction_failed',
      message: expect.stringContaining('if it is not XML, send it as text/html or text/plain'),
    });
  });

  it('keeps its words for any depth and number of elements', async () => {
    expect((await read(`${'<a>'.repeat(100_000)}deep`)).lines).toEqual(['deep']);
    const { lines } = await read(`<a>${'<b>x</b>'.repeat(201_000)}</a>`);
    expect(lines).toHaveLength(201_000);
    expect((await read(`<r>${'<a>'.repeat(150)}${'</b>'.repeat(50_000)}end`)).lines).toEqual([
      'end',
    ]);
  });
});

describe('XHTML', () => {
  const xhtml = 'application/xhtml+xml';

  it('has self-closing elements, CDATA sections and prefixes', async () => {
    const page = `<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title><![CDATA[A & B]]></h:title>
      <h:script src="a.js"/><h:style/></h:head><h:body><h:div/><h:p>One &eacute; <![CDATA[a < b]]></h:p></h:body></h:html>`;
    expect(await read(page, xhtml)).toMatchObject({ title: 'A & B', lines: ['One é a < b'] });
  });

  it('may have an empty title', async () => {
    const page = '<html><head><title/></head><body><p>All of the text</p></body></html>';
    for (const type of [xhtml, 'text/html'] as const) {
      expect(await read(page, type)).toMatchObject({ title: null, lines: ['All of the text'] });
    }
  });

  it('differs from HTML, where CDATA is a comment and elements are not self-closing', async () => {
    expect((await read('<p>a<![CDATA[b]]></p>', 'text/html')).lines).toEqual(['a']);
    expect((await read('<p hidden/>a', xhtml)).lines).toEqual(['a']);
  });
});

describe('Markdown', () => {
  it('has the words visible to a reader', async () => {
    const source = `---
title: "Tides: a guide"
draft: false
---
# The *first* heading

A [link](https://far.example/path) and \`code\`, C++ and a < b &amp; c,
on the next line.

- one
- two

| a | b |
|---|---|
| c | d |

![a lighthouse](l.png)

    indented --code

<div>HTML <script>no()</script></div>
`;
    const expected = {
      title: 'Tides: a guide',
      lines: [
        'The first heading',
        'A link and code, C++ and a < b & c, on the next line.',
        'one',
        'two',
        'a b',
        'c d',
        'a lighthouse',
        'indented --code',
        'HTML',
      ],
      extractor: 'markdown/2',
    };
    expect(await read(source, 'text/markdown')).toEqual(expected);
    const withoutMetadata = source.slice(source.indexOf('# The'));
    expect(await read(withoutMetadata.replaceAll('\n', '\r\n'), 'text/markdown')).toEqual({
      ...expected,
      title: 'The first heading',
    });
  });

  it('may begin with a rule, which is not front matter', async () => {
    const { lines } = await read('---\nOne: not a key, but words\n\n---\n\ntwo', 'text/markdown');
    expect(lines.at(-1)).toBe('two');
  });
});
