import { blockElements, cellElements } from './elements.js';
import { restored } from './stand-ins.js';
import type { TreeNode } from './tree.js';

/**
 * The text of an element as a reader sees it: a line for each block, one space between words, none
 * inside of a word that is only set in several fonts.
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
