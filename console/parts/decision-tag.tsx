import type { Decision } from '../api/types.js';
import { useSession } from '../session.js';

export function DecisionTag({ decision }: { readonly decision: Decision }) {
  const { t } = useSession();
  return <span class={`tag decision ${decision}`}>{t(`decision.${decision}`)}</span>;
}
