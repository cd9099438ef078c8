import { domainToASCII, domainToUnicode } from 'node:url';

/** Maximum length of a host with its port. Longer strings do not count as hosts. */
const hostLengthMax = 260;

/** Ports that a URL omits, by scheme. */
const defaultPorts: Readonly<Record<string, string>> = { http: ':80', https: ':443' };

/**
 * Returns the host in a URL that is used as an id: in lower case, without `www.`, and with its port unless that is the
 * default of the scheme. Returns null if the id has no host. Names in other scripts stay as they are.
 */
export function hostFromId(id: string): string | null {
  const [all, scheme, authority] = form.exec(id) ?? [];
  if (all === undefined) return null;
  const host = authority!.slice(authority!.lastIndexOf('@') + 1).toLowerCase();
  if (host === '' || host.length > hostLengthMax) return null;
  const port = defaultPorts[scheme!.toLowerCase()];
  const end = port !== undefined && host.endsWith(port) ? -port.length : undefined;
  return host.slice(/^www\.[^:]/.test(host) ? 4 : 0, end) || null;
}

/** Returns the host in an id. Ids without one, and pages without an id, have one host in common: the empty string. */
export const hostOrCommon = (id: string | null): string =>
  id === null ? '' : (hostFromId(id) ?? '');

/** Returns the site of a page: the host in its id, or null if its id is no address of the web. */
export const siteFromId = (id: string): string | null =>
  /^https?:/i.test(id) ? hostFromId(id) : null;

/** Returns a host in the form in which `hostFromId` returns it. */
export const normalizeHost = (host: string): string => hostFromId(`any://${host}`) ?? host;

/**
 * Returns an address, or a part of one that begins with its host, with the host in its other form: 中国 for `xn--fiqs8s`,
 * and `xn--fiqs8s` for 中国. Returns null if the host has no other form.
 */
export function otherHostForm(text: string): string | null {
  const [all, scheme, host] = begin.exec(text) ?? [];
  if (host === undefined) return null;
  const other = /\P{ASCII}/u.test(host) ? domainToASCII(host) : domainToUnicode(host);
  const isOther = other !== '' && other !== host.toLowerCase();
  return isOther ? `${scheme}${other}${text.slice(all!.length)}` : null;
}

/** Scheme, if any, and host at the beginning of an address. */
const begin = /^((?:[a-z][a-z0-9+.-]*:\/\/)?)([^\s/?#:@\\]+)/i;

/** Scheme and authority of a URL. */
const form = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]+)/i;
