import { useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import type { Collection } from '../api/types.js';
import { recipeInWords } from '../recipe-words.js';
import { useSession } from '../session.js';
import { durationInWords } from '../text/times.js';
import { useOpening } from '../use-opening.js';
import { useAnswer } from '../use-request.js';
import { CollectionSettings } from './collection-settings.js';
import { DeleteCollection } from './delete-collection.js';
import { ScanPanel } from './scan-panel.js';
import { Fact } from './states.js';

interface CollectionCardProps {
  readonly collection: Collection;
  /** True if the settings are open at first. */
  readonly changing: boolean;
  readonly onDeleted: () => void;
}

/** Details of a collection: recipe, settings and actions. */
export function CollectionCard({ collection, changing, onDeleted }: CollectionCardProps) {
  const { t, number, time, language, embedded } = useSession();
  const { name, recipe, recipeId, recallAt, problem } = collection;
  const editing = useOpening<HTMLDivElement>({ openAtFirst: changing });
  const scanning = useOpening<HTMLDivElement>();
  const [deleting, setDeleting] = useState(false);
  const stats = useAnswer(apiCall('GET', '/stats', { query: { collection: name } }));
  return (
    <section class="collection" aria-label={name}>
      <div class="collection-head">
        <h2>{name}</h2>
        <span class="hint">
          {stats.answer && t('collection.documents', { count: stats.answer.documents })}
        </span>
        <div class="actions">
          <button type="button" aria-expanded={editing.isOpen} {...editing.opener}>
            {t('collection.settings')}
          </button>
          {embedded && (
            <button type="button" aria-expanded={scanning.isOpen} {...scanning.opener}>
              {t('scan.open')}
            </button>
          )}
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            {t('collection.delete')}
          </button>
        </div>
      </div>
      {problem !== null && <p class="notice bad">{problem}</p>}
      <div class="collection-body">
        <div>
          <h3>{t('collection.recipe')}</h3>
          <ul class="recipe">
            {recipeInWords(recipe, t).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p class="hint">
            <code>{recipeId}</code> ·{' '}
            {t('collection.created', {
              date: time(collection.createdAt, 'day'),
            })}
          </p>
        </div>
        <div>
          <h3>{t('collection.defaults')}</h3>
          <dl class="facts">
            {recipe.method !== 'minhash' && (
              <Fact name={t('collection.maxDistance')}>{number(collection.maxDistance)}</Fact>
            )}
            {recipe.method !== 'simhash' && (
              <Fact name={t('collection.minSimilarity')}>{number(collection.minSimilarity)}</Fact>
            )}
            {recipe.parts && (
              <Fact name={t('collection.minContainment')}>
                {collection.minContainment === null
                  ? t('answer.no')
                  : number(collection.minContainment)}
              </Fact>
            )}
            <Fact name={t('collection.duplicateIf')}>
              {t(`duplicateIf.${collection.duplicateIf}`)} <code>{collection.duplicateIf}</code>
            </Fact>
            <Fact name={t('collection.ttl')}>
              {collection.ttlSeconds === null
                ? t('collection.forGood')
                : durationInWords(collection.ttlSeconds, language)}
            </Fact>
            <Fact name={t('collection.keepText')}>
              {t(collection.keepText ? 'answer.yes' : 'answer.no')}
            </Fact>
            {embedded && (
              <Fact name={t('collection.refusedPages')}>
                {collection.refusedPages === null
                  ? t('collection.notKept')
                  : number(collection.refusedPages.days)}
              </Fact>
            )}
            <Fact name={t('collection.siteLines')}>
              {t(
                collection.siteLines ? 'collection.siteLinesLeftOut' : 'collection.siteLinesCount',
              )}
            </Fact>
            <Fact name={t('collection.keepRefused')}>{number(collection.keepRefused)}</Fact>
            {recipe.method !== 'simhash' && (
              <Fact name={t('collection.keepPerFamily')}>
                {collection.keepPerFamily === null
                  ? t('collection.allOfFamily')
                  : number(collection.keepPerFamily)}
              </Fact>
            )}
          </dl>
        </div>
        {recallAt && <RecallCurve recallAt={recallAt} />}
      </div>
      {editing.isOpen && (
        <div {...editing.form}>
          <CollectionSettings collection={collection} onDone={editing.close} />
        </div>
      )}
      {scanning.isOpen && (
        <div {...scanning.form}>
          <ScanPanel collection={name} onChanged={stats.again} />
        </div>
      )}
      {deleting && (
        <DeleteCollection
          name={name}
          documents={stats.answer?.documents}
          onDeleted={onDeleted}
          onDone={() => setDeleting(false)}
        />
      )}
    </section>
  );
}

const width = 220;
const height = 84;

interface RecallCurveProps {
  readonly recallAt: NonNullable<Collection['recallAt']>;
}

/** Theoretical probability that two documents of a given similarity are matched. */
function RecallCurve({ recallAt }: RecallCurveProps) {
  const { t, percent } = useSession();
  const { measure, points } = recallAt;
  const path = points
    .map(
      ({ value, recall }) => `${(value * width).toFixed(1)},${((1 - recall) * height).toFixed(1)}`,
    )
    .join(' ');
  const some = points.find(({ recall }) => recall >= 0.5);
  const sure = points.find(({ recall }) => recall >= 0.99);
  const said = {
    some: some ? percent(some.value, 0) : '–',
    share: some ? percent(some.recall, 0) : '–',
    sure: sure ? percent(sure.value, 0) : '–',
  };
  return (
    <figure class="recall">
      <h3>{t('collection.recall')}</h3>
      <svg viewBox={`0 -2 ${width} ${height + 4}`} aria-hidden="true">
        <path class="frame" d={`M0 0V${height}H${width}M0 ${height / 2}H${width}`} />
        <polyline points={path} />
      </svg>
      <figcaption class="hint">
        {t(measure === 'jaccard' ? 'collection.recallJaccard' : 'collection.recallCosine', said)}
      </figcaption>
    </figure>
  );
}
