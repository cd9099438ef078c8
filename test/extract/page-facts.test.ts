import { describe, expect, it } from 'vitest';
import { htmlText } from '../../src/extract/html.js';
import { titleAlone } from '../../src/extract/page-facts.js';

const paragraph =
  '<p>The boats leave the harbour at four and are back before the market opens.</p>';
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const linked = (...nodes: object[]) =>
  nodes
    .map((node) => `<script type="application/ld+json">${JSON.stringify(node)}</script>`)
    .join('');

function factsOf(head: string, body = paragraph, address: string | null = null) {
  return htmlText(`<!DOCTYPE html><html><head>${head}</head><body>${body}</body>`, { address })
    .page;
}

describe('a page', () => {
  it('declares nothing in most pages of 1995', () => {
    expect(factsOf('')).toEqual(titleAlone(null));
  });

  it('declares everything in linked data', () => {
    const article = {
      '@type': 'NewsArticle',
      headline: 'Boats at dawn',
      datePublished: '2026-05-04T09:30:00+0800',
      inLanguage: 'en_GB',
      publisher: { '@id': '#us' },
      mainEntityOfPage: { '@id': 'https://coast.example/boats#page' },
    };
    const us = { '@id': '#us', '@type': 'Organization', name: 'Coast Media' };
    const graph = { '@context': 'https://schema.org', '@graph': [us, article] };
    expect(
      factsOf(linked(graph), `<h1>Boats</h1>${paragraph}<h2>The market</h2>${paragraph}`),
    ).toEqual({
      title: 'Boats at dawn',
      siteName: 'Coast Media',
      canonical: 'https://coast.example/boats',
      language: 'en-GB',
      publishedAt: '2026-05-04T09:30:00+08:00',
      headings: ['Boats', 'The market'],
    });
  });

  it('ignores linked data of the articles it lists', () => {
    const list = ['One', 'Two'].map((headline) => ({
      '@type': 'Article',
      ...{ headline, datePublished: '2026-05-04', url: `https://a.example/${headline}` },
    }));
    const facts = factsOf(linked(list, { '@type': 'ItemList', itemListElement: list }));
    expect(facts).toEqual(titleAlone(null));
    const nested = { '@type': 'ItemList', itemListElement: [list[0]] };
    expect(factsOf(linked(nested))).toEqual(titleAlone(null));
  });

  it('has headings of its text, not of its boilerplate', () => {
    const body = `<nav><h2>Menu</h2></nav><main><h1>Fog</h1>${paragraph}<h3>On land</h3>${paragraph}</main><footer><h2>About us</h2></footer>`;
    expect(factsOf('', body).headings).toEqual(['Fog', 'On land']);
  });
});

describe('the name of the site', () => {
  const site = linked({ '@type': 'WebSite', name: 'The Site' });
  const openGraph = meta('og:site_name', 'Open');
  const publisher = linked({ '@type': 'Article', publisher: [{ name: 'House' }] });
  const application = '<meta name="application-name" content="App">';
  it.each([
    [application + publisher + openGraph + site, 'The Site'],
    [application + publisher + openGraph, 'Open'],
    [application + publisher, 'House'],
    [application, 'App'],
    [linked({ '@type': ['Article'], isPartOf: { '@type': 'WebSite', name: 'Whole' } }), 'Whole'],
    [meta('og:site_name', ' ') + application, 'App'],
    [meta('og:site_name', 'x'.repeat(300)), 'x'.repeat(200)],
  ])('of %s', (head, expected) => {
    expect(factsOf(head).siteName).toBe(expected);
  });
});

describe('the canonical address', () => {
  const link = (href: string, rel = 'canonical') => `<link rel="${rel}" href="${href}">`;
  it.each([
    ['absolute', link('https://a.example/b?c=d&amp;e#f'), null, 'https://a.example/b?c=d&e'],
    [
      'among other relations',
      link('https://a.example/b', 'alternate Canonical'),
      null,
      'https://a.example/b',
    ],
    ['relative', link('/b'), 'http://a.example/x/y', 'http://a.example/b'],
    ['relative without an address', link('/b'), null, null],
    ['relative, with an id that is no address', link('/b'), 'page 7', null],
    ['by a base', `${link('b')}<base href="https://b.example/c/">`, null, 'https://b.example/c/b'],
    [
      'by a relative base',
      `<base href="/c/">${link('b')}`,
      'https://a.example/x',
      'https://a.example/c/b',
    ],
    [
      'the first',
      link('https://a.example/1') + link('https://a.example/2'),
      null,
      'https://a.example/1',
    ],
    [
      'the first that is one',
      link('javascript:alert(1)') + link('https://a.example/2'),
      null,
      'https://a.example/2',
    ],
    [
      'before og:url',
      meta('og:url', 'https://a.example/o') + link('https://a.example/l'),
      null,
      'https://a.example/l',
    ],
    ['og:url', meta('og:url', 'https://a.example/o') + link(''), null, 'https://a.example/o'],
    ['a template', link('https://a.example/{{ path }}'), null, null],
    ['with a password', link('https://u:p@a.example/'), null, null],
    ['of mail', link('mailto:a@a.example'), null, null],
    ['too long', link(`https://a.example/${'x'.repeat(5000)}`), null, null],
    ['in other letters', link('https://茶.example/茶'), null, 'https://xn--cl1a.example/%E8%8C%B6'],
    ['that scripts would show', `<noscript>${link('https://a.example/')}</noscript>`, null, null],
  ])('%s', (_, head, address, expected) => {
    expect(factsOf(head, paragraph, address).canonical).toBe(expected);
  });
});

