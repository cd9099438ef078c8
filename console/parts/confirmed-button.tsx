import { useSession } from '../session.js';
import { useOpening } from '../use-opening.js';

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

/** A button for irreversible actions, which asks for confirmation next to itself. The harmless answer has the focus. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { label, question, confirm, disabled = false, onConfirm } = props;
  const { t } = useSession();
  const confirmation = useOpening<HTMLSpanElement>({ focused: 'button:last-child' });
  if (!confirmation.isOpen) {
    return (
      <button type="button" class="danger" disabled={disabled} {...confirmation.opener}>
        {label}
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend instead of a question
    <span class="confirm" role="group" aria-label={question} {...confirmation.form}>
      <span>{question}</span>
      <button
        type="button"
        class="danger"
        disabled={disabled}
        onClick={() => {
          confirmation.close();
          onConfirm();
        }}
      >
        {confirm}
      </button>
      <button type="button" onClick={confirmation.close}>
        {t('action.cancel')}
      </button>
    </span>
  );
}
