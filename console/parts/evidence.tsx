import type { Evidence, Flip, TermList } from '../api/types.js';
import { useSession } from '../session.js';
import type { Key } from '../text/english.js';

/** Words shared by two contents, and words in only one of them, by weight. */
export function Words({ terms }: Pick<Evidence, 'terms'>) {
  const { t } = useSession();
  if (terms === null) return <p class="hint">{t('words.unknown')}</p>;
  const all = [terms.shared, terms.onlyA, terms.onlyB].flatMap((list) => list.terms);
  const most = Math.max(...all.flatMap(({ weightA, weightB }) => [weightA, weightB]), 1);
  const lists: readonly (readonly [Key, TermList, string])[] = [
    ['words.shared', terms.shared, 'both'],
    ['words.onlyA', terms.onlyA, 'a'],
    ['words.onlyB', terms.onlyB, 'b'],
  ];
  return (
    <div class="words">
      {lists.map(([title, list, kind]) => (
        <section key={kind} class={`word-list ${kind}`}>
          <h3>
            {t(title)} <span class="count">{list.count}</span>
          </h3>
          <Terms list={list} most={most} />
        </section>
      ))}
    </div>
  );
}

const shownMax = 12;

function Terms({ list, most }: { readonly list: TermList; readonly most: number }) {
  const { t, number } = useSession();
  if (list.count === 0) return <p class="hint">{t('words.none')}</p>;
  const shown = list.terms.slice(0, shownMax);
  return (
    <>
      <ol>
        {shown.map(({ term, weightA, weightB }) => (
          <li key={term}>
            <span class="term">{term}</span>
            <span class="bars" aria-hidden="true">
              {weightA > 0 && <i class="a" style={{ width: `${(100 * weightA) / most}%` }} />}
              {weightB > 0 && <i class="b" style={{ width: `${(100 * weightB) / most}%` }} />}
            </span>
            <span class="weight">{number(Math.max(weightA, weightB), 1)}</span>
          </li>
        ))}
      </ol>
      {list.count > shown.length && (
        <p class="hint">{t('words.more', { count: list.count - shown.length })}</p>
      )}
    </>
  );
}

/** For each differing bit, the smallest set of words that would flip the bit. */
export function Flips({ flips }: { readonly flips: readonly Flip[] }) {
  const { t } = useSession();
  if (flips.length === 0) return null;
  return (
    <details class="flips">
      <summary>{t('flips.title', { count: flips.length })}</summary>
      <p class="hint">{t('flips.hint')}</p>
      <ul>
        {flips.map(({ bit, document, terms }) => (
          <li key={bit}>
            <span class="bit-number">{t('flips.bit', { bit: String(bit) })}</span>
            <span class={`of-${document}`}>{document.toUpperCase()}</span>
            <span>{t('flips.without', { terms: terms.join(t('list.comma')) })}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
