import { NeardupError } from '../errors.js';
import type { Scope } from '../store/contract/scope.js';
import { siteFromId } from '../store/rules/host.js';

/** Fields of a request that name the documents with which its page is compared. */
export interface ScopeLimits {
  /** Time for which documents are compared after they were first stored, in milliseconds; undefined: forever. */
  readonly within?: number | undefined;
  /** True: only documents of the same host are compared. Defaults to false. */
  readonly sameHost?: boolean | undefined;
}

/**
 * Returns a function that returns the scope of a request at a time; undefined if it compares with all documents.
 * @param id id of the page; undefined if it has none
 * @throws `validation_failed` if the id of the page has no host
 */
export function createScope(
  action: string,
  { within, sameHost }: ScopeLimits,
  id: string | undefined,
): (now: number) => Scope | undefined {
  const site = sameHost ? requireSite(action, id) : null;
  if (within === undefined && site === null) return () => undefined;
  return (now) => ({ since: within === undefined ? 0 : now - within, site });
}

function requireSite(action: string, id: string | undefined): string {
  const site = id === undefined ? null : siteFromId(id);
  if (site !== null) return site;
  const detail = 'needs an id that is the address of the page, such as https://example.org/page';
  const found = id === undefined ? 'there is none' : `"${id}" is none`;
  throw new NeardupError(
    'validation_failed',
    `Cannot ${action} with sameHost: it ${detail}; ${found}`,
    {
      errors: [{ pointer: '/sameHost', detail }],
    },
  );
}
