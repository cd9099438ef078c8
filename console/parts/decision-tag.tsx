import { useSession } from '../session.js';

export const decisions = ['new', 'duplicate', 'changed', 'unchanged'] as const;

export function DecisionTag({ decision }: { readonly decision: (typeof decisions)[number] }) {
  const { t } = useSession();
  return <span class={`tag decision ${decision}`}>{t(`decision.${decision}`)}</span>;
}
