import { useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import { useSession } from '../session.js';
import { useAction, useAnswer } from '../use-request.js';
import { DocumentId } from './document-name.js';
import { AnswerOf, Failure } from './states.js';

const shownMax = 100;

/** Pairs declared not to be duplicates, with undo. */
export function Separations() {
  const { t, time, collection } = useSession();
  const action = useAction();
  const [back, setBack] = useState(false);
  const asked = useAnswer(
    apiCall('GET', '/separations', { query: { collection, limit: shownMax } }),
  );

  function undo(a: string, b: string) {
    action.run(async () => {
      await send(apiCall('DELETE', '/separations', { query: { collection, a, b } }));
      setBack(true);
      asked.again();
    });
  }

  return (
    <>
      <div role="status">{back && <p class="notice good">{t('done.takenBack')}</p>}</div>
      <AnswerOf asked={asked}>
        {({ separations }) =>
          separations.length > 0 && (
            <section class="card separations">
              <h2>{t('separations.title')}</h2>
              <p class="hint">{t('separations.about')}</p>
              {action.failure && <Failure failure={action.failure} />}
              <ul>
                {separations.map(({ a, b, createdAt }) => (
                  <li key={`${a} ${b}`}>
                    <span class="what">
                      <DocumentId id={a} />
                      <DocumentId id={b} />
                      <span class="hint">{time(createdAt)}</span>
                    </span>
                    <button type="button" disabled={action.busy} onClick={() => undo(a, b)}>
                      {t('separations.undo')}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )
        }
      </AnswerOf>
    </>
  );
}
