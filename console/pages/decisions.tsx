import { useState } from 'preact/hooks';
import { DecisionQueue } from '../parts/decision-queue.js';
import { HostName } from '../parts/document-name.js';
import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';

const choices = [
  ...(['refused', 'right', 'wrong', 'gone', 'similar', 'changed', 'replaced'] as const),
  'any',
] as const;
const spans = ['today', 'week', 'all'] as const;

/** Filter of the decisions shown. */
export interface DecisionChoice {
  readonly decision: (typeof choices)[number];
  readonly span: (typeof spans)[number];
  /** Part of an id or title; empty for all pages. */
  readonly search: string;
  /** Host name; empty for all hosts. */
  readonly host: string;
  /** Id of the match; empty for all matches. */
  readonly match: string;
}

/** Decisions on pages, one at a time, least certain refusals first. */
export function Decisions() {
  const { t, collection, route } = useSession();
  const { match = '', host = '', search = '' } = route.parameters;
  const isFiltered = match + host + search !== '';
  const [choice, setChoice] = useState<DecisionChoice>({
    ...{ decision: search === '' ? 'refused' : 'any' },
    ...{ span: isFiltered ? 'all' : 'today', search, host, match },
  });
  const [entered, setEntered] = useState(search);
  return (
    <>
      <PageHead title={t('page.decisions')}>{t('decisions.about')}</PageHead>
      <form
        class="document-filter above"
        onSubmit={(event) => {
          event.preventDefault();
          const search = entered.trim();
          // An address may have been refused at any time, and its refusal reviewed.
          const decision = choice.decision === 'refused' ? 'any' : choice.decision;
          setChoice({ ...choice, search, ...(search !== '' && { decision, span: 'all' }) });
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
                {t(`decisions.of.${each}`)}
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
          {t('decisions.search')}
          <input
            type="search"
            value={entered}
            maxLength={200}
            spellcheck={false}
            autocomplete="off"
            placeholder="news.example/ferry"
            onInput={({ currentTarget }) => setEntered(currentTarget.value)}
          />
        </label>
        <button type="submit">{t('decisions.show')}</button>
      </form>
      {choice.host !== '' && (
        <p class="actions">
          {t('decisions.ofHost')} <HostName host={choice.host} />
          <button type="button" class="small" onClick={() => setChoice({ ...choice, host: '' })}>
            {t('decisions.allHosts')}
          </button>
        </p>
      )}
      {choice.match !== '' && (
        <p class="actions">
          {t('decisions.ofMatch')} <HostName host={choice.match} />
          <button type="button" class="small" onClick={() => setChoice({ ...choice, match: '' })}>
            {t('decisions.ofAll')}
          </button>
        </p>
      )}
      <DecisionQueue key={JSON.stringify([collection, choice])} choice={choice} />
    </>
  );
}
