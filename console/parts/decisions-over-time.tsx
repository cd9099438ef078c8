import { useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { DecisionChart } from './decision-chart.js';
import { AnswerOf } from './states.js';

const spans = { day: 24, week: 7 * 24, quarter: 90 * 24 } as const;
type Span = keyof typeof spans;

interface DecisionsOverTimeProps {
  /** Increases with new decisions. */
  readonly told: number;
}

/** Decisions by hour or day. */
export function DecisionsOverTime({ told }: DecisionsOverTimeProps) {
  const { t, collection } = useSession();
  const [span, setSpan] = useState<Span>('day');
  const query = { collection, hours: spans[span] };
  const history = useAnswer(apiCall('GET', '/stats/history', { query }), [told]);
  return (
    <section class="card over-time">
      <h2>
        {t('overview.decisions')}
        <fieldset class="segments">
          <legend class="unseen">{t('overview.span')}</legend>
          {(Object.keys(spans) as Span[]).map((each) => (
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
      <AnswerOf asked={history}>
        {({ points }) => <DecisionChart points={points} hours={spans[span]} />}
      </AnswerOf>
    </section>
  );
}
