/** Marks that authors use to declare the content of a page. */
import { describesArticle } from './linked-data.js';
import type { PageElement, PageTree } from './page-tree.js';

/** Names of article elements in common content management systems. */
const articleNames =
  /(?:^|\s)(?:entry-content|post-content|article-content|article-body|article__body|story-body|post-body|articleBody|article_content|article-text|js_content|td-post-content|post_content|single-content|mw-parser-output)(?:\s|$)/i;

export function isMain({ name, attributes }: PageElement): boolean {
  return name === 'main' || attributes.get('role') === 'main';
}

/** Tests for an element marked as an article by HTML or schema.org. */
export function isArticle({ name, attributes }: PageElement): boolean {
  const properties = attributes.get('itemprop')?.split(/\s+/);
  return name === 'article' || (properties?.includes('articleBody') ?? false);
}

/** Tests for an article marked only by class or id. */
export function isNamedArticle({ attributes }: PageElement): boolean {
  return articleNames.test(`${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`);
}

/** Tests if a page declares itself an article. */
export function saysArticle({ metas, jsonLd }: PageTree): boolean {
  return metas.get('og:type')?.toLowerCase() === 'article' || describesArticle(jsonLd);
}

/** Tests for the caption of a picture. */
export function isCaption({ name, attributes }: PageElement): boolean {
  return name === 'figcaption' || /caption/i.test(attributes.get('class') ?? '');
}
