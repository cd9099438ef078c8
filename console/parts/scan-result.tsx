import { useState } from 'preact/hooks';
import type { ListedDocument, ScanResult as Result } from '../api/types.js';
import { useSession } from '../session.js';
import { DocumentName, useDocuments } from './document-name.js';
import { KeepOne } from './keep-one.js';

const shownAtOnce = 20;

interface ScanResultProps {
  readonly result: Result;
  /** True if the scan wrote nothing. */
  readonly dryRun: boolean;
  /** True if the scan was told which copy of a group stays, so that the user need not choose again. */
  readonly isChosen: boolean;
  /** Start time of the scan. */
  readonly startedAt: string;
  readonly collection: string;
  /** Called after the user has deleted documents here. */
  readonly onDeleted: () => void;
  /** Called to add the results of a dry run to clusters. */
  readonly onSeat: () => void;
}

/** Duplicates that a scan found, and the changes that it made. */
export function ScanResult({ result, dryRun, onSeat, ...place }: ScanResultProps) {
  const { t, number, href } = useSession();
  const { documents, duplicates, similar, seated, deleted, left, pairs } = result;
  const figures = { documents, duplicates, similar, seated, deleted, left };
  const nothing = duplicates + similar === 0;
  return (
    <div class="scan-result">
      <h3>{t(dryRun ? 'scan.found' : 'scan.done')}</h3>
      <dl class="figures">
        {(Object.keys(figures) as (keyof typeof figures)[])
          // A dry run neither adds documents to clusters nor deletes any.
          .filter((name) => !dryRun || !['seated', 'deleted', 'left'].includes(name))
          .map((name) => (
            <div key={name}>
              <dt>{t(`scan.${name}`)}</dt>
              <dd class="figure">{number(figures[name])}</dd>
            </div>
          ))}
      </dl>
      {nothing && <p>{t('scan.nothing')}</p>}
      {!nothing && !dryRun && (
        <p>
          <a href={href('clusters', { in: place.collection })}>{t('scan.toClusters')}</a>
        </p>
      )}
      {!nothing && dryRun && (
        <>
          <p class="actions">
            <button type="button" onClick={onSeat}>
              {t('scan.start.seat')}
            </button>
            <span class="hint">{t('scan.nothingWritten')}</span>
          </p>
          {pairs === null ? (
            <p class="hint">{t('scan.pairsGone')}</p>
          ) : (
            <Pairs pairs={pairs} truncated={result.truncated} {...place} />
          )}
        </>
      )}
    </div>
  );
}

interface PairsProps
  extends Pick<ScanResultProps, 'collection' | 'startedAt' | 'isChosen' | 'onDeleted'> {
  readonly pairs: readonly Pair[];
  readonly truncated: boolean;
}

type Pair = NonNullable<Result['pairs']>[number];

const orders = ['leastAlike', 'asCompared'] as const;

/**
 * Pairs that a dry run found, with the names of their documents. Of each selected group, the user keeps one document.
 */
function Pairs({ pairs, truncated, collection, startedAt, isChosen, onDeleted }: PairsProps) {
  const { t } = useSession();
  const [shown, setShown] = useState(shownAtOnce);
  const [order, setOrder] = useState<(typeof orders)[number]>('leastAlike');
  const [apart, setApart] = useState<ReadonlySet<Pair>>(new Set());
  const ordered = order === 'asCompared' ? pairs : pairs.toSorted(byLikeness);
  const listed = ordered.slice(0, shown);
  const documents = useDocuments(listed.flatMap((pair) => [pair.id, otherId(pair)]));
  const chosen = pairs.flatMap((pair) =>
    pair.duplicateOf === null || apart.has(pair) ? [] : [{ id: pair.id, of: pair.duplicateOf }],
  );
  const more = pairs.length - shown;

  function choose(pair: Pair, isChosen: boolean): void {
    const others = new Set(apart);
    if (isChosen) others.delete(pair);
    else others.add(pair);
    setApart(others);
  }

  return (
    <>
      <KeepOne
        collection={collection}
        isReady={chosen.length > 0}
        isChosen={isChosen}
        duplicates={async () => chosen}
        unchangedSince={startedAt}
        onDeleted={onDeleted}
      />
      <div class="actions">
        <label class="inline">
          {t('scan.order')}
          <select
            value={order}
            onChange={({ currentTarget }) => setOrder(currentTarget.value as typeof order)}
          >
            {orders.map((each) => (
              <option key={each} value={each}>
                {t(`scan.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <span class="hint">{t('scan.chosenHint')}</span>
      </div>
      <ol class="pairs">
        {listed.map((pair) => (
          <PairRow
            key={pair.id}
            pair={pair}
            documents={documents}
            collection={collection}
            chosen={!apart.has(pair)}
            onChoose={(isChosen) => choose(pair, isChosen)}
          />
        ))}
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

interface PairRowProps {
  readonly pair: Pair;
  readonly documents: ReadonlyMap<string, ListedDocument>;
  readonly collection: string;
  readonly chosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function PairRow({ pair, documents, collection, chosen, onChoose }: PairRowProps) {
  const { t, similarity: figure, href } = useSession();
  const { id, duplicateOf, similarity, distance } = pair;
  const other = otherId(pair);
  return (
    <li>
      {duplicateOf === null ? (
        <span />
      ) : (
        <input
          type="checkbox"
          aria-label={t('scan.choose', { id })}
          checked={chosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      )}
      <DocumentName id={id} document={documents.get(id)} />
      <span class="hint">
        {t(duplicateOf === null ? 'live.similarTo' : 'live.duplicateOf')}{' '}
        {similarity !== null
          ? figure(similarity)
          : distance !== null && t('match.bits', { distance })}
      </span>
      <DocumentName id={other} document={documents.get(other)} />
      <a href={href('compare', { in: collection, a: id, b: other })}>
        {t('compare.compare')}
        <span class="unseen">: {id}</span>
      </a>
    </li>
  );
}

const otherId = ({ duplicateOf, similarTo }: Pair) => duplicateOf ?? similarTo ?? '';

/** Least similar first; without sketches, largest distance first. */
const byLikeness = (a: Pair, b: Pair) =>
  (a.similarity ?? 0) - (b.similarity ?? 0) || (b.distance ?? 0) - (a.distance ?? 0);
