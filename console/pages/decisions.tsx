import { useState } from 'preact/hooks';
import { DecisionQueue } from '../parts/decision-queue.js';
import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';

const choices = ['refused', 'similar', 'changed', 'replaced'] as const;
const spans = ['today', 'week', 'all'] as const;

/** Filter of the decisions shown. */
export interface DecisionChoice {
  readonly decision: (typeof choices)[number];
  readonly span: (typeof spans)[number];
  /** Host name; empty for all hosts. */
  readonly host: string;
  /** Id of the match; empty for all matches. */
  readonly match: string;
}

/** Decisions on pages, one at a time, least certain refusals first. */
export function Decisions() {
  const { t, collection, route } = useSession();
  const match = route.parameters.match ?? '';
  const [choice, setChoice] = useState<DecisionChoice>({
    ...{ decision: 'refused', span: match === '' ? 'today' : 'all', host: '', match },
  });
  const [host, setHost] = useState('');
  return (
    <>
      <PageHead title={t('page.decisions')}>{t('decisions.about')}</PageHead>
      <form
        class="document-filter above"
        onSubmit={(event) => {
          event.preventDefault();
          setChoice({ ...choice, host: host.trim().toLowerCase() });
        }}
      >
        <label class="field">
          {t('decisions.which')}
          <select
            value={choice.decision}
            onChange={({ currentTarget: { value } }) =>
              setChoice({ ...choice, decision: value as DecisionChoice['decision'] })
            }
          >
            {choices.map((each) => (
              <option key={each} value={each}>
                {t(`decisions.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          {t('decisions.time')}
          <select
            value={choice.span}
            onChange={({ currentTarget: { value } }) =>
              setChoice({ ...choice, span: value as DecisionChoice['span'] })
            }
          >
            {spans.map((each) => (
              <option key={each} value={each}>
                {t(`decisions.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="field wide">
          {t('decisions.host')}
          <input
            type="search"
            value={host}
            spellcheck={false}
            autocomplete="off"
            placeholder="news.example"
            onInput={({ currentTarget }) => setHost(currentTarget.value)}
          />
        </label>
        <button type="submit">{t('decisions.show')}</button>
      </form>
      {choice.match !== '' && (
        <p class="actions">
          {t('decisions.ofMatch')} <bdi>{choice.match}</bdi>
          <button type="button" class="small" onClick={() => setChoice({ ...choice, match: '' })}>
            {t('decisions.ofAll')}
          </button>
        </p>
      )}
      <DecisionQueue key={JSON.stringify([collection, choice])} choice={choice} />
    </>
  );
}
