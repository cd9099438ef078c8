import type { Content } from '../api/types.js';
import { useSession } from '../session.js';

/** Input of the user: a text, a page, an id or a fingerprint. */
export interface Entered {
  readonly kind: ContentKind;
  readonly value: string;
}

const contentKinds = ['text', 'html', 'id', 'fingerprint'] as const;
type ContentKind = (typeof contentKinds)[number];

export const nothingEntered: Entered = { kind: 'text', value: '' };

/** Returns the content entered; null if there is none yet. */
export function toContent({ kind, value }: Entered): Content | null {
  if (value.trim() === '') return null;
  const content = kind === 'text' || kind === 'html' ? value : value.trim();
  return { [kind]: content } as unknown as Content;
}

interface ContentInputProps {
  /** The name of the content. */
  readonly name: string;
  readonly entered: Entered;
  readonly onEnter: (entered: Entered) => void;
}

export function ContentInput({ name, entered, onEnter }: ContentInputProps) {
  const { t } = useSession();
  const { kind, value } = entered;
  const label = `${name}: ${t(`content.${kind}`)}`;
  return (
    <fieldset class="content-input">
      <legend>{name}</legend>
      <div class="segments">
        {contentKinds.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={`kind of ${name}`}
              checked={each === kind}
              onChange={() => onEnter({ kind: each, value })}
            />
            <span>{t(`content.${each}`)}</span>
          </label>
        ))}
      </div>
      {kind === 'text' || kind === 'html' ? (
        <textarea
          aria-label={label}
          placeholder={t(`content.${kind}Hint`)}
          rows={9}
          dir="auto"
          value={value}
          spellcheck={false}
          onInput={({ currentTarget }) => onEnter({ kind, value: currentTarget.value })}
        />
      ) : (
        <input
          type="text"
          dir="auto"
          aria-label={label}
          placeholder={t(`content.${kind}Hint`)}
          value={value}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => onEnter({ kind, value: currentTarget.value })}
        />
      )}
    </fieldset>
  );
}
