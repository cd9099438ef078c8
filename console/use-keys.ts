import { useEffect, useRef } from 'preact/hooks';

/** Actions by the name of their key in lower case; ' ' is the space bar. */
export type Keys = Readonly<Record<string, () => void>>;

/**
 * Lets single keys act, as long as nothing else on the page has the focus than the part itself: where
 * something is typed, or another control is used, they mean what they always mean.
 * @returns a reference for the element of the part
 */
export function useKeys<Part extends HTMLElement>(keys: Keys) {
  const part = useRef<Part>(null);
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.repeat) return;
      const act = latest.current[key.toLowerCase()];
      if (act === undefined || !listens(part.current, key)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
  return part;
}

function listens(part: HTMLElement | null, key: string): boolean {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || focused.tagName === 'MAIN') return true;
  if (part === null || !part.contains(focused)) return false;
  if (focused.matches('input:not([type="checkbox"]), select, textarea')) return false;
  // The space bar presses what has the focus.
  return key !== ' ' || !focused.matches('button, input, summary, a');
}
