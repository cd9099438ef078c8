import { useState } from 'preact/hooks';
import type { ScanResult as Result } from '../api/types.js';
import { useSession } from '../session.js';
import { DocumentId } from './document-name.js';

const shownAtOnce = 20;

interface ScanResultProps {
  readonly result: Result;
  readonly collection: string;
  /** Called to put into clusters what a dry run has found. */
  readonly onSeat: () => void;
}

/** Duplicates that a scan has found, and its changes. */
export function ScanResult({ result, collection, onSeat }: ScanResultProps) {
  const { t, number, href } = useSession();
  const { documents, duplicates, similar, seated, deleted, left, pairs } = result;
  const figures = { documents, duplicates, similar, seated, deleted, left };
  const nothing = duplicates + similar === 0;
  return (
    <div class="scan-result">
      <h3>{t(pairs === null ? 'scan.done' : 'scan.found')}</h3>
      <dl class="figures">
        {(Object.keys(figures) as (keyof typeof figures)[])
          // A dry run neither seats nor deletes.
          .filter((name) => pairs === null || !['seated', 'deleted', 'left'].includes(name))
          .map((name) => (
            <div key={name}>
              <dt>{t(`scan.${name}`)}</dt>
              <dd class="figure">{number(figures[name])}</dd>
            </div>
          ))}
      </dl>
      {nothing && <p>{t('scan.nothing')}</p>}
      {pairs === null
        ? !nothing && (
            <p>
              <a href={href('clusters', { in: collection })}>{t('scan.toClusters')}</a>
            </p>
          )
        : !nothing && (
            <>
              <p class="actions">
                <button type="button" onClick={onSeat}>
                  {t('scan.start.seat')}
                </button>
                <span class="hint">{t('scan.nothingWritten')}</span>
              </p>
              <Pairs pairs={pairs} truncated={result.truncated} collection={collection} />
            </>
          )}
    </div>
  );
}

interface PairsProps {
  readonly pairs: NonNullable<Result['pairs']>;
  readonly truncated: boolean;
  readonly collection: string;
}

function Pairs({ pairs, truncated, collection }: PairsProps) {
  const { t, href } = useSession();
  const [shown, setShown] = useState(shownAtOnce);
  const more = pairs.length - shown;
  return (
    <>
      <ol class="pairs">
        {pairs.slice(0, shown).map(({ id, duplicateOf, similarTo }) => {
          const other = duplicateOf ?? similarTo ?? '';
          return (
            <li key={`${id} ${other}`}>
              <DocumentId id={id} />
              <span class="hint">
                {t(duplicateOf === null ? 'live.similarTo' : 'live.duplicateOf')}
              </span>
              <DocumentId id={other} />
              <a href={href('compare', { in: collection, a: id, b: other })}>
                {t('compare.compare')}
                <span class="unseen">: {id}</span>
              </a>
            </li>
          );
        })}
      </ol>
      {more > 0 && (
        <button type="button" class="quiet" onClick={() => setShown(shown + 5 * shownAtOnce)}>
          {t('scan.more', { count: more })}
        </button>
      )}
      {truncated && <p class="hint">{t('scan.truncated', { count: pairs.length })}</p>}
    </>
  );
}
