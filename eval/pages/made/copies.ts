import { at, copy, host, html, type MadeCase, prose } from './page.js';

export function copies(): MadeCase[] {
  const post = (frame: (body: string, title: string) => string, subject: string) =>
    frame(`<article><h1>The ${subject}</h1>${prose(subject, 4)}</article>`, `The ${subject}`);
  const framed = (site: string, menu: readonly string[]) => (body: string, title: string) =>
    html(
      `${title} - ${site}`,
      `<header>${site}<nav><ul>${menu.map((item) => `<li><a href="/m">${item}</a></li>`).join('')}</ul></nav></header>${body}<footer>Contact ${site}</footer>`,
    );
  const gazette = framed('The Harbour Gazette', ['News', 'Weather', 'Sports']);
  const times = framed('The Hill Times', ['Home', 'Politics', 'Letters']);
  const others = ['kettle', 'feed', 'room'].map((subject, index) =>
    at(`https://gazette.example/${index}`, post(gazette, subject)),
  );
  const otherTimes = ['game', 'song', 'guide'].map((subject, index) =>
    at(`https://times.example/${index}`, post(times, subject)),
  );
  const lamp = at('https://gazette.example/lamp', post(gazette, 'lamp'));
  const published = (order: 'first' | 'last') => {
    const line = '<p>Published on 21 March 2019, updated on 15 January 2025</p>';
    return html(
      'Harbour',
      `<main>${order === 'first' ? line : ''}<h1>Harbour</h1>${prose('harbour', 4)}${order === 'last' ? line : ''}</main>`,
    );
  };
  return [
    copy('the same page at another address', 'blog', [lamp], at(`${host}/copy`, lamp.html)),
    copy(
      'a product in two categories',
      'shop',
      [lamp, ...others],
      at('https://gazette.example/new/lamp', lamp.html),
    ),
    copy(
      'the same post after the menu of the site has changed',
      'blog',
      [
        lamp,
        ...['a', 'b', 'c'].map((name, index) =>
          at(
            `https://gazette.example/${name}`,
            post(
              framed('The Harbour Gazette', ['News', 'Opinion', 'Puzzles']),
              ['song', 'game', 'feed'][index]!,
            ),
          ),
        ),
      ],
      at(
        'https://gazette.example/lamp-again',
        post(framed('The Harbour Gazette', ['News', 'Opinion', 'Puzzles']), 'lamp'),
      ),
    ),
    copy(
      'the same post in the frame of another newspaper',
      'blog',
      [lamp, ...others, ...otherTimes],
      at('https://times.example/lamp', post(times, 'lamp')),
    ),
    copy('a page visited again', 'blog', [lamp], lamp),
    copy(
      'a line about the page that moves',
      'event',
      [at(`${host}/moved`, published('last'))],
      at(`${host}/moved`, published('first')),
    ),
  ];
}
