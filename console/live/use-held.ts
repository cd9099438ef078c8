import { useState } from 'preact/hooks';

/**
 * Whether somebody reads a list: the pointer is over it, something in it has the focus, or it is scrolled
 * away from its beginning.
 */
export function useHeld() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  return {
    held: pointed || focused || scrolled,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      onFocusIn: () => setFocused(true),
      onFocusOut: () => setFocused(false),
      onScroll: ({ currentTarget }: Event) => setScrolled((currentTarget as Element).scrollTop > 0),
    },
  };
}
