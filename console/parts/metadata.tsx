import { useSession } from '../session.js';
import type { Titled } from '../titles.js';

/** What was stored with a document, a line for each name. */
export function Metadata({ metadata }: Titled) {
  const { t } = useSession();
  const entries = Object.entries(metadata ?? {});
  if (entries.length === 0) return <p class="hint">{t('metadata.none')}</p>;
  return (
    <dl class="metadata-lines">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
