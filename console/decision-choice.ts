/** Filter of the page Decisions, which its address contains so that a view can be shared and found again. */

import { startOfDay } from './decisions.js';

export const kinds = [
  ...(['refused', 'right', 'wrong', 'gone', 'similar', 'changed', 'replaced'] as const),
  'any',
] as const;
export const spans = ['today', 'week', 'all'] as const;

export interface DecisionChoice {
  readonly decision: (typeof kinds)[number];
  readonly span: (typeof spans)[number];
  /** Part of an id or title; empty for all pages. */
  readonly search: string;
  /** Host name; empty for all hosts. */
  readonly host: string;
  /** Id of the match; empty for all matches. */
  readonly match: string;
}

/** Returns the choice in the parameters of an address. A link to an address or host means all recorded time. */
export function readChoice(parameters: Readonly<Record<string, string>>): DecisionChoice {
  const { search = '', host = '', match = '' } = parameters;
  return {
    decision:
      kinds.find((each) => each === parameters.decision) ?? (search === '' ? 'refused' : 'any'),
    span:
      spans.find((each) => each === parameters.span) ??
      (search + host + match === '' ? 'today' : 'all'),
    ...{ search, host, match },
  };
}

/** Returns the parameters of the address of a choice. */
export function choiceParameters(choice: DecisionChoice): Record<string, string> {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== ''));
}

/** Returns the query of `GET /decisions` for a choice. */
export function choiceQuery({ decision, span, search, host, match }: DecisionChoice) {
  const since = findBeginning(span);
  return {
    ...kindQuery(decision),
    ...(search !== '' && { search }),
    ...(match !== '' && { match }),
    ...(host !== '' && { host }),
    ...(since !== undefined && { since }),
  };
}

function kindQuery(decision: DecisionChoice['decision']) {
  switch (decision) {
    case 'refused':
      return { order: 'certainty', verdict: 'none' } as const;
    case 'right':
    case 'wrong':
      return { verdict: decision };
    case 'gone':
      return { reason: 'gone' } as const;
    case 'any':
      return {};
    default:
      return { decision };
  }
}

/** Returns the start of a time span; undefined if unbounded. */
function findBeginning(span: DecisionChoice['span']): string | undefined {
  if (span === 'all') return undefined;
  return startOfDay(span === 'week' ? -6 : 0).toISOString();
}
