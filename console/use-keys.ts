import { useEffect, useRef } from 'preact/hooks';

/** Actions by the name of their key in lower case; ' ' is the space bar. */
export type Keys = Readonly<Record<string, () => void>>;

/**
 * Handles single keys while the focus is within a part of the page, or on no control at all. In text fields and other
 * controls, keys keep their usual meaning.
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
  // The space bar activates the focused control.
  return key !== ' ' || !focused.matches('button, input, summary, a');
}
