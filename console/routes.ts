/** Pages and their addresses: `#/compare?in=news&a=one&b=other`, where `in` is the collection. */

export const pages = [
  'overview',
  'documents',
  'decisions',
  'compare',
  'search',
  'clusters',
  'labels',
  'tune',
  'import',
  'collections',
  'operation',
] as const;

/** Pages about data that only the SQLite store keeps. */
export const embeddedPages: readonly Page[] = ['decisions', 'clusters', 'labels'];

/** Pages that are not about one collection. */
export const pagesOfService: readonly Page[] = ['collections', 'operation'];

export type Page = (typeof pages)[number];

export interface Route {
  readonly page: Page;
  readonly parameters: Readonly<Record<string, string>>;
  /** Path that names no page. */
  readonly unknown?: string;
}

/** Returns the route of a hash; the overview for an empty hash. */
export function parseRoute(hash: string): Route {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?', 2) as [string, string?];
  const page = pages.find((each) => each === path);
  const parameters = Object.fromEntries(new URLSearchParams(query));
  if (page !== undefined || path === '') return { page: page ?? 'overview', parameters };
  return { page: 'overview', parameters, unknown: path };
}

export function formatHref(page: Page, parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(parameters).toString();
  return `#/${page}${query === '' ? '' : `?${query}`}`;
}
