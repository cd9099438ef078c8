/** Forms in which two addresses of one page may differ. */

const indexPage = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i;

/**
 * Returns the forms in which two addresses differ if they may be addresses of one page: `scheme`, `www`, `slash` (at
 * the end of the path), `index` (`/index.html`), `fragment`, `order` (of the parameters) and `?name` for each parameter
 * that only one of them has, or has with another value. Returns null if the host or the path differs, or if the two are
 * equal or no URLs.
 */
export function differingForms(a: string, b: string): string[] | null {
  if (a === b || !URL.canParse(a) || !URL.canParse(b)) return null;
  const [left, right] = [new URL(a), new URL(b)];
  const isWeb = [left, right].every(({ protocol }) => /^https?:$/.test(protocol));
  if (!isWeb || bareHost(left) !== bareHost(right)) return null;
  if (barePath(left) !== barePath(right)) return null;
  const parameters = differingParameters(left.searchParams, right.searchParams);
  const forms: string[] = [];
  if (left.protocol !== right.protocol) forms.push('scheme');
  if (left.host.startsWith('www.') !== right.host.startsWith('www.')) forms.push('www');
  if (indexPage.test(left.pathname) !== indexPage.test(right.pathname)) forms.push('index');
  else if (left.pathname !== right.pathname) forms.push('slash');
  if (left.hash !== right.hash) forms.push('fragment');
  if (parameters.length === 0 && left.search !== right.search) forms.push('order');
  forms.push(...parameters);
  return forms.length === 0 ? null : forms;
}

/** Returns the host without `www.` and a default port. */
export const bareHost = ({ host }: URL): string => host.replace(/^www\./, '');

const barePath = ({ pathname }: URL) => pathname.replace(indexPage, '/').replace(/\/+$/, '');

function differingParameters(a: URLSearchParams, b: URLSearchParams): string[] {
  const names = [...new Set([...a.keys(), ...b.keys()])].sort();
  const valuesOf = (parameters: URLSearchParams, name: string) =>
    JSON.stringify(parameters.getAll(name));
  return names.filter((name) => valuesOf(a, name) !== valuesOf(b, name)).map((name) => `?${name}`);
}
