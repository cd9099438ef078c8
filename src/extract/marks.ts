/** Marks by which authors declare the content of a page. */
import { describesArticle } from './linked-data.js';
import type { PageElement, PageTree } from './page-tree.js';

/** Names of elements with an article, by widespread systems. */
const articleNames =
  /(?:^|\s)(?:entry-content|post-content|article-content|article-body|article__body|story-body|post-body|articleBody|article_content|article-text|js_content|td-post-content|post_content|single-content|mw-parser-output)(?:\s|$)/i;

export function isMain({ name, attributes }: PageElement): boolean {
  return name === 'main' || attributes.get('role') === 'main';
}

/** True of an element that HTML or schema.org marks as an article. */
export function isArticle({ name, attributes }: PageElement): boolean {
  const properties = attributes.get('itemprop')?.split(/\s+/);
  return name === 'article' || (properties?.includes('articleBody') ?? false);
}

/** The same for an element that only its class or id marks. */
export function isNamedArticle({ attributes }: PageElement): boolean {
  return articleNames.test(`${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`);
}

/** True of a page that says of itself that it is an article. */
export function saysArticle({ metas, jsonLd }: PageTree): boolean {
  return metas.get('og:type')?.toLowerCase() === 'article' || describesArticle(jsonLd);
}

/** True of the caption of a picture. */
export function isCaption({ name, attributes }: PageElement): boolean {
  return name === 'figcaption' || /caption/i.test(attributes.get('class') ?? '');
}
