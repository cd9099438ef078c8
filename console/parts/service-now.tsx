import type { Recent } from '../api/types.js';
import { useSession } from '../session.js';
import type { Key } from '../text/english.js';

/** How fast the service is now, and what goes wrong. */
export function ServiceNow({ now }: Pick<Recent, 'now'>) {
  const { t, number } = useSession();
  const inMs = (ms: number | null) => (ms === null ? '–' : t('now.ms', { ms: number(ms, 1) }));
  const figures: readonly (readonly [Key, string, boolean])[] = [
    ['now.checks', number(now.checksPerSecond, 1), false],
    ['now.requests', number(now.requestsPerSecond, 1), false],
    ['now.p50', inMs(now.p50Ms), false],
    ['now.p99', inMs(now.p99Ms), false],
    ['now.errors', number(now.errorsPerMinute, 1), now.errorsPerMinute > 0],
    ['now.refused', number(now.refusedPerMinute, 1), now.refusedPerMinute > 0],
  ];
  return (
    <dl class="service-now">
      {figures.map(([name, value, isBad]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd class={isBad ? 'bad-figure' : ''}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
