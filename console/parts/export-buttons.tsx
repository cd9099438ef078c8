import { type ExportSource, useExport } from '../export/use-export.js';
import { useSession } from '../session.js';
import { Failure } from './states.js';

/** Saves a list as a file, with its progress. */
export function ExportButtons({ source }: { readonly source: ExportSource }) {
  const { t } = useSession();
  const { rows, saved, failure, start, stop } = useExport(source);
  return (
    <div class="export">
      <div class="actions">
        {rows === null ? (
          <>
            <button type="button" class="small" onClick={() => start('ndjson')}>
              {t('export.ndjson')}
            </button>
            <button type="button" class="small" onClick={() => start('csv')}>
              {t('export.csv')}
            </button>
          </>
        ) : (
          <button type="button" class="small" onClick={stop}>
            {t('tune.stop')}
          </button>
        )}
        <span class="hint" role="status">
          {rows !== null && t('export.progress', { count: rows })}
          {saved !== null && t('export.saved', { count: saved })}
        </span>
      </div>
      {failure && <Failure failure={failure} />}
    </div>
  );
}
