import type { ComponentChildren } from 'preact';
import { isOutage, type RequestFailure } from '../api/failure.js';
import { useSession } from '../session.js';
import { detailInWords, problemInWords } from '../text/problems.js';
import type { Asked } from '../use-request.js';
import { Icon } from './icon.js';

/** Placeholders for content that is loading, missing or unavailable. */

interface AnswerOfProps<Answer> {
  readonly asked: Asked<Answer>;
  readonly children: (answer: Answer) => ComponentChildren;
}

/**
 * Shows the answer to a request, or the reason why there is none. During an outage, the last answer stays visible,
 * because the banner already reports the outage.
 */
export function AnswerOf<Answer>({ asked, children }: AnswerOfProps<Answer>) {
  if (asked.failure !== undefined && !isOutage(asked.failure)) {
    return <Failure failure={asked.failure} onRetry={asked.again} />;
  }
  if (asked.answer === undefined) return asked.busy || asked.failure ? <Loading /> : null;
  return <div aria-busy={asked.busy}>{children(asked.answer)}</div>;
}

export function Loading() {
  const { t } = useSession();
  return (
    <div class="loading" role="status">
      <span class="unseen">{t('state.loading')}</span>
      <i /> <i /> <i />
    </div>
  );
}

interface FailureProps {
  readonly failure: RequestFailure;
  readonly onRetry?: (() => void) | undefined;
}

export function Failure({ failure, onRetry }: FailureProps) {
  const { t, language } = useSession();
  const { status, code, message, errors = [] } = failure;
  if (code === 'store_unsupported') return <NotOffered />;
  const title = isOutage(failure)
    ? t('failure.unreachable')
    : status === 403
      ? t('failure.forbidden')
      : status === 0 || status >= 500
        ? t('failure.service')
        : t('failure.refused');
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{title}</strong>
        <p>
          {code === 'unreachable'
            ? t('failure.unreachableHint')
            : problemInWords(failure, language)}
        </p>
        {code !== 'unreachable' && language !== 'en' && (
          <p class="hint" lang="en">
            {message}
          </p>
        )}
        {errors.map(({ pointer, detail }) => (
          <p key={pointer}>
            <code>{pointer}</code> {detailInWords(detail, language)}
          </p>
        ))}
        {onRetry && (
          <button type="button" onClick={onRetry}>
            {t('state.retry')}
          </button>
        )}
      </div>
    </div>
  );
}

/** Placeholder for features missing from this store. */
function NotOffered() {
  const { t } = useSession();
  return <p class="hint">{t('state.notOffered')}</p>;
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

/** A line with one fact. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
