import { useSession } from '../session.js';
import { plainChoicesMax } from '../use-known-collections.js';
import { FindCollection } from './find-collection.js';

/** Chooses the collection of the page: from a list if there are few, else by a search for its name. */
export function ChooseCollection() {
  const { t, collection, known, choose } = useSession();
  const { names, total } = known;
  return (
    <div class="choose-collection">
      <span aria-hidden="true">{t('head.collection')}</span>
      {total > plainChoicesMax ? (
        <FindCollection key={collection} />
      ) : (
        <select
          aria-label={t('head.collection')}
          value={collection}
          onChange={({ currentTarget }) => choose({ collection: currentTarget.value })}
        >
          {(names.includes(collection) ? names : [collection, ...names]).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
