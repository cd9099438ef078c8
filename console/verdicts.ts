import { apiCall, send } from './api/request.js';
import type { LoggedDecision } from './api/types.js';

/** Answer to a refusal. A page that was refused wrongly is stored. */
export type Verdict = NonNullable<LoggedDecision['verdict']>;

/** Takes back a verdict: a page that was stored by it is deleted. @param number number of the decision */
export async function takeBack(number: number, verdict: Verdict, collection: string) {
  const at = { number };
  if (verdict === 'right') {
    const body = { verdict: null, collection };
    await send(apiCall('PUT', '/decisions/{number}/verdict', { at, body }));
  } else {
    await send(apiCall('DELETE', '/decisions/{number}/store', { at, query: { collection } }));
  }
}
