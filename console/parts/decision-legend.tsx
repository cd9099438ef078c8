import type { Decision } from '../api/types.js';
import { useSession } from '../session.js';

/** Names of some kinds of decisions, each beside its colour. */
export function DecisionLegend({ kinds }: { readonly kinds: readonly Decision[] }) {
  const { t } = useSession();
  return (
    <p class="legend">
      {kinds.map((kind) => (
        <span key={kind} class={`key ${kind}`}>
          {t(`decision.${kind}`)}
        </span>
      ))}
    </p>
  );
}
