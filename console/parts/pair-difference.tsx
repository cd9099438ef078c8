import { useLayoutEffect } from 'preact/hooks';
import { additionsInWords } from '../additions.js';
import { apiCall } from '../api/request.js';
import type { ExplainedComparison, ListedDocument, LoggedDecision } from '../api/types.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';
import { AdditionsLine, NewPassages } from './additions.js';
import { Diff } from './diff.js';
import { DocumentName, useDocuments } from './document-name.js';
import { Metadata } from './metadata.js';
import { AnswerOf } from './states.js';

interface PairDifferenceProps {
  /** Ids of two stored documents. */
  readonly a: string;
  readonly b: string;
  /** Decision that is shown: its page is the first document, its match the second. */
  readonly decision?: LoggedDecision;
  /** Direction of the additions in words; `none` if they are already shown nearby. */
  readonly says?: 'first' | 'both' | 'none';
  /** Called once the difference is on the screen, or cannot be had. */
  readonly onShown?: (() => void) | undefined;
}

/** Two stored documents: names, additions of the first document, and the difference between the texts. */
export function PairDifference({ a, b, decision, says = 'first', onShown }: PairDifferenceProps) {
  const { t, time, collection, href } = useSession();
  const documents = useDocuments([a, b]);
  const body = { a: { id: a }, b: { id: b }, collection, explain: true };
  const asked = useAnswer(apiCall('POST', '/compare', { body }));
  const [first, second] = [documents.get(a), documents.get(b)];
  const hasChanged =
    decision !== undefined && second !== undefined && second.updatedAt > decision.at;
  const isShown = asked.answer !== undefined || asked.failure !== undefined;
  // Not after the next frame: a key pressed before it would be lost.
  useLayoutEffect(() => {
    if (isShown) onShown?.();
  }, [isShown]);
  return (
    <div class="pair-difference">
      <AnswerOf asked={asked}>
        {({ exact, adds, level, diff }) => (
          <>
            {says === 'first' && <AdditionsLine exact={exact} adds={adds} level={level} />}
            {says === 'both' && <BothDirections a={a} b={b} adds={adds} />}
            {hasChanged && (
              <p class="notice">
                {t('decisions.matchChanged', {
                  time: time(second.updatedAt),
                })}
              </p>
            )}
            <NewPassages adds={adds} />
            <Diff
              pieces={diff}
              addsNothing={adds?.nothing === true}
              a={<DocumentName id={a} document={first ?? (decision && { page: decision })} />}
              b={<DocumentName id={b} document={second} />}
              decided={decision && (decision.stored ? 'checked' : 'refused')}
            />
            {!diff && <Sides documents={[first, second]} />}
          </>
        )}
      </AnswerOf>
      <a href={href('compare', { a, b })}>{t('match.compare')}</a>
    </div>
  );
}

interface BothDirectionsProps {
  readonly a: string;
  readonly b: string;
  readonly adds: ExplainedComparison['adds'];
}

/** Says what each of two documents adds to the other. */
function BothDirections({ a, b, adds }: BothDirectionsProps) {
  const { t, collection } = useSession();
  const body = { a: { id: b }, b: { id: a }, collection };
  const { answer } = useAnswer(apiCall('POST', '/compare', { body }));
  const back = answer?.adds;
  if (!adds || !back) return null;
  return (
    <p class="hint">
      {t('labels.adds', { a: additionsInWords(adds, t), b: additionsInWords(back, t) })}
    </p>
  );
}

/** Metadata of both documents, if their texts are not stored. */
function Sides({ documents }: { readonly documents: readonly (ListedDocument | undefined)[] }) {
  return (
    <div class="two-sides">
      {documents.map((document, side) => (
        <div key={String(side)}>{document && <Metadata metadata={document.metadata} />}</div>
      ))}
    </div>
  );
}
