import { useState } from 'preact/hooks';
import type { Collection } from '../api/types.js';
import { CollectionTable } from '../parts/collection-table.js';
import { NewCollection } from '../parts/new-collection.js';
import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';
import { useOpening } from '../use-opening.js';

/** Lists collections and explains their recipes; creates, changes and deletes collections. */
export function Collections() {
  const { t, collectionsChanged, choose, route } = useSession();
  const creating = useOpening<HTMLDivElement>();
  const [open, setOpen] = useState<string | null>(route.parameters.open ?? null);

  function created({ name }: Collection) {
    creating.close();
    setOpen(name);
    choose({ collection: name });
    collectionsChanged();
  }

  return (
    <>
      <PageHead title={t('page.collections')} ofCollection={false}>
        {t('collections.about')}
      </PageHead>
      {creating.isOpen ? (
        <div {...creating.form}>
          <NewCollection onCreated={created} onCancel={creating.close} />
        </div>
      ) : (
        <div class="actions above">
          <button type="button" class="primary" {...creating.opener}>
            {t('collections.new')}
          </button>
        </div>
      )}
      <CollectionTable open={open} onOpen={setOpen} />
    </>
  );
}
