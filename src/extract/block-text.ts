import { blockElements, cellElements } from './elements.js';
import { restored } from './stand-ins.js';
import type { TreeNode } from './tree.js';

/**
 * The text of an element as a reader sees it: a line for each block, one space between words, and
 * no space inside a word that is set in several fonts.
 */
export function blockText(root: TreeNode, leaveOut: (node: TreeNode) => boolean): string {
  const parts: string[] = [];
  const append = (node: TreeNode, preformatted: boolean): void => {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === 3) {
        parts.push(preformatted ? child.textContent : collapsed(child.textContent));
      } else if (child.nodeType === 1) {
        const name = child.localName;
        const edge = preformatted && name === 'code' ? '\n' : edgeOf(name);
        parts.push(edge);
        if (!leaveOut(child)) append(child, preformatted || name === 'pre');
        parts.push(edge);
      }
    }
  };
  append(root, root.localName === 'pre');
  return tidy(parts.join(''));
}

/** What separates an element from text before and after it: a line break, a space, or nothing. */
export function edgeOf(name: string): '\n' | ' ' | '' {
  if (blockElements.has(name)) return '\n';
  return cellElements.has(name) ? ' ' : '';
}

/** Makes each run of white space one space: line breaks of the source mean nothing. */
export function collapsed(text: string): string {
  return text.replaceAll(/[\t\n\f\r ]+/g, ' ');
}

/**
 * Removes empty lines and white space around lines; makes each run of it within a line one space.
 */
export function tidy(text: string): string {
  return restored(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll(/[\t\r\f ]{2,}/g, ' ');
}
