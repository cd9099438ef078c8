/**
 * Creates pairs of pages by moving articles between the pages of a set: the same article in another site's chrome, and
 * another article in the same chrome.
 *
 * The main node of a page is the smallest element with nearly all of the wanted text. A page is used only if its main
 * node contains hardly any other text. Scripts are removed, because some contain the whole article as data.
 */
import { parseHTML } from 'linkedom';
import type { EvaluationPage } from './html-pages.js';
import { tokensOf } from './shingles.js';
import { tokenOverlap } from './token-f1.js';

export interface ChromePage {
  readonly id: string;
  readonly html: string;
  readonly goldText: string;
  /** Markup inside the main node. */
  readonly main: string;
}

/** A page with the main node of another page. */
export interface ChromePair {
  readonly chrome: ChromePage;
  readonly article: ChromePage;
  readonly html: string;
}

/** Number of pages, evenly distributed over the set, with which each page swaps its article. */
const swaps = 3;
const tokensMin = 150;
const recallMin = 0.95;
const f1Min = 0.9;
const mark = 'data-main-node';

export function chromePages(pages: readonly EvaluationPage[]): ChromePage[] {
  return pages.flatMap(({ id, bytes, goldText }) => {
    if (goldText === null || tokensOf(goldText).length < tokensMin) return [];
    const { document } = parseHTML(Buffer.from(bytes).toString('utf8')) as unknown as Tree;
    for (const script of document.querySelectorAll('script, style, template')) script.remove();
    const main = document.body === null ? null : mainNode(document.body, goldText);
    if (main === null) return [];
    main.setAttribute(mark, '');
    return [{ id, html: document.toString(), goldText, main: main.innerHTML }];
  });
}

export function chromePairs(pages: readonly ChromePage[]): ChromePair[] {
  const step = Math.max(1, Math.floor(pages.length / (swaps + 1)));
  return pages.flatMap((chrome, i) =>
    Array.from({ length: swaps }, (_, swap) => {
      const article = pages[(i + (swap + 1) * step) % pages.length]!;
      return { chrome, article, html: withMain(chrome.html, article.main) };
    }),
  );
}

/** Used subset of linkedom's tree. */
export interface Tree {
  readonly document: {
    readonly body: Element | null;
    querySelector(selector: string): Element | null;
    querySelectorAll(selector: string): Iterable<Element>;
    toString(): string;
  };
}

interface Element {
  readonly parentElement: Element | null;
  readonly children: Iterable<Element>;
  textContent: string;
  innerHTML: string;
  setAttribute(name: string, value: string): void;
  remove(): void;
}

function mainNode(body: Element, goldText: string): Element | null {
  let node = body;
  for (;;) {
    const inner = [...node.children].find(
      (child) =>
        child.textContent.length * 2 >= goldText.length &&
        tokenOverlap(child.textContent, goldText).recall >= recallMin,
    );
    if (inner === undefined) break;
    node = inner;
  }
  return tokenOverlap(node.textContent, goldText).f1 >= f1Min ? node : null;
}

/** Replaces the main node. @param html markup of a `ChromePage` */
export function withMain(html: string, main: string): string {
  const { document } = parseHTML(html) as unknown as Tree;
  const node = document.querySelector(`[${mark}]`);
  if (node === null) throw new Error('The main node is gone');
  node.innerHTML = main;
  return document.toString();
}
