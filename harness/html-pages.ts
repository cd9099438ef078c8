import { generatedPages, randomNumbers } from './pages.js';

/**
 * Generates HTML pages, the same in every run: an article of several thousand characters among navigation, links to
 * other articles, styles and scripts, about 20 KB in all.
 */
export function generatedHtmlPages(count: number): string[] {
  const random = randomNumbers(2);
  const texts = generatedPages(200);
  const pick = () => texts[Math.floor(random() * texts.length)]!;
  const link = (index: number) =>
    `<li class="item"><a href="/articles/${index}">${pick().slice(0, 12)}</a></li>`;
  const links = (length: number) => Array.from({ length }, (_, index) => link(index)).join('');
  return Array.from({ length: count }, (_, index) => {
    const paragraphs = Array.from({ length: 6 }, () => `<p>${pick()}</p>`).join('\n');
    return `<!doctype html><html><head><meta charset="utf-8"><title>${index} ${pick().slice(0, 20)}</title>
<style>${'.item { margin: 0; padding: 2px } '.repeat(60)}</style></head>
<body><header><nav><ul>${links(40)}</ul></nav></header>
<main><article><h1>${pick().slice(0, 20)}</h1>${paragraphs}</article>
<aside><h2>${pick().slice(0, 10)}</h2><ul>${links(30)}</ul></aside></main>
<footer><p>${pick().slice(0, 40)}</p></footer>
<script>${'window.count = (window.count ?? 0) + 1; '.repeat(60)}</script></body></html>`;
  });
}
