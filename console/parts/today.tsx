import { useMemo } from 'preact/hooks';
import { additionsInWords } from '../additions.js';
import { apiCall } from '../api/request.js';
import type { Decision, History, LoggedDecision } from '../api/types.js';
import { isDoubtful, startOfDay } from '../decisions.js';
import { chooseTitle } from '../document-title.js';
import { useSession } from '../session.js';
import { readableHost } from '../text/host-name.js';
import { useAnswer } from '../use-request.js';
import { AnswerOf } from './states.js';

/** Figures of a day, and the decisions that each of them counts. */
const figures = {
  kept: ['new', 'similar'],
  refused: ['duplicate'],
  changed: ['changed'],
} as const satisfies Readonly<Record<string, readonly Decision[]>>;

/** Maximum number of refusals listed. */
const listed = 3;

/** Today's decisions next to yesterday's, and the least certain refusals. */
export function Today({ told }: { readonly told: number }) {
  const { t, number, collection, href } = useSession();
  const today = useMemo(() => startOfDay(0), [told]);
  const yesterday = useMemo(() => startOfDay(-1), [told]);
  const query = { collection, hours: 49 };
  const history = useAnswer(apiCall('GET', '/stats/history', { query }), [told]);
  const order = { order: 'certainty', verdict: 'none' } as const;
  const refusals = { collection, ...order, limit: listed, since: today.toISOString() };
  const doubtful = useAnswer(apiCall('GET', '/decisions', { query: refusals }), [told]);
  return (
    <section class="card today">
      <h2>{t('today.title')}</h2>
      <AnswerOf asked={history}>
        {({ points }) => (
          <dl>
            {(Object.keys(figures) as (keyof typeof figures)[]).map((name) => (
              <div key={name}>
                <dt>{t(`today.${name}`)}</dt>
                <dd class="figure">{number(countDecisions(points, figures[name], today))}</dd>
                <dd class="note">
                  {t('today.yesterday', {
                    count: countDecisions(points, figures[name], yesterday, today),
                  })}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </AnswerOf>
      <div class="doubtful">
        <h3>{t('today.doubtful')}</h3>
        <AnswerOf asked={doubtful}>
          {({ decisions }) =>
            !decisions.some(isDoubtful) ? (
              <p class="hint">
                {t(decisions.length === 0 ? 'today.noDoubt' : 'decisions.allCertain')}
              </p>
            ) : (
              <>
                <ol>
                  {decisions.filter(isDoubtful).map(({ number, title, id, exact, adds }) => (
                    <li key={number}>
                      <Refused id={id} title={title} />
                      <span class="hint">
                        {exact ? t('decisions.equal') : additionsInWords(adds, t)}
                      </span>
                    </li>
                  ))}
                </ol>
                <a href={href('decisions')}>{t('today.look')}</a>
              </>
            )
          }
        </AnswerOf>
      </div>
    </section>
  );
}

/** Title of a refused page, which leads to the page about it. */
function Refused({ id, title }: Pick<LoggedDecision, 'id' | 'title'>) {
  const { t, href } = useSession();
  const name = chooseTitle({ id, page: { title } }) ?? readableHost(id ?? t('decisions.noId'));
  if (id === null) return <bdi>{name}</bdi>;
  return (
    <a href={href('documents', { id })} title={id}>
      <bdi>{name}</bdi>
    </a>
  );
}

/** @param until exclusive end; undefined for no end */
function countDecisions(
  points: History['points'],
  counted: readonly Decision[],
  from: Date,
  until?: Date,
): number {
  return points
    .filter(({ at }) => new Date(at) >= from && (until === undefined || new Date(at) < until))
    .reduce((sum, point) => counted.reduce((all, each) => all + point[each], sum), 0);
}
