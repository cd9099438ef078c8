/** Kinds of pages whose content an extractor may miss, one small page each. */
import { describe, expect, it } from 'vitest';
import { htmlText } from '../../src/extract/html.js';

const prose = (topic: string, sentences = 6) =>
  Array.from(
    { length: sentences },
    (_, i) => `Sentence ${i} tells about ${topic}, and goes on for a while, as prose does.`,
  ).join(' ');

function linesOf(body: string, head = '') {
  const { text, rest } = htmlText(`<html><head>${head}</head><body>${body}</body></html>`);
  return { main: text.split('\n'), rest: rest.split('\n') };
}

const textOf = (body: string, head = '') => linesOf(body, head).main.join('\n');

describe('a name inside a longer name', () => {
  it.each(['c-card c-card--has-footer', 'no-footer', 'has-sidebar', 'is-related', 'shareholders'])(
    'leaves nothing out: %s',
    (name) => {
      const card = (topic: string) =>
        `<div class="${name}"><h3>${topic}</h3><p>${topic} at nine.</p></div>`;
      const text =
        textOf(`<main><h1>Boats</h1><p>${prose('boats')}</p>${card('Gigs')}${card('Yawls')}
        <p>${prose('ropes')}</p></main>`);
      expect(text).toContain('Gigs\nGigs at nine.\nYawls');
    },
  );

  it('is the id of a section, made of its heading', () => {
    const section = `<section id="copyright"><h2>Copyright</h2><p>${prose('copying')}</p></section>
      <section id="footer"><h2>Footer</h2><p>Put it last.</p></section>`;
    const text = textOf(`<main><p>${prose('files')}</p>${section}<p>${prose('notes')}</p></main>`);
    expect(text).toContain(prose('copying'));
    expect(text).toContain('Put it last.');
  });
});

describe('a page of several equal parts has all of them:', () => {
  it.each([
    ['articles', '<article>', '</article>'],
    ['boxes', '<div class="post">', '</div>'],
    ['comments', '<div class="comment">', '</div>'],
  ])('%s of a thread, even if they have only a few words', (_, start, end) => {
    const posts = [
      prose('ropes', 3),
      'Mine broke<br>in May.',
      prose('hemp', 3),
      'Thanks',
      prose('tar', 2),
    ]
      .map((text) => `${start}<div>${text}</div>${end}`)
      .join('');
    const head = '<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script>';
    const text = textOf(`<div><h1>Which rope?</h1></div><div id="thread">${posts}</div>`, head);
    for (const words of [prose('ropes', 3), 'Mine broke\nin May.', 'Thanks', prose('tar', 2)]) {
      expect(text).toContain(words);
    }
  });

  it('entries of a listing, beside a box with all of the prose', () => {
    const entries = Array.from(
      { length: 120 },
      (_, i) => `<li><a href="/${i}">How we built boat number ${i}</a></li>`,
    );
    const box = `<div class="tools"><p>${prose('missing modules', 3)}</p></div>`;
    const text = textOf(`<div class="list"><ul>${entries.join('')}</ul></div>${box}`);
    expect(text).toContain('How we built boat number 7');
  });
});

describe('a page that says it is an article', () => {
  const article = '<meta property="og:type" content="article">';
  const thread = (sentences: number) =>
    textOf(
      `<main><h1>Which rope?</h1><p>${prose('ropes', sentences)}</p>
        <div class="comments">${[prose('hemp', 9), prose('tar', 9)].map((text) => `<p>${text}</p>`).join('')}</div></main>`,
      article,
    );

  it('is a thread if there is hardly any prose beside the comments', () => {
    expect(thread(1)).toContain(prose('hemp', 9));
    expect(thread(6)).not.toContain(prose('hemp', 9));
  });

  it('has all posts, even if one of them has most of the prose', () => {
    const posts = [prose('ropes', 9), prose('hemp', 2), 'Thanks', prose('tar', 3)].map(
      (text) => `<li><article class="post"><p>${text}</p></article></li>`,
    );
    const text = textOf(`<h1>Which rope?</h1><ol>${posts.join('')}</ol>`, article);
    for (const words of [prose('ropes', 9), prose('hemp', 2), 'Thanks', prose('tar', 3)]) {
      expect(text).toContain(words);
    }
  });
});

