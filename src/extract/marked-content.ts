import { blockText } from './block-text.js';
import { boilerplateIn } from './boilerplate.js';
import type { TreeDocument, TreeNode } from './tree.js';

/** How authors mark the content of a page, the surest mark first. */
const marks = [
  '[itemprop~="articleBody"]',
  'article',
  '.entry-content, .post-content, .article-content, .article-body, .article__body, .story-body, .post-body, .articleBody, .article_content, .article-text, #article-body, #articleBody, #js_content',
  'main, [role="main"]',
];

/**
 * The text of the part of a page that its authors mark as content; empty if no part is marked, or
 * if several are and none of them holds most of the text.
 */
export function markedText(document: TreeDocument): string {
  for (const mark of marks) {
    const lengths = [...document.querySelectorAll(mark)]
      .map((node) => ({ node, length: node.textContent.trim().length }))
      .sort((a, b) => b.length - a.length);
    const [longest, ...others] = lengths;
    if (longest === undefined || longest.length < markedLengthMin) continue;
    const outside = others.filter(({ node }) => !isInside(node, longest.node));
    if (outside.reduce((sum, { length }) => sum + length, 0) > longest.length) continue;
    return blockText(longest.node, boilerplateIn(longest.node));
  }
  return '';
}

const markedLengthMin = 200;

function isInside(node: TreeNode, ancestor: TreeNode): boolean {
  for (let each: TreeNode | null = node; each !== null; each = each.parentNode) {
    if (each === ancestor) return true;
  }
  return false;
}
