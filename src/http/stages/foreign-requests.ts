import { isIP } from 'node:net';
import { cut } from '../../api/validation.js';
import { NeardupError } from '../../errors.js';
import type { App } from '../route.js';
import { refuseBy } from './refuse-by.js';

/**
 * Refuses requests that browsers send for pages of other sites, if the service needs no keys.
 *
 * Any page can make a browser send requests to this machine, and without keys they look like all
 * other requests. Two headers show the difference:
 *
 * - `Origin` and `Sec-Fetch-Site` say which page asks. Browsers set them, and pages cannot.
 * - `Host` says under which name it asks. A page may give its own name the address of this machine
 * (DNS
 *   rebinding), so that both are one origin for the browser. An IP address cannot be rebound, and
 *   `localhost` always means this machine (RFC 6761, section 6.3).
 *
 * Public operations are answered to all: they tell nothing. With keys this check is not needed,
 * because no browser adds a key by itself.
 */
export interface ForeignRequests {
  /** Names of `Host` besides those of this machine, in lower case. */
  readonly hosts: readonly string[];
  /** Pages of these origins may call the API. */
  readonly origins: readonly string[];
}

export function refuseForeignRequests(app: App, { hosts, origins }: ForeignRequests): void {
  const known = new Set(hosts);
  const listed = new Set(origins);
  let lastHost: string | undefined;
  app.addHook(
    'onRequest',
    refuseBy(({ headers, routeOptions }) => {
      if (routeOptions.config.scope === 'public') return;
      const { host, origin } = headers;
      // Only HTTP/1.0, which no browser speaks, goes without.
      if (host !== undefined && host !== lastHost) {
        if (!isOwnHost(host, known)) throw foreignHost(host);
        lastHost = host;
      }
      const site = headers['sec-fetch-site'];
      if (site === 'same-origin') return;
      if (origin !== undefined) {
        if (!listed.has(origin) && !isOriginOf(origin, host))
          throw foreignPage(`"${cut(origin, 256)}"`);
      } else if (site !== undefined && site !== 'none') throw foreignPage('another site');
    }),
  );
}

/** RFC 9110, section 7.2, with the dot that ends a whole name. */
const hostForm = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]*?)\.?)(?::\d*)?$/i;

function isOwnHost(host: string, known: ReadonlySet<string>): boolean {
  const [, address6, other = ''] = hostForm.exec(host) ?? [];
  if (address6 !== undefined) return isIP(address6) === 6;
  const name = other.toLowerCase();
  return isIP(name) === 4 || name === 'localhost' || name.endsWith('.localhost') || known.has(name);
}

/** The scheme is that of the proxy, if there is one. */
function isOriginOf(origin: string, host: string | undefined): boolean {
  const place = origin.replace(/^https?:\/\//, '');
  return place !== origin && place === host?.toLowerCase();
}

function foreignHost(host: string): NeardupError {
  return new NeardupError(
    'foreign_request',
    `Cannot answer as "${cut(host, 256)}": without keys only requests to localhost, to an IP address or to a name of NEARDUP_ALLOWED_HOSTS are answered`,
  );
}

function foreignPage(whose: string): NeardupError {
  return new NeardupError(
    'foreign_request',
    `Cannot answer a page of ${whose}: without keys only pages of this service, and of NEARDUP_CORS_ORIGINS, may call it`,
  );
}
