import type { Contradiction } from '../api/types.js';
import { useSession } from '../session.js';

interface ContradictionsProps {
  readonly contradicts: readonly Contradiction[];
}

/** What speaks against it that two alike texts are the same, a sentence each; nothing if there is none. */
export function Contradictions({ contradicts }: ContradictionsProps) {
  const { t } = useSession();
  if (contradicts.length === 0) return null;
  return (
    <ul class="contradictions">
      {contradicts.map((each) => (
        <li key={each}>
          <strong>{t(`contradiction.${each}`)}</strong>
          {t(`contradiction.${each}.why`)}
        </li>
      ))}
    </ul>
  );
}

/** The same in few words. */
export function ContradictionLine({ contradicts }: ContradictionsProps) {
  const { t } = useSession();
  if (contradicts.length === 0) return null;
  const list = contradicts.map((each) => t(`contradiction.${each}`)).join(t('list.comma'));
  return <span class="hint contradicted">{t('match.differs', { list })}</span>;
}
