import { useState } from 'preact/hooks';
import { apiCall } from '../api/request.js';
import { GivenLabels } from '../parts/given-labels.js';
import { LabelQueue } from '../parts/label-queue.js';
import { PageHead } from '../parts/page-head.js';
import { RecommendedThreshold } from '../parts/recommended-threshold.js';
import { AnswerOf } from '../parts/states.js';
import { useSession } from '../session.js';
import { useAnswer } from '../use-request.js';

/** Labels of uncertain pairs, and the threshold that fits them. */
export function Labels() {
  const { t, collection, described, href } = useSession();
  const [changes, setChanges] = useState(0);
  const [takenBack, setTakenBack] = useState(0);
  const changed = () => setChanges((count) => count + 1);
  const asked = useAnswer(apiCall('GET', '/labels/recommendation', { query: { collection } }), [
    changes,
    described,
  ]);
  return (
    <>
      <PageHead title={t('page.labels')}>
        {t('labels.about')} <a href={href('tune')}>{t('labels.toTune')}</a>
      </PageHead>
      <div class="labels">
        <LabelQueue key={`${collection} ${takenBack}`} onLabels={changed} />
        <AnswerOf asked={asked}>{(found) => <RecommendedThreshold found={found} />}</AnswerOf>
        <GivenLabels
          key={collection}
          changes={changes}
          onTakenBack={() => {
            setTakenBack((count) => count + 1);
            changed();
          }}
        />
      </div>
    </>
  );
}
