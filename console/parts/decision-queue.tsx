import { useMemo, useRef, useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import type { LoggedDecision } from '../api/types.js';
import { choiceQuery, type DecisionChoice } from '../decision-choice.js';
import { isDoubtful } from '../decisions.js';
import { chooseTitle } from '../document-title.js';
import { useSession } from '../session.js';
import { useKeys } from '../use-keys.js';
import { useAction, useAnswer } from '../use-request.js';
import { takeBack, type Verdict } from '../verdicts.js';
import { AddressRecord } from './address-record.js';
import { CopyCurl } from './copy-curl.js';
import { DecisionView } from './decision-view.js';
import { isWebAddress } from './document-name.js';
import { KeepRefused } from './keep-refused.js';
import { RightShare } from './right-share.js';
import { AnswerOf, Empty, Failure } from './states.js';

/** Number of decisions per request. */
const pageLength = 50;

interface Judged {
  readonly decision: LoggedDecision;
  readonly verdict: Verdict;
}

/** Queue of decisions, each judged by a key or a button. */
export function DecisionQueue({ choice }: { readonly choice: DecisionChoice }) {
  const { t, collection } = useSession();
  const [cursor, setCursor] = useState<string | null>(null);
  const [place, setPlace] = useState(0);
  // Number of decisions on the pages before this one.
  const [passed, setPassed] = useState(0);
  const [judged, setJudged] = useState<readonly Judged[]>([]);
  const [shown, setShown] = useState<number | null>(null);
  const action = useAction();
  // Once: midnight does not change what somebody is going through. Another choice is another queue.
  const chosen = useMemo(() => choiceQuery(choice), []);
  const isRefused = choice.decision === 'refused';
  const isAll = choice.decision === 'any' && choice.span === 'all';
  const query = {
    ...{ collection, limit: pageLength, ...chosen },
    ...(cursor !== null && { cursor }),
  };
  const asked = useAnswer(apiCall('GET', '/decisions', { query }));
  const listed = asked.answer?.decisions ?? [];
  // The certain ones come last. Who asks about one host or match wants all of its refusals.
  const decisions =
    isRefused && choice.host === '' && choice.match === '' ? listed.filter(isDoubtful) : listed;
  const decision = decisions[place];
  const last = judged.at(-1);
  const isJudged = judged.some((each) => each.decision.number === decision?.number);
  const isRefusal = decision !== undefined && decision.certainty !== null;
  const isJudgeable = isRefusal && decision.verdict !== 'wrong' && !isJudged;
  // Nobody can judge a difference that is not on the screen yet.
  const canJudge = isJudgeable && shown === decision.number;
  const isEnd = decisions.length < listed.length;
  const next = isEnd ? null : (asked.answer?.nextCursor ?? null);
  const isOpen = ({ number, verdict }: LoggedDecision) =>
    verdict === null && !judged.some((each) => each.decision.number === number);
  const skipped = isEnd ? decisions.filter(isOpen).length : 0;
  const endTitle =
    skipped > 0
      ? t('decisions.skipped', { count: skipped })
      : t(isEnd ? 'decisions.allCertain' : 'decisions.none');
  const latest = useRef<number | undefined>(undefined);
  latest.current = decision?.number;

  function forward(): void {
    if (place + 1 < decisions.length) setPlace(place + 1);
    else if (next !== null) {
      setCursor(next);
      setPassed(passed + decisions.length);
      setPlace(0);
    } else setPlace(decisions.length);
  }

  function judge(verdict: Verdict): void {
    if (!canJudge || (verdict === 'wrong' && !decision.kept)) return;
    const { number } = decision;
    action.run(async () => {
      if (verdict === 'right') {
        const body = { verdict, collection };
        await send(apiCall('PUT', '/decisions/{number}/verdict', { at: { number }, body }));
      } else {
        const body = { collection };
        await send(apiCall('POST', '/decisions/{number}/store', { at: { number }, body }));
      }
      setJudged((before) => [...before, { decision, verdict }]);
      // The user may have moved on meanwhile.
      if (latest.current === number) forward();
    });
  }

  function undo(): void {
    if (last === undefined) return;
    const { number } = last.decision;
    action.run(async () => {
      await takeBack(number, last.verdict, collection);
      setJudged((before) => before.slice(0, -1));
      const at = decisions.findIndex((each) => each.number === number);
      // The decision may be on an earlier page.
      if (at < 0) {
        setCursor(null);
        setPassed(0);
      }
      setPlace(Math.max(0, at));
    });
  }

  function undoReview({ number }: LoggedDecision, verdict: Verdict): void {
    action.run(async () => {
      await takeBack(number, verdict, collection);
      asked.again();
    });
  }

  const card = useKeys<HTMLElement>({
    j: () => decision !== undefined && forward(),
    k: () => setPlace(Math.max(0, place - 1)),
    r: () => judge('right'),
    w: () => judge('wrong'),
    u: undo,
  });

  return (
    <section class="card label-queue" ref={card} aria-label={t('page.decisions')}>
      <h2>
        {t(isRefused ? 'decisions.leastSure' : 'decisions.newest')}
        {decision !== undefined && (
          <span class="aside">
            {t(next === null ? 'decisions.place' : 'decisions.placeOrMore', {
              place: passed + place + 1,
              count: passed + decisions.length,
            })}
            {isJudgeable && <span class="keys"> · {t('labels.keys')}</span>}
          </span>
        )}
      </h2>
      {isRefused && <RightShare since={chosen.since} judged={judged.length} />}
      <div class="last-answer" role="status">
        {last && (
          <p class="actions">
            <span class="hint">
              {t(`decisions.said.${last.verdict}`)}{' '}
              <bdi>{pageName(last.decision, t('decisions.noId'))}</bdi>
            </span>
            <button
              type="button"
              class="small"
              aria-keyshortcuts="u"
              disabled={action.busy}
              onClick={undo}
            >
              {t('labels.undo')} <kbd>u</kbd>
            </button>
          </p>
        )}
      </div>
      {action.failure && <Failure failure={action.failure} />}
      <AnswerOf asked={asked}>
        {() =>
          decision === undefined && isWebAddress(choice.search) ? (
            <AddressRecord id={choice.search}>
              {!isAll && <p>{t('decisions.noneHint')}</p>}
              <p>{t('decisions.notRecorded')}</p>
            </AddressRecord>
          ) : decision === undefined ? (
            <Empty title={endTitle}>
              {skipped > 0 && (
                <button type="button" onClick={() => setPlace(0)}>
                  {t('decisions.toFirst')}
                </button>
              )}
              {!isEnd && !isAll && <p>{t('decisions.noneHint')}</p>}
              {!isEnd && <p>{t('decisions.notRecorded')}</p>}
              {choice.search !== '' && <p>{t('address.enterWhole')}</p>}
              {isRefused && <p>{t('decisions.noneUnreviewed')}</p>}
            </Empty>
          ) : (
            <>
              <DecisionView decision={decision} onShown={() => setShown(decision.number)} />
              {decision.verdict !== null && !isJudged && (
                <Reviewed decision={decision} busy={action.busy} onUndo={undoReview} />
              )}
              <div class="actions answers">
                {isJudgeable && (
                  <>
                    <Answer
                      name="right"
                      shortcut="r"
                      disabled={!canJudge || action.busy}
                      onAnswer={judge}
                    />
                    <Answer
                      name="wrong"
                      shortcut="w"
                      disabled={!canJudge || !decision.kept || action.busy}
                      onAnswer={judge}
                    />
                  </>
                )}
                <button
                  type="button"
                  aria-keyshortcuts="k"
                  disabled={place === 0}
                  onClick={() => setPlace(place - 1)}
                >
                  <Step sign="↑">{t('decisions.previous')}</Step> <kbd>k</kbd>
                </button>
                <button type="button" aria-keyshortcuts="j" onClick={forward}>
                  <Step sign="↓">{t('decisions.next')}</Step> <kbd>j</kbd>
                </button>
                <CopyCurl
                  call={{ method: 'GET', path: `/decisions?${new URLSearchParams(texts(query))}` }}
                />
              </div>
              {isJudgeable && !decision.kept && <KeepRefused />}
            </>
          )
        }
      </AnswerOf>
    </section>
  );
}

interface ReviewedProps {
  readonly decision: LoggedDecision;
  readonly busy: boolean;
  readonly onUndo: (decision: LoggedDecision, verdict: Verdict) => void;
}

/** Verdict that somebody gave before, with a button to take it back. */
function Reviewed({ decision, busy, onUndo }: ReviewedProps) {
  const { t } = useSession();
  const { verdict } = decision;
  if (verdict === null) return null;
  return (
    <p class="actions reviewed">
      <span>{t(`decisions.of.${verdict}`)}</span>
      <button type="button" class="small" disabled={busy} onClick={() => onUndo(decision, verdict)}>
        {t('labels.undo')}
      </button>
    </p>
  );
}

interface AnswerProps {
  readonly name: Verdict;
  readonly shortcut: string;
  readonly disabled: boolean;
  readonly onAnswer: (verdict: Verdict) => void;
}

function Answer({ name, shortcut, disabled, onAnswer }: AnswerProps) {
  const { t } = useSession();
  return (
    <button
      type="button"
      aria-keyshortcuts={shortcut}
      disabled={disabled}
      onClick={() => onAnswer(name)}
    >
      {t(`decisions.${name}`)} <kbd>{shortcut}</kbd>
    </button>
  );
}

interface StepProps {
  readonly sign: string;
  readonly children: string;
}

/** Name of a step through the list; a narrow window shows its sign instead. */
function Step({ sign, children }: StepProps) {
  return (
    <>
      <span class="step-name">{children}</span>
      <span class="step-sign" aria-hidden="true">
        {sign}
      </span>
    </>
  );
}

const pageName = (page: LoggedDecision, unnamed: string) =>
  chooseTitle({ id: page.id, page }) ?? page.id ?? unnamed;

const texts = (query: object) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
