import type { ComponentChildren } from 'preact';
import { useSession } from '../session.js';

interface PageHeadProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Whether the page is about one collection, which is chosen here. */
  readonly ofCollection?: boolean;
}

export function PageHead({ title, children, ofCollection = true }: PageHeadProps) {
  const { t, collection, collections, choose } = useSession();
  const names = collections.map(({ name }) => name);
  return (
    <div class="page-head">
      <div>
        <h1>{title}</h1>
        <p>{children}</p>
      </div>
      {ofCollection && (
        <label class="choose-collection">
          {t('head.collection')}
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
        </label>
      )}
    </div>
  );
}
