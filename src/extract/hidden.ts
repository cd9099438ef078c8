import type { PageElement } from './page-tree.js';

const hidingClasses =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|d-none|noprint|no-print|hide-text)(?:\s|$)/i;
const hidingStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/**
 * Tests if styles or attributes hide the element. Tab panels and elements with `hidden="until-found"` do not count as
 * hidden, because readers can reveal them.
 */
export function isHidden({ name, attributes }: PageElement): boolean {
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
