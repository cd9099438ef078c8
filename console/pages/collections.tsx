import { useState } from 'preact/hooks';
import type { Collection } from '../api/types.js';
import { CollectionCard } from '../parts/collection-card.js';
import { NewCollection } from '../parts/new-collection.js';
import { PageHead } from '../parts/page-head.js';
import { Loading } from '../parts/states.js';
import { useSession } from '../session.js';

/** Lists all collections with what their recipes do; creates, changes and deletes them. */
export function Collections() {
  const { t, collections, collectionsChanged, choose } = useSession();
  const [creating, setCreating] = useState(false);

  function created({ name }: Collection) {
    setCreating(false);
    choose({ collection: name });
    collectionsChanged();
  }

  return (
    <>
      <PageHead title={t('page.collections')} ofCollection={false}>
        {t('collections.about')}
      </PageHead>
      {creating ? (
        <NewCollection onCreated={created} onCancel={() => setCreating(false)} />
      ) : (
        <div class="actions above">
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            {t('collections.new')}
          </button>
        </div>
      )}
      {collections.length === 0 ? (
        <Loading />
      ) : (
        <ul class="collection-list">
          {collections.map((collection) => (
            <CollectionCard key={collection.name} collection={collection} />
          ))}
        </ul>
      )}
    </>
  );
}
