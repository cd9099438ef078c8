import MarkdownIt from 'markdown-it';
import { markdownExtractor } from './extractor-names.js';
import { visibleText } from './main-text.js';
import { pageTree } from './page-tree.js';
import { tidyTitle } from './tidy.js';

/**
 * Returns the words of Markdown (CommonMark, with tables and strikethrough) as seen by readers of the rendered page,
 * without markup, link addresses or front matter. Code is included, even if it contains HTML. The title comes from the
 * front matter or the first top-level heading.
 */
export function markdownText(source: string) {
  const { metadata, body } = divided(source);
  const html = new MarkdownIt({ html: true }).render(body);
  const tree = pageTree(html);
  const heading = /<h1>([\s\S]{1,1000}?)<\/h1>/.exec(html)?.[1] ?? '';
  return {
    title: readTitle(metadata) ?? tidyTitle(visibleText(pageTree(heading)).replaceAll('\n', ' ')),
    text: visibleText(tree),
    rest: readTitle(metadata) ?? '',
    isBlocks: true,
    extractor: markdownExtractor,
  };
}

/**
 * Separates front matter from the body. Front matter is YAML between lines of three hyphens at the top, as site
 * generators use it.
 */
function divided(source: string) {
  const found = /^\ufeff?---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(
    source,
  );
  const isMetadata = found !== null && /^[\w-]+[ \t]*:/m.test(found[1]!);
  if (!isMetadata) return { metadata: '', body: source };
  return { metadata: found[1]!, body: source.slice(found[0].length) };
}

function readTitle(metadata: string): string | null {
  const value = /^title[ \t]*:[ \t]*(.{1,1000})$/im.exec(metadata)?.[1]?.trim() ?? '';
  return tidyTitle(/^(["'])(.*)\1$/.exec(value)?.[2] ?? value);
}
