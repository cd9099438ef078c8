import { blockText } from './block-text.js';
import { boilerplateIn } from './boilerplate.js';
import { type CleanHtml, cleanHtml } from './clean-html.js';
import { type HtmlWay, htmlExtractor } from './extractor-names.js';
import { articleBody } from './linked-data.js';
import { markedText } from './marked-content.js';
import { Readable } from './readable.js';
import { restored } from './stand-ins.js';
import { type TreeNode, treeOf } from './tree.js';
import { visibleText } from './visible-text.js';

export interface HtmlText {
  readonly title: string | null;
  readonly text: string;
  /** Tells the way in which the text was found. */
  readonly extractor: ReturnType<typeof htmlExtractor>;
}

/** A text of fewer UTF-16 units is too short to be surely the content of a page. */
const littleLength = 200;
/** A text of fewer UTF-16 units is taken only if no other way finds at least twice as many. */
const enoughLength = 500;

/** The main text of a page, by the first of several ways that finds enough. */
export function htmlText(html: string): HtmlText {
  const found = textOf(cleanHtml(html, false));
  if (found.text.length >= littleLength) return found;
  const withHidden = textOf(cleanHtml(html, true));
  return withHidden.text.length > 2 * found.text.length + littleLength ? withHidden : found;
}

function textOf(clean: CleanHtml): HtmlText {
  if (!clean.small) return { title: titleIn(clean.html), ...way('all', visibleText(clean.html)) };
  const { title, text } = readable(treeOf(clean.html));
  return { title: title ?? titleIn(clean.html), ...chosen(text, clean) };
}

/** @param text what Readability found; Readability has changed its tree */
function chosen(text: string, clean: CleanHtml) {
  if (text.length >= enoughLength) return way('readable', text);
  const marked = markedText(treeOf(clean.html));
  const linked = articleBody(clean.jsonLd);
  const others = [way('marked', marked), way('linked', linked)];
  const longer = others.find((other) => other.text.length > 2 * text.length + littleLength);
  if (longer !== undefined) return longer;
  const all = visibleText(clean.html);
  if (text.length >= littleLength || 2 * text.length >= all.length) return way('readable', text);
  return way('all', all);
}

function way(name: HtmlWay, text: string) {
  return { text, extractor: htmlExtractor(name) };
}

function readable(document: ReturnType<typeof treeOf>) {
  const article = new Readable<TreeNode>(document as never, {
    disableJSONLD: true,
    keepClasses: true,
    serializer: (node) => node as unknown as TreeNode,
  }).parse();
  if (!article?.content) return { title: null, text: '' };
  const title = restored(article.title ?? '').trim();
  return {
    title: title === '' ? null : title,
    text: blockText(article.content, boilerplateIn(article.content)),
  };
}

function titleIn(html: string): string | null {
  const title = restored(/<title>([^<]*)/.exec(html)?.[1] ?? '');
  return title.replaceAll(/\s+/g, ' ').trim() || null;
}
