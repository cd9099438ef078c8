import { useState } from 'preact/hooks';
import type { KeyWanted } from '../api/key.js';
import { useSession } from '../session.js';

interface KeyPageProps {
  readonly wanted: KeyWanted;
  readonly onKey: (key: string) => void;
}

/** Shown instead of a page while the service asks for a key. */
export function KeyPage({ wanted, onKey }: KeyPageProps) {
  const { t } = useSession();
  const [key, setKey] = useState('');
  return (
    <form
      class="key-page card"
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') onKey(key.trim());
      }}
    >
      <h1>{t('key.title')}</h1>
      <p>{t('key.why')}</p>
      {wanted.refusal !== null && (
        <div class="notice bad" role="alert">
          <div>
            <strong>{t('key.refused')}</strong>
            <p dir="auto">{wanted.refusal}</p>
          </div>
        </div>
      )}
      <label class="field">
        {t('key.label')}
        <input
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={key}
          ref={focusFirst}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      <p class="hint">{t('key.where')}</p>
      <button type="submit" class="primary" disabled={key.trim() === ''}>
        {t('key.use')}
      </button>
    </form>
  );
}

function focusFirst(input: HTMLInputElement | null): void {
  input?.focus();
}
