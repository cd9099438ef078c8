import { apiCall, send } from '../api/request.js';
import { useSession } from '../session.js';
import { useAction, useAnswer } from '../use-request.js';
import { CopyCurl } from './copy-curl.js';
import { DocumentName, useDocuments } from './document-name.js';
import { Pager, usePages } from './pager.js';
import { AnswerOf, Failure } from './states.js';

const pageLength = 50;

interface GivenLabelsProps {
  /** Changes whenever labels are added or removed. */
  readonly changes: number;
  readonly onTakenBack: () => void;
}

/** Existing labels, page by page, each with an undo button. */
export function GivenLabels({ changes, onTakenBack }: GivenLabelsProps) {
  const { t, time, collection } = useSession();
  const pages = usePages([collection]);
  const action = useAction();
  const query = { collection, cursor: pages.cursor, limit: pageLength };
  const call = apiCall('GET', '/labels', { query });
  const asked = useAnswer(call, [changes]);

  const documents = useDocuments((asked.answer?.labels ?? []).flatMap(({ a, b }) => [a, b]));

  function takeBack(a: string, b: string) {
    action.run(async () => {
      await send(apiCall('DELETE', '/labels', { query: { collection, a, b } }));
      onTakenBack();
    });
  }

  return (
    <AnswerOf asked={asked}>
      {({ labels, nextCursor }) =>
        (labels.length > 0 || !pages.isFirst) && (
          <section class="card separations given-labels">
            <h2>
              {t('labels.given')}
              <CopyCurl call={call} />
            </h2>
            {action.failure && <Failure failure={action.failure} />}
            <ul>
              {labels.map(({ a, b, label, createdAt }) => (
                <li key={JSON.stringify([a, b])}>
                  <span class="what">
                    <DocumentName id={a} document={documents.get(a)} />
                    <DocumentName id={b} document={documents.get(b)} />
                    <span class="hint">{time(createdAt)}</span>
                  </span>
                  <span class={`tag label-${label}`}>{t(`label.${label}`)}</span>
                  <button type="button" disabled={action.busy} onClick={() => takeBack(a, b)}>
                    {t('separations.undo')}
                  </button>
                </li>
              ))}
            </ul>
            <Pager pages={pages} nextCursor={nextCursor} />
          </section>
        )
      }
    </AnswerOf>
  );
}
