import type { PageElement } from './page-tree.js';

const hidingClasses =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|d-none|noprint|no-print|hide-text)(?:\s|$)/i;
const hidingStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/**
 * Tests if styles or attributes hide the element. Tab panels, boxes with code, such as a sample in another language, and
 * elements with `hidden="until-found"` do not count as hidden, because readers can reveal them.
 */
export function isHidden(element: PageElement): boolean {
  return isConcealed(element) && !holdsCode(element);
}

function holdsCode({ name, children }: PageElement): boolean {
  return name === 'pre' || children.some((each) => typeof each !== 'string' && holdsCode(each));
}

function isConcealed({ name, attributes }: PageElement): boolean {
  if (name === 'noscript') return true;
  if (attributes.size === 0) return false;
  const hidden = attributes.get('hidden')?.toLowerCase();
  if (attributes.get('role') === 'tabpanel' || hidden === 'until-found') return false;
  return (
    hidden !== undefined ||
    hidingStyle.test(attributes.get('style') ?? '') ||
    hidingClasses.test(attributes.get('class') ?? '')
  );
}
