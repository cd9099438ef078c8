import { article, pick, randomFrom } from './texts.mjs';

/**
 * The pages of the site: 300 addresses, 135 pages.
 *
 *   90 articles, 60 English and 30 Chinese                      /articles/N
 *   60 print versions, 45 mirrors                               /print/N  /mirror/N
 *   30 addresses with a session id                              /articles/N?sid=…
 *   30 articles again, in the pages of another publisher        /partner/N
 *   30 pages of an archive, one template                        /archive/N
 *   15 timetables, one template                                 /timetable/N
 *
 * At the second visit six articles are rewritten, with all their copies, and the first page of the
 * archive lists other news.
 */

/** @typedef {{ path: string, content: string, html: string }} Page  `content`: what it truly is */

const articles = 90;
const archivePages = 30;
const timetables = 15;

/**
 * @param {number} visit 1 or 2
 * @returns {Map<string, Page>} by path
 */
export function pagesAt(visit) {
  const pages = [];
  for (let number = 0; number < articles; number++) {
    const rewritten = visit === 2 && number % 15 === 2;
    const text = article(rewritten ? 1000 + number : number, number % 3 === 0 ? 'zh' : 'en');
    const content = `article ${number}${rewritten ? ', rewritten' : ''}`;
    const copies = copiesOf(number);
    pages.push({
      path: `/articles/${number}`,
      content,
      html: site(text, body(text), copies),
    });
    for (const path of copies) pages.push({ path, content, html: copy(path, text) });
  }
  for (let number = 0; number < archivePages; number++) {
    const renewed = visit === 2 && number === 0;
    const content = `archive ${number}${renewed ? ', renewed' : ''}`;
    pages.push({ path: `/archive/${number}`, content, html: archive(number, renewed) });
  }
  for (let number = 0; number < timetables; number++) {
    const html = timetable(number);
    pages.push({ path: `/timetable/${number}`, content: `timetable ${number}`, html });
  }
  return new Map(pages.map((page) => [page.path, page]));
}

function copiesOf(number) {
  const session = randomFrom(number)().toString(36).slice(2, 12);
  return [
    ...(number < 60 ? [`/print/${number}`] : []),
    ...(number >= 45 ? [`/mirror/${number}`] : []),
    ...(number % 3 === 0 ? [`/articles/${number}?sid=${session}`] : []),
    ...(number % 3 === 1 ? [`/partner/${number}`] : []),
  ];
}

function copy(path, text) {
  if (path.startsWith('/print/')) return print(text);
  if (path.startsWith('/partner/')) return partner(text);
  if (path.startsWith('/mirror/')) return mirror(text);
  return site(text, body(text), []);
}

function body({ title, paragraphs }) {
  return `<article><h1>${title}</h1>${paragraphs.map((each) => `<p>${each}</p>`).join('\n')}</article>`;
}

const menu = ['News', 'Harbour', 'Market', 'Weather', 'People', 'Archive', 'Letters']
  .map((name) => `<li><a href="/archive/0">${name}</a></li>`)
  .join('');

function site({ title, language }, content, links) {
  const more = links.map((path) => `<li><a href="${path}">${path}</a></li>`).join('');
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title} | The Harbour Post</title></head>
<body><header><a href="/archive/0">The Harbour Post</a><nav><ul>${menu}</ul></nav></header>
<main>${content}</main>
<aside><h2>More</h2><ul>${more}</ul></aside>
<footer>Imprint, privacy, contact. All rights reserved by nobody.</footer></body></html>`;
}

function print(text) {
  return `<!doctype html>
<html lang="${text.language}"><head><meta charset="utf-8"><title>Print: ${text.title}</title></head>
<body><p>The Harbour Post, print version</p>${body(text)}</body></html>`;
}

function mirror(text) {
  return site(text, body(text), [])
    .replaceAll('The Harbour Post', 'harbour mirror')
    .replace('<main>', '<main class="mirrored">');
}

/** No article element, no main, and much around it. */
function partner({ title, paragraphs, language }) {
  const teasers = [5, 6, 7, 8].map(
    (number) => `<div><b>Read on</b> Our offer number ${number}</div>`,
  );
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>Region Today - ${title}</title></head>
<body><div id="top"><a href="/archive/1">Region Today</a> <a href="/archive/2">Sport</a> <a href="/archive/3">Culture</a>
<span>Subscribe now</span></div><div class="wrap"><div class="left">${teasers.join('')}</div>
<div class="story"><h2>${title}</h2>${paragraphs.map((each) => `<div><p>${each}</p></div>`).join('\n')}</div>
<div class="right"><div>Advertisement</div>${teasers.reverse().join('')}</div></div>
<div id="bottom">Region Today, a newspaper of the region. Terms of use.</div></body></html>`;
}

/** Three articles a page, and every page has the same template. */
function archive(number, renewed) {
  const listed = [0, 1, 2].map((place) => number * 3 + place);
  const entries = listed.map((each) => {
    const text = article(renewed ? 2000 + each : each, each % 3 === 0 ? 'zh' : 'en');
    const [first] = text.paragraphs[1].split(/(?<=[.。])/);
    return `<li><h2><a href="/articles/${each}">${text.title}</a></h2><p>${first}</p></li>`;
  });
  const links = [`/archive/${(number + 1) % archivePages}`];
  if (number < timetables) links.push(`/timetable/${number}`);
  const title = `Archive, page ${number + 1} of ${archivePages}`;
  const content = `<h1>${title}</h1><p>All news of the last months, the newest first.</p><ol>${entries.join('\n')}</ol>`;
  return site({ title, language: 'en' }, content, links);
}

const quays =
  'North Mole|Salt Stairs|Old Crane|Herring Steps|Tar Wharf|Glass Island|Mill Landing|Bell Rock|Nun Ford|Cooper Quay|Sand Point|Lock Eight'.split(
    '|',
  );

/** The same sentences around other lines, stops and times. */
function timetable(number) {
  const random = randomFrom(500 + number);
  const rows = Array.from({ length: 14 }, () => {
    const time = `${5 + Math.floor(random() * 17)}:${10 + Math.floor(random() * 50)}`;
    return `<tr><td>${time}</td><td>${pick(quays, random)}</td><td>${pick(quays, random)}</td><td>boat ${Math.floor(random() * 90)}</td></tr>`;
  });
  const title = `Timetable of line ${number + 1}`;
  const content = `<h1>${title}</h1><p>Boats run every day. Dogs travel free, bicycles need a ticket.</p>
<table><tr><th>Departs</th><th>From</th><th>To</th><th>Boat</th></tr>${rows.join('')}</table>`;
  return site({ title, language: 'en' }, content, []);
}
