import { request } from '../api/request.js';
import type { ExplainedComparison } from '../api/types.js';
import { useSession } from '../session.js';
import { useRequest } from '../use-request.js';
import { ContradictionLine } from './contradictions.js';
import { Diff } from './diff.js';
import { AnswerOf } from './states.js';

interface MemberDifferenceProps {
  /** Ids of two stored documents. */
  readonly a: string;
  readonly b: string;
}

export function MemberDifference({ a, b }: MemberDifferenceProps) {
  const { t, collection, href } = useSession();
  const asked = useRequest(
    (signal) =>
      request<ExplainedComparison>('POST', '/compare', {
        body: { a: { id: a }, b: { id: b }, collection, explain: true },
        signal,
      }),
    [a, b, collection],
  );
  return (
    <div class="member-difference">
      <AnswerOf asked={asked}>
        {({ contradicts, diff }) => (
          <>
            <ContradictionLine contradicts={contradicts} />
            <Diff pieces={diff} />
          </>
        )}
      </AnswerOf>
      <a href={href('compare', { a, b })}>{t('match.compare')}</a>
    </div>
  );
}
