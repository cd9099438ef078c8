import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const firstField =
  'input:not([type="radio"]:not(:checked)), select, textarea, button:not([disabled])';

interface Opening {
  /** Selector of the control that takes the focus; the first one by default. */
  readonly focused?: string;
  readonly openAtFirst?: boolean;
}

/**
 * A form or confirmation that a button opens. The focus moves into it, Escape closes it, and the focus returns to the
 * button. The button may be absent while the form is open.
 */
export function useOpening<Form extends HTMLElement>(options: Opening = {}) {
  const { focused = firstField, openAtFirst = false } = options;
  const [isOpen, setOpen] = useState(openAtFirst);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<Form>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen) form.current?.querySelector<HTMLElement>(focused)?.focus();
    else if (wasOpen.current && document.activeElement === document.body) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => setOpen(false);
  return {
    isOpen,
    opener: { ref: opener, onClick: () => setOpen(!isOpen) },
    form: {
      ref: form,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation(); // the form around it stays open
        close();
      },
    },
    close,
  };
}
