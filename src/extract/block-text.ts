import { blockElements, cellElements } from './elements.js';
import { restored } from './stand-ins.js';
import type { TreeNode } from './tree.js';

/**
 * The text of an element as a reader sees it: a line for each block, one space between words, none
 * inside of a word that is only set in several fonts.
 */
export function blockText(root: TreeNode, leaveOut: (node: TreeNode) => boolean): string {
  const parts: string[] = [];
  append(root, parts, leaveOut);
  return tidy(parts.join(''));
}

function append(node: TreeNode, parts: string[], leaveOut: (node: TreeNode) => boolean): void {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === 3) {
      parts.push(collapsed(child.textContent));
    } else if (child.nodeType === 1) {
      const edge = edgeOf(child.localName);
      if (edge !== '') parts.push(edge);
      if (child.localName === 'pre') parts.push(child.textContent);
      else if (!leaveOut(child)) append(child, parts, leaveOut);
      if (edge !== '') parts.push(edge);
    }
  }
}

/** What stands before and after an element: the end of a line, of a word, or nothing. */
export function edgeOf(name: string): '\n' | ' ' | '' {
  if (blockElements.has(name)) return '\n';
  return cellElements.has(name) ? ' ' : '';
}

/** White space of the source says nothing about lines. */
export function collapsed(text: string): string {
  return text.replaceAll(/[\t\n\f\r ]+/g, ' ');
}

/** No empty lines, no white space around lines, no runs of it within. */
export function tidy(text: string): string {
  return restored(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll(/[\t\r\f ]{2,}/g, ' ');
}
