import { apiCall } from '../api/request.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';

/** Number of answers from which the share is shown. */
const answersMin = 10;

interface RightShareProps {
  /** Time from which decisions count; undefined for all. */
  readonly since: string | undefined;
  /** Number of verdicts given on this page, so that the share follows them. */
  readonly judged: number;
}

/** Share of the judged refusals that was right, with its interval. */
export function RightShare({ since, judged }: RightShareProps) {
  const { t, percent, collection, href } = useSession();
  const query = { collection, ...(since !== undefined && { since }) };
  const { answer } = useAnswer(apiCall('GET', '/decisions/verdicts', { query }), [judged]);
  if (answer === undefined) return null;
  const { right, wrong, share, interval } = answer;
  const count = right + wrong;
  if (share === null || interval === null || count < answersMin) {
    return <p class="hint">{t('decisions.tooFew', { count, needed: answersMin })}</p>;
  }
  const range = { low: percent(interval.low, 0), high: percent(interval.high, 0) };
  return (
    <p class="hint right-share">
      <strong>{t('decisions.rightShare', { share: percent(share, 0), count })}</strong>{' '}
      {t('decisions.rightRange', range)}{' '}
      <a href={href('collections', { open: collection })}>{t('decisions.changeLevel')}</a>
    </p>
  );
}
