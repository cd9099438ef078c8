import { useSession } from '../session.js';
import { useResetState } from '../use-reset-state.js';

/** Position in a paginated list. */
export interface Pages {
  /** Cursor of the current page; undefined for the first. */
  readonly cursor: string | undefined;
  readonly isFirst: boolean;
  /** Page number from 0. */
  readonly index: number;
  forward(nextCursor: string): void;
  back(): void;
}

/** Keeps the position in a paginated list. Goes back to the first page whenever one of `inputs` changes. */
export function usePages(inputs: readonly unknown[]): Pages {
  const [cursors, setCursors] = useResetState<readonly string[]>([], inputs);
  return {
    cursor: cursors.at(-1),
    isFirst: cursors.length === 0,
    index: cursors.length,
    forward: (nextCursor) => setCursors([...cursors, nextCursor]),
    back: () => setCursors(cursors.slice(0, -1)),
  };
}

interface PagerProps {
  readonly pages: Pages;
  readonly nextCursor: string | null;
}

export function Pager({ pages, nextCursor }: PagerProps) {
  const { t } = useSession();
  if (pages.isFirst && nextCursor === null) return null;
  return (
    <div class="actions pager">
      <button type="button" disabled={pages.isFirst} onClick={pages.back}>
        {t('pager.back')}
      </button>
      <button
        type="button"
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && pages.forward(nextCursor)}
      >
        {t('pager.next')}
      </button>
    </div>
  );
}

/** Returns the selected ids with one added or removed. */
export function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(chosen);
  if (!after.delete(id)) after.add(id);
  return after;
}
