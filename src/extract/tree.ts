import { parseHTML } from 'linkedom';

/** The part of a node of linkedom's tree that the extractor uses. */
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
