import { apiCall } from '../api/request.js';
import type { BriefCollection } from '../api/types.js';
import { decisions } from '../decisions.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { CollectionCard } from './collection-card.js';
import { columnClass } from './sort-head.js';
import { AnswerOf } from './states.js';

interface CollectionRowProps {
  readonly collection: BriefCollection;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** A collection in the table, and all about it when it is opened. */
export function CollectionRow({ collection, open, onToggle }: CollectionRowProps) {
  const { t, number, percent, language, href } = useSession();
  const { name, createdAt, problem, stats } = collection;
  const checks = stats && decisions.reduce((sum, each) => sum + stats.decisions[each], 0);
  return (
    <tbody>
      <tr>
        <th scope="row">
          <a href={href('overview', { in: name })}>{name}</a>
          {problem !== null && <span class="tag bad">{t('collections.closed')}</span>}
        </th>
        <td class={columnClass.documents}>{stats ? number(stats.documents) : '–'}</td>
        <td class="number wide-only">{checks === undefined ? '–' : number(checks)}</td>
        <td class="number wide-only">
          {stats && checks ? percent(stats.decisions.duplicate / checks) : '–'}
        </td>
        <td class={columnClass.lastDecision}>
          {stats?.lastDecisionHour
            ? new Date(stats.lastDecisionHour).toLocaleString(language, {
                dateStyle: 'medium',
                timeStyle: 'short',
              })
            : '–'}
        </td>
        <td class={columnClass.created}>{new Date(createdAt).toLocaleDateString(language)}</td>
        <td class="number">
          <button
            type="button"
            class="quiet small"
            aria-expanded={open}
            aria-label={`${t('collections.details')}: ${name}`}
            onClick={onToggle}
          >
            {t('collections.details')}
          </button>
        </td>
      </tr>
      {open && (
        <tr class="opened">
          <td colSpan={7}>
            <Opened name={name} onDeleted={onToggle} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface OpenedProps {
  readonly name: string;
  readonly onDeleted: () => void;
}

function Opened({ name, onDeleted }: OpenedProps) {
  const { changes } = useSession();
  const asked = useAnswer(apiCall('GET', '/collections/{name}', { at: { name } }), [changes]);
  return (
    <AnswerOf asked={asked}>
      {(collection) => <CollectionCard collection={collection} onDeleted={onDeleted} />}
    </AnswerOf>
  );
}
