import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Makes a list one stop of the Tab key, however many links its rows have: arrow keys move between rows, and between the
 * links of a row.
 * @returns a handler of keys for the list
 */
export function useListFocus(list: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    for (const link of list.current?.querySelectorAll('a') ?? []) link.tabIndex = -1;
  });
  return (event: KeyboardEvent) => {
    const target = list.current && findTarget(list.current, event.key);
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
}

/** Returns the link or list that a key moves the focus to; undefined if the key has no effect. */
function findTarget(list: HTMLElement, key: string): HTMLElement | undefined {
  const rows = [...list.children]
    .map((row) => [...row.querySelectorAll('a')])
    .filter((links) => links.length > 0);
  const focused = document.activeElement as HTMLAnchorElement;
  const row = rows.findIndex((links) => links.includes(focused)); // -1 if the list has the focus
  const place = rows[row]?.indexOf(focused) ?? -1;
  switch (key) {
    case 'ArrowDown':
      return rows[row + 1]?.[0];
    case 'ArrowUp':
      return row > 0 ? rows[row - 1]?.[0] : list;
    case 'ArrowRight':
      return rows[Math.max(row, 0)]?.[place + 1];
    case 'ArrowLeft':
      return rows[row]?.[place - 1];
    case 'Home':
      return rows[0]?.[0];
    case 'End':
      return rows.at(-1)?.[0];
    case 'Escape':
      return row < 0 ? undefined : list;
    default:
      return undefined;
  }
}