describe('a box with the name of a footer', () => {
  it('is the content if it is long and most of the page', () => {
    const thread = (sentences: number) =>
      textOf(
        `<h1>Ropes</h1><p>Asked in May.</p><div class="bodyAndFooter"><p>${prose('hemp', sentences)}</p></div>`,
      );
    expect(thread(60)).toContain(prose('hemp', 60));
    expect(thread(6)).toBe('Ropes\nAsked in May.');
  });
});

describe('teasers of other pages', () => {
  const teaser = (topic: string) =>
    `<div class="card"><h3><a href="/${topic}">On ${topic}</a></h3><p>${prose(topic, 2)}</p></div>`;
  const teasers = ['fog', 'mills', 'owls'].map(teaser).join('');
  const page = (sentences: number) =>
    linesOf(`<main><h1>On tides</h1><p>${prose('ebb', sentences)}</p>
      <div><h2>Read on</h2><div>${teasers}</div></div></main>`);

  it('are outside an article', () => {
    const { main, rest } = page(12);
    expect(main).toEqual(['On tides', prose('ebb', 12)]);
    expect(rest).toContain(prose('owls', 2));
  });

  it('are the content of a page that is about them', () => {
    expect(page(2).main).toContain(prose('owls', 2));
  });
});

describe('text outside the marked article', () => {
  it('is content if it is more than the article', () => {
    const body = `<h1>Songs</h1><p>${prose('the songs', 4)}</p><article><p>${prose('the singer', 2)}</p></article>
      <p>${prose('the choir', 4)}</p>`;
    expect(textOf(`<main>${body}</main>`)).toContain(prose('the choir', 4));
    expect(textOf(`<div>${body}</div>`)).toContain(prose('the songs', 4));
  });

  it('is content beside it in the main element, but not another page that is appended', () => {
    const article = `<article><h1>On tides</h1><p>${prose('ebb', 20)}</p></article>`;
    const next = `<div class="next"><article><h2>On fog</h2><p>${prose('fog', 3)}</p></article></div>`;
    expect(textOf(`<main>${article}${next}</main>`)).toBe(`On tides\n${prose('ebb', 20)}`);
  });
});

describe('hidden text', () => {
  const story = prose('a fishing village', 8);

  it.each([
    ['visibility', 'style="visibility: hidden; opacity: 0;"'],
    ['display', 'style="display:none"'],
    ['an attribute', 'hidden'],
  ])('that is more than everything shown is the content (%s)', (_, attributes) => {
    const frame = '<p>Scan the code to open this page in the application, and follow us there.</p>';
    const page = `<h1>A village</h1><div id="content" ${attributes}><p>${story}</p></div>${frame.repeat(4)}`;
    expect(textOf(page)).toContain(story);
    const shown = `<main><p>${prose('what is shown', 12)}</p><div ${attributes}><p>${story}</p></div></main>`;
    expect(textOf(shown)).not.toContain(story);
  });

  it('of a page for browsers without scripts is the content if there is no more', () => {
    const page = `<div id="app"><p>Loading …</p></div><noscript><div><p>${story}</p></div></noscript>`;
    expect(textOf(page)).toBe(story);
  });
});

describe('the readings of Japanese words', () => {
  it('are lines outside the text, each once', () => {
    const words =
      '<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>を<ruby>読<rt>よ</rt></ruby>む人は多い。';
    const { main, rest } = linesOf(`<article><p>${words}</p></article>`);
    expect(main).toEqual(['漢字を読む人は多い。']);
    expect(rest.join(' ')).toBe('( かんじ ) よ');
  });
});