describe('the language', () => {
  const language = (tag: string, head = '') =>
    htmlText(`<html lang="${tag}"><head>${head}</head><body>${paragraph}`).page.language;
  it.each([
    ['zh-hans-cn', 'zh-Hans-CN'],
    ['en_US', 'en-US'],
    [' DE ', 'de'],
    ['', null],
    ['english', null],
    ['und', null],
    ['x-default', null],
    ['en-!', null],
    [`en-${'x'.repeat(1000)}`, null],
  ])('of lang="%s"', (tag, expected) => {
    expect(language(tag)).toBe(expected);
  });

  it('prefers linked data, then HTML, Open Graph and Dublin Core', () => {
    const dublin = '<meta name="DC.language" content="fr">';
    const openGraph = meta('og:locale', 'it_IT');
    const article = linked({ '@type': 'Article', inLanguage: { alternateName: 'pt' } });
    expect(language('de', dublin + openGraph + article)).toBe('pt');
    expect(language('de', dublin + openGraph)).toBe('de');
    expect(language('-', dublin + openGraph)).toBe('it-IT');
    expect(language('-', dublin)).toBe('fr');
  });
});

describe('the date of publication', () => {
  const article = (datePublished: unknown) => linked({ '@type': 'BlogPosting', datePublished });
  const openGraph = meta('article:published_time', '2026-02-02');
  const dublin = '<meta name="dcterms.issued" content="2026-03">';
  const authority = '<meta name="PubDate" content="2026-04-04 10:05">';
  const time = (attributes: string) => `<time ${attributes}>some day</time>${paragraph}`;
  it.each([
    ['linked data', article('2026-01-01'), '2026-01-01'],
    ['Open Graph after an impossible date', article('2026-02-30'), '2026-02-02'],
    ['Open Graph after no date', article('yesterday'), '2026-02-02'],
    ['Open Graph after no text', article({ year: 2026 }), '2026-02-02'],
  ])('by %s', (_, head, expected) => {
    expect(factsOf(authority + dublin + openGraph + head).publishedAt).toBe(expected);
  });

  it('is read from Dublin Core, authority fields or `time` as a fallback', () => {
    const body = time('pubdate datetime="2026-05-05"');
    expect(factsOf(authority + dublin, body).publishedAt).toBe('2026-03');
    expect(factsOf(authority, body).publishedAt).toBe('2026-04-04T10:05');
    expect(factsOf('', body).publishedAt).toBe('2026-05-05');
    expect(factsOf('', time('itemprop="datePublished" datetime="2026"')).publishedAt).toBe('2026');
  });

  it('ignores other times on the page', () => {
    expect(factsOf('', time('datetime="2026-05-05"')).publishedAt).toBeNull();
    expect(factsOf('', time('pubdate')).publishedAt).toBeNull();
  });
});

describe('a hostile page', () => {
  const many = 100_000;
  it.each([
    ['metas', '<meta property="a" content="b">'.repeat(many)],
    ['canonical links', '<link rel=canonical href="a b">'.repeat(many)],
    ['links home', `<a href="/">${'<b>'.repeat(20)}`.repeat(many / 10)],
    ['scripts of linked data', linked({ '@type': 'Article' }).repeat(many / 10)],
    [
      'a script of nested lists',
      `<script type="application/ld+json">${'['.repeat(many)}${']'.repeat(many)}</script>`,
    ],
    [
      'a script of nested objects',
      `<script type="application/ld+json">${'{"@graph":'.repeat(many / 4)}1${'}'.repeat(many / 4)}</script>`,
    ],
    [
      'a graph',
      linked({ '@graph': Array(many / 10).fill({ '@type': 'Article', isPartOf: [[1]] }) }),
    ],
    [
      'odd values',
      linked({
        '@type': [7, null, 'Article'],
        headline: [],
        publisher: 'x',
        inLanguage: 1,
        mainEntityOfPage: [null],
        datePublished: [[]],
      }),
    ],
    ['separators', `<title>${'a-中|'.repeat(300)}</title><h1>${'中'.repeat(300)}</h1>`],
    ['hyphens', `<title>a${'-'.repeat(many)}中</title>${meta('og:site_name', '中')}`],
  ])('with many %s can be read', (_, html) => {
    const { title, headings } = factsOf(html);
    expect(title?.length ?? 0).toBeLessThanOrEqual(1000);
    expect(headings.length).toBeLessThanOrEqual(50);
  });

  it('has at most 50 headings of 300 characters, without split characters', () => {
    const parts = Array.from(
      { length: 80 },
      (_, n) => `<h2>${'😀'.repeat(400)}${n}</h2>${paragraph}`,
    );
    const { headings } = factsOf('', parts.join(''));
    expect(headings).toHaveLength(50);
    expect(headings[0]).toBe('😀'.repeat(150));
    const odd = linked({ '@type': 'Article', headline: `${'x'.repeat(999)}😀\u0000` });
    expect(factsOf(odd).title).toBe('x'.repeat(999));
    expect(factsOf(linked({ '@type': 'Article', headline: 'a\ud800b' })).title).toBe('a\ufffdb');
  });
});
