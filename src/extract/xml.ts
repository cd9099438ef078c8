import { NeardupError } from '../errors.js';
import { xmlExtractor } from './extractor-names.js';
import { feedText, isFeed } from './feed.js';
import { tidy, tidyTitle } from './tidy.js';
import { childElements, readText, type XmlElement, xmlTree } from './xml-tree.js';

export interface XmlText {
  readonly title: string | null;
  readonly text: string;
  readonly isBlocks: true;
  readonly extractor: string;
}

/**
 * Returns the text of an XML document: the title and entries of a feed, or all text of other documents. The text of an
 * element between words of its parent stays on the line of these words; any other element begins a new line.
 * @throws NeardupError `extraction_failed` if there is no root element
 */
export function xmlText(source: string): XmlText {
  const tree = xmlTree(source);
  const [root] = childElements(tree.document);
  if (root === undefined) {
    throw new NeardupError(
      'extraction_failed',
      'Cannot read the XML document: it has no root element; if it is not XML, send it as text/html or text/plain',
    );
  }
  if (isFeed(root)) return feedText(tree.source, root);
  const title = findTitle(tree.document);
  const parts: string[] = [];
  collect(root, parts);
  return { title, text: tidy(parts.join('')), isBlocks: true, extractor: xmlExtractor };
}

function collect(element: XmlElement, parts: string[]): void {
  const { isFlattened } = element;
  const isMixed =
    !isFlattened && element.children.some((child) => typeof child === 'string' && /\S/.test(child));
  for (const child of element.children) {
    if (typeof child === 'string') {
      const isPreserved = isFlattened || element.attributes.get('xml:space') === 'preserve';
      parts.push(isPreserved ? child : unbroken(child));
      continue;
    }
    if (!isMixed) parts.push('\n');
    collect(child, parts);
    if (!isMixed) parts.push('\n');
  }
}

/** Replaces line breaks by spaces, because a line break in the source does not end a line of the text. */
function unbroken(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** Returns the text of the first element named title. */
function findTitle(element: XmlElement): string | null {
  for (const child of childElements(element)) {
    const isTitle = child.name === 'title' || child.name === 'article-title';
    const title = isTitle ? tidyTitle(readText(child)) : findTitle(child);
    if (title !== null) return title;
  }
  return null;
}