describe('lines about an article in any language', () => {
  it.each([
    'Publicerad: 2019-03-21 Uppdaterad: 2025-01-15',
    'Julkaistu 4.5.2026 klo 9.30',
    'Opublikowano 4 maja 2026',
    '게시 2026년 5월 4일',
    'Fotograf: Ada Brook',
  ])('are outside its text: %s', (line) => {
    const article = `<p>${prose('ebb', 9)}</p><p>${prose('flood', 9)}</p>`;
    const { main, rest } = linesOf(
      `<main><h1>On tides</h1><p>${line}</p>${article}<p>${line} ·</p></main>`,
    );
    expect(main).toEqual(['On tides', prose('ebb', 9), prose('flood', 9)]);
    expect(rest).toEqual(expect.arrayContaining([line, `${line} ·`]));
  });
});

describe('articles that a site appends to another', () => {
  const head = '<title>Ferry stays - Valley News</title>';
  const own = `<article><h1>Ferry stays</h1><p>${prose('ferries', 6)}</p></article>`;
  const others = (tag: string) =>
    ['mills', 'bees', 'owls'].map(
      (topic) => `<${tag}><h2>On ${topic}</h2><p>${prose(topic, 9)}</p></${tag}>`,
    );

  it.each(['article', 'div', 'section'])('are outside the text: %s', (tag) => {
    const body = `<header><a href="/">Home</a></header>${own}<div>${others(tag).join('')}</div>`;
    expect(textOf(body, head)).toBe(`Ferry stays\n${prose('ferries', 6)}`);
  });

  it('are the text if none of them has the title of the page', () => {
    const body = `<h1>Valley News</h1>${others('article').join('')}`;
    expect(textOf(body, '<title>Valley News</title>')).toContain(prose('owls', 9));
  });
});

describe('a heading that the title names', () => {
  const head = '<title>The lamp stays dark - Ask</title>';
  const question = `<h1>The lamp stays dark</h1><p>${prose('lamps')}</p>`;

  it('marks half of the prose as the text', () => {
    const frame = `<div>${prose('this site', 3)}<div>${prose('its owner', 2)}</div></div>`;
    const text = `The lamp stays dark\n${prose('lamps')}`;
    expect(textOf(`<div>${question}</div>${frame}`, head)).toBe(text);
    const social = '<meta property="og:title" content="The lamp stays dark">';
    expect(textOf(`<div>${question}</div>${frame}`, social)).toBe(text);
  });

  it.each(['div', 'article'])('marks no first post of a thread: %s', (tag) => {
    const answers = ['fuses', 'sockets', 'switches', 'wires'].map(
      (it) => `<div class="post"><p>${prose(it, 2)}</p></div>`,
    );
    const text = textOf(`<${tag}>${question}</${tag}><div>${answers.join('')}</div>`, head);
    expect(text).toContain(prose('wires', 2));
  });
});

describe('code in a hidden tab', () => {
  it.each(['hidden', 'style="display:none"'])('is text: %s', (hiding) => {
    const tabs = `<div class="tab"><pre>open()</pre></div><div class="tab" ${hiding}><pre>await
open()</pre></div>`;
    expect(textOf(`<main><p>${prose('sessions')}</p>${tabs}</main>`)).toContain(
      'open()\nawait\nopen()',
    );
  });
});

describe('a CDATA section in HTML', () => {
  it('is a comment that ends with its first tag, as in browsers', () => {
    const page = `<main><![CDATA[<div>]]<p>${prose('ropes')}</p></div>]]></main>`;
    expect(textOf(page)).toContain(prose('ropes'));
  });
});

describe('the toolbar of the Wayback Machine', () => {
  const [begin, end] = ['BEGIN', 'END'].map((it) => `<!-- ${it} WAYBACK TOOLBAR INSERT -->`);
  const bar = '<div id="wm-ipp-base">14 captures<p>About this capture</p></div>';
  const page = `<h1>Ferry</h1><p>${prose('ferries')}</p>`;

  it('is no line of the page', () => {
    expect(linesOf(`${begin}${bar}${end}${page}`)).toEqual(linesOf(page));
  });

  it('is a line like any other if it does not end', () => {
    expect(linesOf(`${page}${begin}${bar}`).rest).toContain('About this capture');
  });
});
