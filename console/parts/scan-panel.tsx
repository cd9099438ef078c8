import { useEffect, useId, useState } from 'preact/hooks';
import { apiCall, send } from '../api/request.js';
import type { Job } from '../api/types.js';
import { useSession } from '../session.js';
import { useOpening } from '../use-opening.js';
import { type Asked, useAction, useAnswer } from '../use-request.js';
import { ConfirmedButton } from './confirmed-button.js';
import { CopyCurl } from './copy-curl.js';
import { JobProgress } from './job-progress.js';
import { KeepRule } from './keep-rule.js';
import { ScanResult } from './scan-result.js';
import { AnswerOf, Empty, Failure } from './states.js';

/** Ways to treat duplicates, least destructive first. */
const ways = ['look', 'seat', 'delete'] as const;
type Way = (typeof ways)[number];

/** Returns the way in which a scan treated duplicates. */
export function readWay({ parameters }: Job): Way {
  if (parameters.dryRun === true) return 'look';
  return parameters.deleteDuplicates === true ? 'delete' : 'seat';
}

const bodies: Readonly<Record<Way, (keep: string) => object>> = {
  // Each document is compared with a document that would stay.
  look: (keep) => ({ dryRun: true, deleteDuplicates: true, keep }),
  seat: () => ({}),
  delete: (keep) => ({ deleteDuplicates: true, keep }),
};

interface ScanPanelProps {
  readonly collection: string;
  /** Called when a scan has changed the collection. */
  readonly onChanged: () => void;
}

/** Finds duplicates among stored documents: method, progress and result. */
export function ScanPanel({ collection, onChanged }: ScanPanelProps) {
  const { t } = useSession();
  const [way, setWay] = useState<Way>('look');
  const [keep, setKeep] = useState('first');
  const [started, setStarted] = useState<{ readonly id: string; readonly way: Way } | null>(null);
  const starting = useAction();
  const title = useId();
  // A scan started earlier continues in the background.
  const jobs = useAnswer(apiCall('GET', '/jobs', {}), [collection]);
  const former = jobs.answer?.jobs.findLast(
    (job) => job.kind === 'scan' && job.collection === collection,
  );
  const id = started?.id ?? former?.id ?? null;
  const followed = useJob(id);
  const job = followed.answer;
  const running = job?.state === 'running';
  useEffect(() => {
    if (started !== null && started.way !== 'look' && job && !running) onChanged();
  }, [job?.state]);

  const callTo = (chosen: Way) =>
    apiCall('POST', '/collections/{name}/scan', {
      at: { name: collection },
      body: bodies[chosen](keep),
    });
  function start(chosen: Way = way) {
    starting.run(async () => {
      const { id } = await send(callTo(chosen));
      setWay(chosen);
      setStarted({ id, way: chosen });
    });
  }

  return (
    <section class="card scan" aria-labelledby={title}>
      <h2 id={title}>{t('scan.title')}</h2>
      <p class="hint">{t('scan.about')}</p>
      <fieldset class="choices" disabled={running}>
        <legend class="unseen">{t('scan.way')}</legend>
        {ways.map((each) => (
          <label key={each} class="choice">
            <input
              type="radio"
              name={`scan-${collection}`}
              checked={way === each}
              onChange={() => setWay(each)}
            />
            <span>
              <strong>{t(`scan.${each}`)}</strong>
              <span class="hint">{t(`scan.${each}.note`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {way !== 'seat' && <KeepRule rule={keep} disabled={running} onChange={setKeep} />}
      <div class="actions">
        {way === 'delete' ? (
          <ConfirmedButton
            label={t('scan.start.delete')}
            question={t('scan.reallyDelete')}
            confirm={t('delete.do')}
            disabled={running || starting.busy}
            onConfirm={() => start()}
          />
        ) : (
          <button
            type="button"
            class="primary"
            disabled={running || starting.busy}
            onClick={() => start()}
          >
            {t(`scan.start.${way}`)}
          </button>
        )}
        <CopyCurl call={callTo(way)} />
      </div>
      {starting.failure && <Failure failure={starting.failure} />}
      {id !== null && (
        <AnswerOf asked={followed}>
          {(shown) => (
            <>
              <JobProgress job={shown} onCancel={followed.again} />
              {shown.result && (
                <ScanResult
                  result={shown.result}
                  dryRun={shown.parameters.dryRun === true}
                  isChosen={(shown.parameters.keep ?? 'first') !== 'first'}
                  startedAt={shown.startedAt}
                  collection={collection}
                  onDeleted={onChanged}
                  onSeat={() => start('seat')}
                />
              )}
            </>
          )}
        </AnswerOf>
      )}
    </section>
  );
}

const askAgainMs = 700;

/** Follows a job to its end. @param id null if there is none */
function useJob(id: string | null): Asked<Job> {
  const [asks, setAsks] = useState(0);
  const asked = useAnswer(id !== null && apiCall('GET', '/jobs/{id}', { at: { id } }), [asks]);
  const { answer } = asked;
  useEffect(() => {
    if (answer?.state !== 'running') return;
    const timer = setTimeout(() => setAsks((count) => count + 1), askAgainMs);
    return () => clearTimeout(timer);
  }, [answer]);
  return answer === undefined || answer.id === id ? asked : { ...asked, answer: undefined };
}

interface FindDuplicatesProps {
  /** Number of documents if none was ever compared; otherwise null. */
  readonly neverCompared: number | null;
  readonly onChanged: () => void;
}

/** Offers a scan. If documents were only added, explains why there are no matches yet. */
export function FindDuplicates({ neverCompared, onChanged }: FindDuplicatesProps) {
  const { t, route, collection } = useSession();
  const scan = useOpening<HTMLDivElement>({ openAtFirst: route.parameters.scan !== undefined });
  if (scan.isOpen) {
    return (
      <div {...scan.form}>
        <ScanPanel key={collection} collection={collection} onChanged={onChanged} />
      </div>
    );
  }
  const button = (
    <button type="button" class={neverCompared === null ? '' : 'primary'} {...scan.opener}>
      {t('scan.open')}
    </button>
  );
  if (neverCompared === null) return <div class="actions">{button}</div>;
  return (
    <Empty title={t('scan.neverCompared', { count: neverCompared })}>
      <p>{t('scan.neverComparedWhy')}</p>
      {button}
    </Empty>
  );
}
