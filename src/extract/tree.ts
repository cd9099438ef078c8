import { parseHTML } from 'linkedom';

/** What the extractor uses of a node of linkedom's tree. */
export interface TreeNode {
  /** 1: an element, 3: text. */
  readonly nodeType: number;
  readonly localName: string;
  readonly textContent: string;
  readonly firstChild: TreeNode | null;
  readonly nextSibling: TreeNode | null;
  readonly parentNode: TreeNode | null;
  remove(): void;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<TreeNode>;
}

export interface TreeDocument {
  readonly title: string;
  readonly body: TreeNode;
  querySelectorAll(selector: string): Iterable<TreeNode>;
}

/** The tree of markup from `cleanHtml`. */
export function treeOf(html: string): TreeDocument {
  return parseHTML(html).document as unknown as TreeDocument;
}
