/**
 * Parts inside the content of a page that are no content: buttons to share it, lists of related
 * pages, forms to subscribe. They are recognised by the names that authors give them, and because
 * they are short or full of links: a name alone does not remove a whole text.
 */
import type { TreeNode } from './tree.js';

const names =
  /(?:^|[\s_-])(?:share|sharing|sharedaddy|social|sociable|related|recommend(?:ed|ations?)?|newsletters?|subscri(?:be|ption)|sign-?up|pagination|pager|adverts?|advertisement|sponsored|promos?|tag-?list|tags|post-?meta|entry-?meta|article-?meta|author-?(?:bio|box|info|card)|nav|navigation|navbar|menu|sidebar|widgets?|footer|toolbar|copyright|most-?(?:read|popular|viewed)|read-?more|more-(?:stories|news|from|on)|post-?nav|prev-?next|edit-?section)(?:$|[\s_-])/i;

/** Never content, however long. */
const surely =
  /(?:^|[\s_-])(?:comments?|commentlist|comment-?list|disqus|respond|replies|outbrain|taboola|cookies?|consent|gdpr|breadcrumbs?)(?:$|[\s_-])/i;

const elements = new Set(['nav', 'aside', 'footer', 'form', 'menu']);
/** A text that is more than this share of the whole is never left out by name. */
const shareMax = 0.3;
const sureShareMax = 0.8;
/** Texts that are longer than this are left out only if they are mostly links. */
const shortLength = 300;
const linkShareMin = 0.3;

/** @returns whether a node inside of the root is to be left out */
export function boilerplateIn(root: TreeNode): (node: TreeNode) => boolean {
  const whole = root.textContent.length;
  return (node) => {
    const name = nameOf(node);
    const sure = surely.test(name);
    if (!sure && !elements.has(node.localName) && !names.test(name)) return false;
    const length = node.textContent.length;
    if (sure) return length <= whole * sureShareMax;
    if (length > whole * shareMax) return false;
    return length <= shortLength || linkLength(node) >= length * linkShareMin;
  };
}

/** Class and id, with `camelCase` as `camel-Case`. */
function nameOf(node: TreeNode): string {
  const name = `${node.getAttribute('class') ?? ''} ${node.getAttribute('id') ?? ''}`;
  return name.replaceAll(/([a-z])(?=[A-Z])/g, '$1-');
}

function linkLength(node: TreeNode): number {
  let length = 0;
  for (const link of node.querySelectorAll('a')) length += link.textContent.length;
  return length;
}
