/** Pages of whole sites, one folder per site: see sites.ts. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { decode } from '../src/extract/decode.js';
import { htmlText } from '../src/extract/html.js';

export interface SitePage {
  readonly path: string;
  readonly html: string;
  readonly text: string;
  /** Text of its main element. */
  readonly main: string;
  /** Processor time for reading, in ms. */
  readonly milliseconds: number;
}

/** Minimum number of tokens: pages with fewer are framesets and redirects. */
export const tokensMin = 5;
/** Selectors for the main element of documentation, most reliable first. */
const mainElements = ['main', '[role="main"]', '#mw-content-text', 'div.body', '#content'];
/** Menus, footers, copyright notices and hidden parts, which are never content. */
const around =
  'script, style, template, noscript, nav, footer, [role="navigation"], [hidden], .navheader, .navfooter, ' +
  '.t-navbar, .spirit-nav, .copyright-footer';

/** Returns pages selected by hashes of their paths, the same in every run. */
export function sampledPages(directory: string, sample: number): string[] {
  return (readdirSync(directory, { recursive: true }) as string[])
    .filter((path) => /\.html?$/.test(path))
    .map((path) => ({ path, hash: createHash('md5').update(path).digest('hex') }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, sample)
    .map(({ path }) => path);
}

export function readPage(directory: string, path: string): SitePage {
  const bytes = readFileSync(join(directory, path));
  const html = decode(bytes, { header: null, markup: true }).text;
  const before = process.cpuUsage();
  const { text } = htmlText(html);
  const { user, system } = process.cpuUsage(before);
  return { path, html, text, main: mainElementText(html), milliseconds: (user + system) / 1000 };
}

function mainElementText(html: string): string {
  const { document } = parseHTML(html);
  for (const each of document.querySelectorAll(around)) each.remove();
  const main = mainElements
    .map((each) => document.querySelector(each))
    .find((each) => each !== null);
  return (main ?? document.body)?.textContent ?? '';
}
