import { describe, expect, it } from 'vitest';
import { htmlText } from '../../src/extract/html.js';

const prose = (topic: string, sentences = 6) =>
  Array.from(
    { length: sentences },
    (_, i) => `Sentence ${i} tells about ${topic}, and goes on for a while, as prose does.`,
  ).join(' ');

const page = (body: string, head = '') =>
  `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;

const textOf = (body: string, head = '') => htmlText(page(body, head)).text;

const footer = `<footer role="contentinfo"><p>${prose('licences', 12)}</p></footer>`;

describe('the text of a page with little content', () => {
  it('is never its footer', () => {
    expect(textOf(`<main><h1>Class Buoy</h1><p>Nobody uses it.</p></main>${footer}`)).toBe(
      'Class Buoy\nNobody uses it.',
    );
    const unmarked = `<div><h1>Class Buoy</h1><p>Nobody uses it.</p></div>
      <div class="page-footer"><p>${prose('licences')}</p></div>`;
    expect(textOf(unmarked)).toBe('Class Buoy\nNobody uses it.');
  });

  it.each([
    ['a dialog', 'role="dialog"'],
    ['a modal', 'aria-modal="true"'],
    ['a menu', 'role="navigation"'],
  ])('is never %s, in any position', (_, attributes) => {
    const box = `<div ${attributes}><p>${prose('cookies and our partners', 12)}</p></div>`;
    const own = '<h1>Ferry</h1><p>The ferry leaves at nine on weekdays and at ten on Sundays.</p>';
    const text = 'Ferry\nThe ferry leaves at nine on weekdays and at ten on Sundays.';
    expect(textOf(`${box}<div>${own}</div>`)).toBe(text);
    expect(textOf(`<main>${own}</main>${box}`)).toBe(text);
  });

  it('is a recipe for cookies, whatever the name of its box', () => {
    const recipe = `<h1>Recipes</h1><div class="post oat-cookies"><p>${prose('oats')}</p></div>`;
    expect(textOf(recipe)).toContain(prose('oats'));
  });

  it('is everything visible if there is nothing else', () => {
    expect(textOf('<nav><a href="/a">Harbour</a></nav><footer>Imprint</footer>')).toBe(
      'Harbour\nImprint',
    );
  });

  it('is a box with a suspicious name, if there is hardly any other text', () => {
    const text = prose('islands', 2);
    const body = `<div class="sidebar"><p>${text}</p></div><p>More: island.example</p>`;
    expect(textOf(body)).toContain(text);
  });

  it('is the page behind an open dialog', () => {
    const body = `<div id="app" aria-hidden="true"><main><p>${prose('moors')}</p></main></div>
      <div role="dialog"><p>Please sign in.</p></div>`;
    expect(textOf(body)).toBe(prose('moors'));
  });

  it('is in the descriptions of its pictures', () => {
    const gallery = (words: string) => `<main><h1>Pictures</h1><img alt="${words}"></main>`;
    expect(textOf(gallery('A kite above the dyke'))).toBe('Pictures\nA kite above the dyke');
    const long = `<main><p>${prose('kites')}</p><img alt="a photo"></main>`;
    expect(textOf(long)).not.toContain('photo');
  });
});

describe('article text', () => {
  it('includes the heading, even if it repeats the title or is in the header of the page', () => {
    const title = '<title>On fog | The Coast</title>';
    const inside = `<article><h1>On fog</h1><p>${prose('fog')}</p></article>`;
    expect(textOf(inside, title)).toBe(`On fog\n${prose('fog')}`);
    const outside = `<header><h1>On fog</h1></header><main><p>${prose('fog')}</p></main>`;
    expect(textOf(outside, title)).toBe(`On fog\n${prose('fog')}`);
    const logo = `<header><h1>The Coast</h1></header><main><p>${prose('fog')}</p></main>`;
    expect(textOf(logo, '<title>On fog</title>')).toBe(prose('fog'));
  });

  it('includes notes in asides and the lead in the header, but no lists of links and no named boxes', () => {
    const box = (name: string, words: string, attributes = '') =>
      `<main><article>${name === 'header' ? '' : `<p>${prose('piers')}</p>`}
        <${name} ${attributes}><p>${words}</p></${name}><p>${prose('fog')}</p></article></main>`;
    const warning = 'The bridge closes at 17:30.';
    expect(textOf(box('aside', warning, 'class="admonition"'))).toContain(warning);
    expect(textOf(box('header', warning))).toContain(warning);
    expect(textOf(box('aside', warning, 'class="related"'))).not.toContain(warning);
    expect(textOf(box('aside', `<a href="/b">${warning}</a>`))).not.toContain(warning);
    const outside = `<aside><p>${warning}</p></aside><main><p>${prose('fog')}</p></main>`;
    expect(textOf(outside)).toBe(prose('fog'));
  });

  it('includes hidden panels of tabs, and what a search in the page reveals', () => {
    const commands = (attributes: string) =>
      `<main><p>${prose('piers')}</p><div ${attributes}><p>Type moor --line 8.</p></div></main>`;
    expect(textOf(commands('role="tabpanel" hidden'))).toContain('--line 8');
    expect(textOf(commands('role="tabpanel" style="display: none"'))).toContain('--line 8');
    expect(textOf(commands('hidden="until-found"'))).toContain('--line 8');
    expect(textOf(commands('hidden'))).not.toContain('--line 8');
  });

  it('includes reference pages: signatures, definitions, tables', () => {
    const reference = `<div id="content"><h1>moor()</h1>
      <pre>int <a href="/t">moor</a>(struct <a href="/b">boat</a> *b);</pre>
      <dl><dt>b</dt><dd>the boat</dd></dl>
      <table><tr><th>value</th><td>0</td></tr></table>
      <h2>See also</h2><ul><li><a href="/u">unmoor()</a></li></ul></div>`;
    expect(textOf(reference).split('\n')).toEqual([
      ...['moor()', 'int moor(struct boat *b);', 'b', 'the boat', 'value 0', 'See also'],
      'unmoor()',
    ]);
  });

  it('includes code without its line numbers, but with its comments', () => {
    const code = `<main><pre><span class="lineno">1</span><span class="comment">// moor</span>
