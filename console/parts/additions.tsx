import { additionsInWords, explainAdditions, foldMarked, isOnlyShorter } from '../additions.js';
import type { AddedPassage, Level, Match } from '../api/types.js';
import { useSession } from '../session.js';
import type { Translate } from '../text/language.js';

/** Maximum number of passages shown. */
const shownMax = 10;

interface AdditionsLineProps extends Pick<Match, 'exact' | 'adds'> {
  readonly level?: Level;
  /** True if an adjacent tag already says that the page adds nothing. */
  readonly addsNothing?: boolean;
  /** True if the new words were counted from stored evidence instead of a text. */
  readonly areEstimated?: boolean;
}

/** Summarises the additions of a page; empty for equal texts, and next to a tag with the same statement. */
export function AdditionsLine({
  exact,
  adds,
  level,
  addsNothing,
  areEstimated,
}: AdditionsLineProps) {
  const { t } = useSession();
  const isShorter = level !== undefined && isOnlyShorter({ adds, level });
  if (exact || (addsNothing && !isShorter)) return null;
  return (
    <span class="hint adds-line">{additionsInWords(adds, t, { areEstimated, isShorter })}</span>
  );
}

/** Summarises the additions of a page, why they count, and whether the page contains all of the other page. */
export function AdditionsList({
  exact,
  adds,
  covers,
  level,
  areEstimated,
}: Pick<Match, 'exact' | 'adds' | 'covers' | 'level'> & Pick<AdditionsLineProps, 'areEstimated'>) {
  const { t } = useSession();
  if (exact) return null;
  return (
    <div class="additions">
      <strong>
        {additionsInWords(adds, t, { areEstimated, isShorter: isOnlyShorter({ adds, level }) })}
      </strong>
      <ul>
        <li>{explainAdditions(adds, level, t)}</li>
        {covers !== null && <li>{t(covers ? 'adds.covers' : 'adds.leavesOut')}</li>}
      </ul>
    </div>
  );
}

/** Lines of a page that its match lacks, with their new words marked; those that its site repeats come last. */
export function NewPassages({ adds }: Pick<Match, 'adds'>) {
  const { t } = useSession();
  const passages = adds?.passages ?? [];
  const ofSite = passages.filter(
    ({ line, onSite }) => onSite !== undefined || adds?.siteLines?.includes(line),
  );
  const own = passages.filter((passage) => !ofSite.includes(passage));
  const isTruncated = adds?.passagesTruncated === true;
  return (
    <>
      {own.length > 0 && (
        <div class="hint new-passages">
          {t('adds.passages')}
          <PassageList passages={own} isTruncated={isTruncated} />
        </div>
      )}
      {ofSite.length > 0 && (
        <div class="hint new-passages of-site">
          {t(adds?.siteLines ? 'adds.sitesLeftOut' : 'adds.sites')}
          <PassageList passages={ofSite} isTruncated={isTruncated} />
        </div>
      )}
    </>
  );
}

interface PassageListProps {
  readonly passages: readonly AddedPassage[];
  readonly isTruncated: boolean;
}

function PassageList({ passages, isTruncated }: PassageListProps) {
  const { t } = useSession();
  return (
    <ul>
      {passages.slice(0, shownMax).map((passage) => (
        <li key={`${passage.in} ${passage.start}`}>
          <q dir="auto">
            <MarkedText {...passage} />
          </q>
          {passage.in === 'rest' && placeInWords(passage, t)}
        </li>
      ))}
      {(passages.length > shownMax || isTruncated) && <li>…</li>}
    </ul>
  );
}

/** Says that a line is outside the main text, and on how many pages of its site it stands if the site repeats it. */
function placeInWords({ onSite }: AddedPassage, t: Translate): string {
  return onSite === undefined
    ? t('adds.inRest')
    : t('adds.onSite', { pages: onSite.pages, of: onSite.of });
}

/** A line, which the service may have truncated, with its new words marked and a few words around them. */
function MarkedText(passage: AddedPassage) {
  const { marks, start, end, textStart, text = '' } = passage;
  const shown = `${textStart > start ? '… ' : ''}${text}${textStart + text.length < end ? ' …' : ''}`;
  const offset = textStart - (textStart > start ? 2 : 0);
  const places = marks.map((mark) => ({ start: mark.start - offset, end: mark.end - offset }));
  return (
    <>
      {foldMarked(shown, places).map(({ text, isMarked }, index) =>
        isMarked ? <ins key={String(index)}>{text}</ins> : text,
      )}
    </>
  );
}
