import { useState } from 'preact/hooks';
import { useSession } from '../session.js';

/** Of a longer text the rest is shown when it is asked for. */
const shownCharacters = 12_000;

/** The text that is kept of a document, in its paragraphs. @param text null: none is kept */
export function KeptText({ text }: { readonly text: string | null }) {
  const { t } = useSession();
  const [whole, setWhole] = useState(false);
  const shown = whole || text === null ? text : text.slice(0, shownCharacters);
  const paragraphs = shown?.split(/\n+/).filter((each) => each.trim() !== '') ?? [];
  return (
    <section class="card">
      <h2>
        {t('document.text')}
        {text !== null && (
          <span class="aside">{t('document.characters', { count: [...text].length })}</span>
        )}
      </h2>
      {text === null ? (
        <p class="hint">{t('document.textNotKept')}</p>
      ) : (
        <div class="kept-text">
          {paragraphs.map((paragraph, index) => (
            <p key={String(index)} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      )}
      {text !== null && !whole && text.length > shownCharacters && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {t('document.wholeText')}
        </button>
      )}
    </section>
  );
}
