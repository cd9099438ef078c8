import { isDuplicateAt } from '../additions.js';
import type { Content } from '../api/types.js';
import { useSession } from '../session.js';
import { isCandidate, isFound, type JudgedBy } from '../tune/curve.js';
import type { Measured } from '../tune/measure.js';
import { AdditionsLine } from './additions.js';
import { DocumentId } from './document-name.js';
import { Closeness } from './found-match.js';

const shownMax = 8;

interface TuneMistakesProps {
  readonly measured: readonly Measured[];
  readonly threshold: number;
  readonly judgedBy: JudgedBy;
}

/** Pairs misjudged by a threshold: examples are more convincing than a number. */
export function TuneMistakes({ measured, threshold, judgedBy }: TuneMistakesProps) {
  const { t } = useSession();
  const missed = measured.filter((each) => each.duplicate && !isFound(each, threshold, judgedBy));
  const mistaken = measured.filter((each) => !each.duplicate && isFound(each, threshold, judgedBy));
  return (
    <section class="card">
      <h2>{t('tune.mistakes')}</h2>
      <div class="mistakes">
        <Mistakes
          title={t('tune.missed', { count: missed.length })}
          pairs={missed}
          judgedBy={judgedBy}
        />
        <Mistakes
          title={t('tune.mistaken', { count: mistaken.length })}
          pairs={mistaken}
          judgedBy={judgedBy}
        />
      </div>
    </section>
  );
}

interface MistakesProps {
  readonly title: string;
  readonly pairs: readonly Measured[];
  readonly judgedBy: JudgedBy;
}

function Mistakes({ title, pairs, judgedBy }: MistakesProps) {
  const { t, href } = useSession();
  return (
    <div>
      <h3>{title}</h3>
      {pairs.length === 0 && <p class="hint">{t('tune.noMistake')}</p>}
      <ul>
        {pairs.slice(0, shownMax).map(({ pair, ...measured }) => (
          <li key={`${pair.label} ${pair.documents.join(' ')} ${pair.edit}`}>
            <div class="match-head">
              <span>
                {pair.label}
                {pair.documents.map((id) => (
                  <DocumentId key={id} id={id} />
                ))}
                {pair.edit && <span>{t('tune.editedCopy', { edit: t(`edit.${pair.edit}`) })}</span>}
              </span>
              <Closeness
                similarity={measured.similarity}
                distance={measured.distance}
                level={measured.exact ? 'exact' : undefined}
              />
            </div>
            {judgedBy.method !== 'simhash' && !isCandidate(measured, judgedBy) && (
              <p class="hint">{t('tune.noCandidate')}</p>
            )}
            {!isDuplicateAt(measured.level, judgedBy.duplicateIf) && (
              <p class="hint">
                {t('tune.noThreshold')} <AdditionsLine {...measured} />
              </p>
            )}
            <div class="two-sides">
              <Excerpt content={pair.a} />
              <Excerpt content={pair.b} />
            </div>
            {isStored(pair) && (
              <a href={href('compare', { a: pair.a.id, b: pair.b.id })}>{t('match.compare')}</a>
            )}
          </li>
        ))}
      </ul>
      {pairs.length > shownMax && (
        <p class="hint">{t('tune.morePairs', { count: pairs.length - shownMax })}</p>
      )}
    </div>
  );
}

function Excerpt({ content }: { readonly content: Content }) {
  if ('id' in content) return null;
  const [value] = Object.values(content) as [string];
  return (
    <p class="excerpt" dir="auto">
      {value.slice(0, 160)}
    </p>
  );
}

interface StoredPair {
  readonly a: { readonly id: string };
  readonly b: { readonly id: string };
}

function isStored(pair: { readonly a: Content; readonly b: Content }): pair is StoredPair {
  return 'id' in pair.a && 'id' in pair.b;
}
