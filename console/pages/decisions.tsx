import {
  choiceParameters,
  type DecisionChoice,
  kinds,
  readChoice,
  spans,
} from '../decision-choice.js';
import { DecisionQueue } from '../parts/decision-queue.js';
import { HostName } from '../parts/document-name.js';
import { PageHead } from '../parts/page-head.js';
import { useSession } from '../session.js';
import { useResetState } from '../use-reset-state.js';

/** Decisions on pages, one at a time, least certain refusals first. */
export function Decisions() {
  const { t, collection, route, href } = useSession();
  const choice = readChoice(route.parameters);
  const [entered, setEntered] = useResetState(choice.search, [choice.search]);

  function choose(change: Partial<DecisionChoice>): void {
    location.hash = href('decisions', choiceParameters({ ...choice, ...change }));
  }

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
          choose({ search, ...(search !== '' && { decision, span: 'all' }) });
        }}
      >
        <label class="field">
          {t('decisions.which')}
          <select
            value={choice.decision}
            onChange={({ currentTarget: { value } }) =>
              choose({ decision: value as DecisionChoice['decision'] })
            }
          >
            {kinds.map((each) => (
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
              choose({ span: value as DecisionChoice['span'] })
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
          <button type="button" class="small" onClick={() => choose({ host: '' })}>
            {t('decisions.allHosts')}
          </button>
        </p>
      )}
      {choice.match !== '' && (
        <p class="actions">
          {t('decisions.ofMatch')} <HostName host={choice.match} />
          <button type="button" class="small" onClick={() => choose({ match: '' })}>
            {t('decisions.ofAll')}
          </button>
        </p>
      )}
      <DecisionQueue key={JSON.stringify([collection, choice])} choice={choice} />
    </>
  );
}
