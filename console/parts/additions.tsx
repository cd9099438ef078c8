import { additionsInWords, reasonsOfAdditions } from '../additions.js';
import type { Match } from '../api/types.js';
import { useSession } from '../session.js';
import { passageText } from './passages.js';

/** Maximum number of passages shown. */
const shownMax = 10;

type AdditionsProps = Pick<Match, 'exact' | 'adds'>;

interface AdditionsLineProps extends AdditionsProps {
  /** True if an adjacent tag already says that the page adds nothing. */
  readonly addsNothing?: boolean;
}

/** Summarises the additions of a page; empty for equal texts, and next to a tag with the same statement. */
export function AdditionsLine({ exact, adds, addsNothing }: AdditionsLineProps) {
  const { t } = useSession();
  if (exact || (addsNothing && adds?.words === 0)) return null;
  return <span class="hint adds-line">{additionsInWords(adds, t)}</span>;
}

/** Lists the additions of a page, why they count, and whether the page contains all of the other page. */
export function AdditionsList({ exact, adds, covers }: AdditionsProps & Pick<Match, 'covers'>) {
  const { t } = useSession();
  if (exact) return null;
  const reasons = reasonsOfAdditions(adds, t);
  if (covers !== null) reasons.push(t(covers ? 'adds.covers' : 'adds.leavesOut'));
  return (
    <div class="additions">
      <strong>{additionsInWords(adds, t)}</strong>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}

/** Words of a page that its match lacks. */
export function NewPassages({ adds }: Pick<AdditionsProps, 'adds'>) {
  const { t } = useSession();
  const passages = adds?.passages ?? [];
  if (passages.length === 0) return null;
  return (
    <p class="hint new-passages">
      {t('adds.passages')}{' '}
      {passages.slice(0, shownMax).map((passage) => (
        <q key={passage.start} dir="auto">
          {passageText(passage)}
        </q>
      ))}
      {passages.length > shownMax && ' …'}
    </p>
  );
}
