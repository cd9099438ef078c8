import { useState } from 'preact/hooks';
import { useSession } from '../session.js';

interface ConfirmedButtonProps {
  /** Text of the button. */
  readonly label: string;
  /** Question before the action. */
  readonly question: string;
  /** Text of the button that confirms. */
  readonly confirm: string;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
}

/** A button for irreversible actions, which asks for confirmation next to itself. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { label, question, confirm, disabled = false, onConfirm } = props;
  const { t } = useSession();
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <button type="button" class="danger" disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend instead of a question
    <span class="confirm" role="group" aria-label={question}>
      <span>{question}</span>
      <button
        type="button"
        class="danger"
        disabled={disabled}
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {confirm}
      </button>
      <button type="button" ref={focusFirst} onClick={() => setAsking(false)}>
        {t('action.cancel')}
      </button>
    </span>
  );
}

/** Focuses the harmless button. */
function focusFirst(button: HTMLButtonElement | null): void {
  button?.focus();
}
