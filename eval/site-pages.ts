/** Pages of whole sites, which lie in a folder a site: see sites.ts. */
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
  /** The text of its main element. */
  readonly main: string;
  /** Processor time of reading, in ms. */
  readonly milliseconds: number;
}

/** Pages with fewer tokens are framesets and redirections. */
export const tokensMin = 5;
/** Selectors of the main element of documentation, the surest first. */
const mainElements = ['main', '[role="main"]', '#mw-content-text', 'div.body', '#content'];
/** Menus, footers, notices of copyright and hidden parts, which are no content inside of it either. */
const around =
  'script, style, template, noscript, nav, footer, [role="navigation"], [hidden], .navheader, .navfooter, ' +
  '.t-navbar, .spirit-nav, .copyright-footer';

/** Chosen by hashes of their paths, so that the same pages are read each time. */
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
