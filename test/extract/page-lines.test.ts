import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlText } from '../../src/extract/html.js';
import { repetitions } from '../repetitions.js';

const prose = (topic: string, sentences = 6) =>
  Array.from(
    { length: sentences },
    (_, i) => `Sentence ${i} tells about ${topic}, and goes on for a while, as prose does.`,
  ).join(' ');

const page = (body: string, head = '') =>
  `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;

function linesOf(body: string, head = '') {
  const { text, rest } = htmlText(page(body, head));
  return { main: text.split('\n'), rest: rest.split('\n').filter((line) => line !== '') };
}

function allLines(body: string, head = ''): string[] {
  const { main, rest } = linesOf(body, head);
  return [...main, ...rest];
}

const story = `<p>${prose('tides')}</p><p>${prose('fog')}</p>`;

describe('a page of an event', () => {
  const event = (day: string, state: string) => `<header><a href="/">The Coast</a></header><main>
    <h1>Songs of the coast</h1><div class="facts"><p>${day}</p><p>18:00</p><p>${state}</p>
    <ul><li>Adults <b>120 crowns</b></li><li>Children free</li></ul></div>
    <article>${story}</article></main>`;

  it('has its day, hour, state and price beside the article as lines outside the main text', () => {
    const { main, rest } = linesOf(event('Friday 4 December', 'Cancelled'));
    expect(main.slice(-2)).toEqual([prose('tides'), prose('fog')]);
    const facts = ['Friday 4 December', '18:00', 'Cancelled', 'Adults 120 crowns', 'Children free'];
    expect(rest.filter((line) => facts.includes(line))).toEqual(facts);
    expect(linesOf(event('Saturday 5 December', 'Open')).rest).not.toEqual(rest);
  });
});

describe('a thread', () => {
  const replies = ['Wait for the tide.<br>Then row.', 'Thanks', 'See the post of 4 May<br>below'];
  const replyLines = [
    'Wait for the tide.',
    'Then row.',
    'Thanks',
    'See the post of 4 May',
    'below',
  ];

  it.each([
    ['articles side by side', 'article', ''],
    ['boxes', 'div', 'class="post"'],
    ['boxes named as published comments', 'div', 'class="comment comment-published"'],
    ['list items', 'li', ''],
  ])('has each line of each post, in %s', (_, name, attributes) => {
    const box = (text: string) => `<${name} ${attributes}><div>${text}</div></${name}>`;
    const thread = [box(`<p>${prose('ropes', 9)}</p>`), ...replies.map(box)].join('');
    const lines = allLines(`<div id="thread"><h1>Which rope?</h1>${thread}</div>`);
    if (name === 'li') {
      expect(lines).toEqual(expect.arrayContaining(['Wait for the tide. Then row.', 'Thanks']));
    } else expect(lines).toEqual(expect.arrayContaining(replyLines));
    const longer = allLines(
      `<div id="thread"><h1>Which rope?</h1>${thread}${box('One more')}</div>`,
    );
    expect(longer.toSorted()).toEqual([...lines, 'One more'].toSorted());
  });
});

describe('a box is lines of its own, whatever its name:', () => {
  it.each([
    'class="card card--has-footer"',
    'class="no-footer"',
    'class="comment-published"',
    'id="copyright"',
    'id="cookie-consent"',
    'class="related-posts"',
    'class="sidebar"',
    'class="newsletter"',
    'role="dialog"',
    'role="navigation"',
    'aria-modal="true"',
    'aria-hidden="true"',
    'hidden',
    'style="display: none"',
    'class="sr-only"',
    'class="author-bio"',
    'class="share"',
  ])('%s', (attributes) => {
    const box = `<section ${attributes}><p>Rooms for 8 people</p><p>from 90 crowns</p></section>`;
    for (const body of [`<main>${story}${box}</main>`, `${box}<article>${story}</article>`]) {
      const lines = allLines(body);
      expect(lines.filter((line) => line === 'Rooms for 8 people')).toHaveLength(1);
      expect(lines.filter((line) => line === 'from 90 crowns')).toHaveLength(1);
    }
  });
});

describe('a control', () => {
  it.each([
    ['<button>Book now</button>', ['Book now']],
    ['<select><option>4 May</option><option>5 May</option></select>', ['4 May', '5 May']],
    ['<textarea>Dear office</textarea>', ['Dear office']],
    ['<dialog><p>Sold out</p></dialog>', ['Sold out']],
    ['<noscript><p>No pictures</p></noscript>', ['No pictures']],
    ['<details><summary>When?</summary><p>At noon</p></details>', ['When?', 'At noon']],
    ['<nav><a href="/a">Harbour</a></nav>', ['Harbour']],
    ['<footer><p>Quay 4</p></footer>', ['Quay 4']],
    ['<aside><p>Closed in May</p></aside>', ['Closed in May']],
  ])('%s has lines', (control, expected) => {
    const lines = allLines(`<div>${story}</div>${control}`);
    expect(lines.filter((line) => expected.includes(line))).toEqual(expected);
  });

  it('inside a sentence is a line of its own, after the line around it', () => {
    const { main, rest } = linesOf(
      `<main>${story}<p>Leave <button>Why?</button> at noon <span hidden>sharp</span>.</p>${story}</main>`,
    );
    expect(main[2]).toBe('Leave at noon .');
    expect(rest).toEqual(['Why? sharp']);
  });

  it.each(['script', 'style', 'template', 'svg', 'iframe'])('of <%s> is nothing', (name) => {
    expect(allLines(`<main>${story}<${name}>moor</${name}></main>`).join()).not.toContain('moor');
  });
});

describe('a row or an item', () => {
  it('is one line', () => {
    const table = `<table><tr><th>Boat</th><th>Leaves</th></tr>
      <tr><td><p>Marlin</p></td><td><p>18:00</p><p>daily</p></td></tr></table>`;
    const list = '<ul><li><h3>Chair</h3><p>40 crowns</p></li><li><p>Table</p><p>90</p></li></ul>';
    const { main } = linesOf(`<main>${story}${table}${list}</main>`);
    expect(main.slice(2)).toEqual([
      ...['Boat Leaves', 'Marlin 18:00 daily', 'Chair 40 crowns', 'Table 90'],
    ]);
  });

  it('shows which cells before its last filled one are empty', () => {
    const cells = ['<td>Mon', '<td>&nbsp;', '<td><p> </p>', '<td>10:00', '<td>', '<td>✓', '<td>'];
    const pictures = ['<th>Tue', '<td><img src=yes.png>', '<td><input>', '<td>', '<td>8:00'];
    const layout = ['<td> ', '<td>Wed'];
    const rows = [cells, pictures, layout].map((row) => `<tr>${row.join('')}</tr>`).join('');
    const { main } = linesOf(`<main>${story}<table>${rows}</table></main>`);
    expect(main.slice(2)).toEqual(['Mon ∅ ∅ 10:00 ∅ ✓', 'Tue ∅ 8:00', '∅ Wed']);
  });

  it('of a single cell has a line for each paragraph', () => {
    const table = '<table><tr><td><p>Marlin</p><p>18:00</p></td></tr></table>';
    const { main } = linesOf(`<main>${story}${table}${story}</main>`);
    expect(main.slice(2, 4)).toEqual(['Marlin', '18:00']);
  });

  it('that is long, or has others inside it, has several lines', () => {
    const long = 'a'.repeat(301);
    const item = (one: string, other: string) => `<li><p>${one}</p><p>${other}</p></li>`;
    const { main } = linesOf(
      `<main>${story}<ul>${item(long.slice(1), long.slice(1))}${item(long, long.slice(1))}
      <li><p>Fares</p><ul>${item('Adults', '40')}</ul></li></ul></main>`,
    );
    expect(main.slice(2)).toEqual([
      ...[`${long.slice(1)} ${long.slice(1)}`, long, long.slice(1), 'Fares', 'Adults 40'],
    ]);
  });
});

describe('the title', () => {
  const title = (text: string) => `<title>${text}</title>`;

  it('is lines outside the main text, unless the page has a main heading', () => {
    const { rest } = linesOf(
      `<main>${story}</main>`,
      title('Fog – Tides | The Coast · News » Home — 2.1 manual'),
    );
    expect(rest).toEqual(['Fog', 'Tides', 'The Coast', 'News', 'Home', '2.1 manual']);
    const { rest: whole } = htmlText(
      page(`<nav>Map</nav><main>${story}</main>`, title('Fog | News')),
    );
    expect(whole).toBe('Fog\n\nNews\n\nMap');
    const heading = linesOf(`<main><h1>On fog</h1>${story}</main>`, title('On fog | The Coast'));
    expect(heading.main[0]).toBe('On fog');
    expect(heading.rest).not.toContain('On fog');
  });

  it('is not cut at a hyphen inside a word', () => {
    const { rest } = linesOf(`<main>${story}</main>`, title('Old-town walk - The Coast'));
    expect(rest).toEqual(['Old-town walk', 'The Coast']);
  });
});

describe('nothing is lost:', () => {
  const names = [
    ...['div', 'p', 'span', 'b', 'a', 'ul', 'li', 'table', 'tr', 'td', 'h1', 'h2', 'pre', 'code'],
    ...[
      'main',
      'article',
      'section',
      'nav',
      'aside',
      'header',
      'footer',
      'form',
      'button',
      'dialog',
    ],
    ...['select', 'option', 'details', 'summary', 'figure', 'figcaption', 'blockquote', 'label'],
  ];
  const attributes = [
    ...['', '', '', 'hidden', 'class="sidebar"', 'class="related"', 'id="copyright"'],
    ...['class="comments"', 'class="author-bio"', 'role="dialog"', 'style="display:none"'],
    ...['class="post-content"', 'class="caption"', 'class="cookie-consent"', 'class="lineno"'],
    ...['aria-hidden="true"', 'href="/a"', 'itemprop="articleBody"', 'class="share"'],
  ];
  type Node = 'word' | 'prose' | { name: string; attribute: string; children: Node[] };
  const { tree } = fc.letrec<{ tree: Node }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<Node>('word', 'word', 'prose'),
      fc.record({
        name: fc.constantFrom(...names),
        attribute: fc.constantFrom(...attributes),
        children: fc.array(tie('tree'), { minLength: 1, maxLength: 5 }),
      }) as fc.Arbitrary<Node>,
    ),
  }));

  /** Returns HTML in which each word is another one. */
  function written(nodes: readonly Node[]): { html: string; words: string[] } {
    const words: string[] = [];
    const newWord = () => {
      words.push(`w${words.length}`);
      return words.at(-1)!;
    };
    const write = (node: Node): string => {
      if (node === 'word') return ` ${newWord()} `;
      if (node === 'prose') {
        const sentence = () => `${Array.from({ length: 14 }, newWord).join(' ')}.`;
        return ` ${sentence()} ${sentence()} `;
      }
      const { name, attribute, children } = node;
      return `<${name} ${attribute}>${children.map(write).join('')}</${name}>`;
    };
    return { html: nodes.map(write).join(''), words };
  }

  it('each visible word of any page is in the main text or in the rest, once', () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 6 }), (nodes) => {
        const { html, words } = written(nodes);
        const { text, rest, lines } = htmlText(page(html));
        const found = `${text}\n${rest}`.match(/w\d+/g) ?? [];
        expect(found.toSorted()).toEqual(words.toSorted());
        const parts = [text, rest].map((part) => (part === '' ? [] : part.split('\n')));
        const ofPart = (part: string) =>
          lines.flatMap((line) => (line.in === part ? [line.text] : []));
        expect([ofPart('main'), ofPart('rest')]).toEqual(parts);
      }),
      { seed: 7, numRuns: repetitions(2000) },
    );
  });
});