<span class="lineno">2</span>moor();</pre></main>`;
    expect(textOf(code)).toBe('// moor\nmoor();');
  });

  it('includes code that requests line numbers by its class name', () => {
    const code = '<main><pre><code class="line-numbers">moor();</code></pre></main>';
    expect(textOf(code)).toBe('moor();');
  });

  it('includes every link of a sentence', () => {
    const links = ['the harbour office of the town', 'the association of fishermen']
      .concat('the owners of the old lighthouse')
      .map((name) => `<a href="/${name}">${name}</a>`)
      .join(', ');
    const sentence = `<p>Among those who wrote to the council were ${links} and others.</p>`;
    const letters = `<p>${prose('letters', 15)}</p>`;
    expect(textOf(`<article>${letters}${sentence}${letters}</article>`)).toContain(
      'the harbour office of the town, the association of fishermen, the owners',
    );
  });

  it('includes every part of a page that marks several as articles', () => {
    const parts = ['moor', 'cast off', 'anchor']
      .map((name, i) => `<article><h4>${name}()</h4><p>${prose(name, 9 - 2 * i)}</p></article>`)
      .join('');
    const text = textOf(`<div id="content"><h1>Boats</h1><p>A module.</p>${parts}</div>`);
    for (const part of ['A module.', 'moor()', 'cast off()', 'anchor()']) {
      expect(text).toContain(part);
    }
  });

  it('includes every answer to a question, and every entry of a listing', () => {
    const answers = ['Wait for the tide, and then for the wind to turn to the west.']
      .concat('Call the harbour master, who has moored boats here for forty years.')
      .concat('Use a longer rope, as long as three boats of the usual size at least.');
    const question = `<div id="question"><h1>How do I moor?</h1><p>${prose('mooring', 3)}</p></div>
      <div id="answers">${answers.map((each) => `<div class="answer"><p>${each}</p></div>`).join('')}</div>`;
    for (const answer of answers) expect(textOf(question)).toContain(answer);
    const goods = Array.from({ length: 12 }, (_, i) => `Folding chair Marlin ${i} for terraces`);
    const listing = `<main><h1>Chairs</h1><p>${prose('chairs', 4)}</p><div>${goods
      .map((name) => `<div class="tile"><a href="/${name}">${name}</a></div>`)
      .join('')}</div></main>`;
    for (const name of goods) expect(textOf(listing)).toContain(name);
  });

  it('includes every comment of a thread, but none below an article', () => {
    const comments = '<div class="comment">Mine broke in May.</div>'.repeat(9);
    const thread = (sentences: number) =>
      `<div><h1>Ropes</h1><p>${prose('ropes', sentences)}</p>${comments}</div>`;
    expect(textOf(thread(1))).toContain('Mine broke in May.');
    expect(textOf(thread(9))).not.toContain('Mine broke');
    const head = '<meta property="og:type" content="article">';
    expect(textOf(thread(1), head)).not.toContain('Mine broke');
  });

  it('includes the contents of closed details elements and declarative shadow roots', () => {
    const details = `<main><details><summary>When?</summary><p>At high tide.</p></details></main>`;
    expect(textOf(details)).toBe('When?\nAt high tide.');
    const shadow = `<x-page><template shadowrootmode="open"><p>${prose('dunes')}</p></template></x-page>
      <template><p>Never shown</p></template>`;
    expect(textOf(shadow)).toBe(prose('dunes'));
  });
});

describe('lines outside the text of an article', () => {
  const article = `<h1>On tides</h1><p>${prose('ebb', 20)}</p><p>${prose('flood', 20)}</p>`;
  const text = `On tides\n${prose('ebb', 20)}\n${prose('flood', 20)}`;

  it.each([
    ['links below a line that heads them', '<p>Related stories</p><p><a href="/a">On ice</a></p>'],
    ['buttons to share it', '<div class="share"><a href="/s">Tweet this</a></div>'],
    ['a box about its author', '<div class="author-bio"><p>Ada lives by the sea.</p></div>'],
    ['a heading of nothing', '<h2>Comments</h2>'],
    ['a line that its class calls that of the author', '<p class="byline">Ada Brook</p>'],
    ['its heading again', '<h2>On tides</h2>'],
    ['a notice of copyright', '<p>Copyright 2026 The Coast</p>'],
  ])('are %s', (_, boilerplate) => {
    expect(textOf(`<div class="story">${article}${boilerplate}</div>`)).toBe(text);
    expect(textOf(`<main>${article}${boilerplate}</main>`)).toBe(text);
  });

  it.each([
    'Published: 4 May 2026, 09:30',
    'Updated 1:39 am EST, Wednesday, May 4, 2026',
    'By Ada Brook | Coast News',
    '2026年5月4日 09:30',
    '来源：海岸日报　编辑：王芳',
    '阅读 1234',
  ])('include a line about it at its edges: %s', (line) => {
    expect(textOf(`<main><h1>On tides</h1><p>${line}</p>${article}</main>`)).not.toContain(line);
  });

  it('include captions', () => {
    const caption = '<p>The pier after the storm of last week, in May.</p>';
    const boxes = [
      `<figcaption>${caption}</figcaption>`,
      `<div class="wp-caption">${caption}</div>`,
    ];
    for (const box of boxes) {
      expect(textOf(`<article>${article}${box}${article}</article>`)).not.toContain('The pier');
    }
  });

  it('exclude sentences, even if one begins like a line that heads links', () => {
    const advice =
      'You may want to bring warm clothes, because the wind comes from the north all day.';
    const head = '<meta property="og:type" content="article">';
    expect(textOf(`<main><p>${advice}</p></main>`, head)).toBe(advice);
    const linked = `<p>${advice}</p><p><a href="/wind">On wind</a></p>`;
    expect(textOf(`<main>${article}${linked}</main>`)).toContain(advice);
  });

  it('exclude similar lines inside the article', () => {
    const lines = ['By the sea.', '4 May 2026', 'Quiet water.'];
    const inside = lines.map((line) => `<p>${line}</p>`).join('');
    const many = Array.from({ length: 4 }, (_, i) => `<p>${prose(`wave ${i}`)}</p>`).join('');
    const found = textOf(`<main>${many}${inside}${many}</main>`);
    for (const line of lines) expect(found).toContain(line);
  });
});

describe('the title', () => {
  it.each([
    ['On fog | The Coast', '<h1>On fog</h1>', '', 'On fog'],
    ['The Coast: On fog', '<h1>On fog</h1>', '', 'The Coast: On fog'],
    ['On fog - The Coast', '', '<meta property="og:site_name" content="The Coast">', 'On fog'],
    ['The Coast » On fog', '', '<meta name="application-name" content="the coast">', 'On fog'],
    [
      'Fog - a guide - Coast',
      '',
      '<meta property="og:site_name" content="Coast">',
      'Fog - a guide',
    ],
    ['Fog - a guide', '', '', 'Fog - a guide'],
    ['  Fog\n and   ice ', '', '', 'Fog and ice'],
  ])('of %s', (title, body, metas, expected) => {
    expect(htmlText(page(body, `<title>${title}</title>${metas}`)).page.title).toBe(expected);
  });

  it('prefers the HTML title to titles for other services; null without any', () => {
    const og = '<meta property="og:title" content="On fog">';
    expect(htmlText(page('', og)).page.title).toBe('On fog');
    expect(htmlText(page('text')).page.title).toBeNull();
  });
});
