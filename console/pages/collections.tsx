import { useState } from 'preact/hooks';
import type { Collection } from '../api/types.js';
import { CollectionTable } from '../parts/collection-table.js';
import { NewCollection } from '../parts/new-collection.js';
import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';

/** Lists collections and explains their recipes; creates, changes and deletes collections. */
export function Collections() {
  const { t, collectionsChanged, choose, route } = useSession();
  const [creating, setCreating] = useState(false);
  const [open, setOpen] = useState<string | null>(route.parameters.open ?? null);

  function created({ name }: Collection) {
    setCreating(false);
    setOpen(name);
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
      <CollectionTable open={open} onOpen={setOpen} />
    </>
  );
}
