import { useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import type { Recent } from '../api/types.js';
import { useSession } from '../session.js';
import { type Asked, useAnswer } from '../use-request.js';
import { DecisionChart } from './decision-chart.js';
import { AnswerOf } from './states.js';

const spans = { hour: 1, day: 24, week: 7 * 24, quarter: 90 * 24 } as const;
type Span = keyof typeof spans;

interface DecisionsOverTimeProps {
  /** Increases with new decisions. */
  readonly told: number;
  readonly recent: Asked<Recent>;
}

/** Decisions by minute, hour or day. */
export function DecisionsOverTime({ told, recent }: DecisionsOverTimeProps) {
  const { t, collection, embedded } = useSession();
  const [span, setSpan] = useState<Span>(embedded ? 'day' : 'hour');
  const query = { collection, hours: spans[span] };
  const history = useAnswer(span !== 'hour' && apiCall('GET', '/stats/history', { query }), [told]);
  return (
    <section class="card over-time">
      <h2>
        {t('overview.decisions')}
        <fieldset class="segments">
          <legend class="unseen">{t('overview.span')}</legend>
          {(embedded ? (Object.keys(spans) as Span[]) : (['hour'] as const)).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="span"
                checked={span === each}
                onChange={() => setSpan(each)}
              />
              <span>{t(`span.${each}`)}</span>
            </label>
          ))}
        </fieldset>
      </h2>
      {span === 'hour' ? (
        <AnswerOf asked={recent}>
          {({ minutes }) => <DecisionChart points={minutes} hours={1} />}
        </AnswerOf>
      ) : (
        <AnswerOf asked={history}>
          {({ points }) => <DecisionChart points={points} hours={spans[span]} />}
        </AnswerOf>
      )}
    </section>
  );
}
