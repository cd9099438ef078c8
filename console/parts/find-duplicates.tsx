import { useState } from 'preact/hooks';
import { useSession } from '../session.js';
import { ScanPanel } from './scan-panel.js';
import { Empty } from './states.js';

interface FindDuplicatesProps {
  /** How many documents are stored without that anything was compared; else null. */
  readonly neverCompared: number | null;
  readonly onChanged: () => void;
}

/** Leads to a scan; where documents were only added, it says why nothing was found yet. */
export function FindDuplicates({ neverCompared, onChanged }: FindDuplicatesProps) {
  const { t, route, collection } = useSession();
  const [open, setOpen] = useState(route.parameters.scan !== undefined);
  if (open) return <ScanPanel key={collection} collection={collection} onChanged={onChanged} />;
  const button = (
    <button
      type="button"
      class={neverCompared === null ? '' : 'primary'}
      onClick={() => setOpen(true)}
    >
      {t('scan.open')}
    </button>
  );
  if (neverCompared === null) return <div class="actions">{button}</div>;
  return (
    <Empty title={t('scan.neverCompared', { count: neverCompared })}>
      <p>{t('scan.neverComparedWhy')}</p>
      {button}
    </Empty>
  );
}
