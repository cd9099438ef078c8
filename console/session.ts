import { createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import { apiCall } from './api/request.js';
import type { Collection } from './api/types.js';
import type { Page, Route } from './routes.js';
import { type Language, preferredLanguage, type Translate } from './text/language.js';
import type { FormatTime } from './text/times.js';
import { useAnswer } from './use-request.js';

export type Theme = 'system' | 'light' | 'dark';

/** State and functions shared by all parts of the console. */
export interface Session {
  readonly route: Route;
  /** Returns the address of a page for the current collection. */
  readonly href: (page: Page, parameters?: Readonly<Record<string, string>>) => string;
  readonly language: Language;
  readonly t: Translate;
  /** Formats a number in the current language. */
  readonly number: (value: number, digits?: number) => string;
  /** Formats a similarity with two decimals, rounded down: only equal shingles have 1.00. */
  readonly similarity: (value: number) => string;
  /** Formats a share of 0 to 1 as a percentage. */
  readonly percent: (share: number, digits?: number) => string;
  /** Formats a number of bytes as KB or MB. */
  readonly size: (bytes: number) => string;
  /** Formats a time in the current language. */
  readonly time: FormatTime;
  readonly theme: Theme;
  /** Current collection. */
  readonly collection: string;
  /** Description of the current collection; undefined if it is not loaded yet, or if this key may not read it. */
  readonly described: Collection | undefined;
  /** First collections by name, with the total count. */
  readonly known: KnownCollections;
  /** False for Cassandra, which has no clusters, labels, scans, jobs, backups or statistics over time. */
  readonly embedded: boolean;
  choose(change: Partial<Preferences>): void;
  /** Number of changes to collections so far. */
  readonly changes: number;
  /** Called after collections were created, changed or deleted. */
  collectionsChanged(): void;
}

export interface KnownCollections {
  readonly names: readonly string[];
  readonly total: number;
}

export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  readonly collection: string;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('This part stands outside of the console');
  return session;
}

/** Maximum number of choices in a plain list; beyond it, the user searches. */
export const plainChoicesMax = 30;

/** Returns the first collections by name, with brief descriptions only. */
export function useKnownCollections(inputs: readonly unknown[]): KnownCollections {
  const query = { fields: 'brief', limit: plainChoicesMax } as const;
  const { answer } = useAnswer(apiCall('GET', '/collections', { query }), inputs);
  return useMemo(
    () => ({
      names: answer?.collections.map(({ name }) => name) ?? [],
      total: answer?.total ?? 0,
    }),
    [answer],
  );
}

/** User preferences, stored in this browser. They do not include the key. */

const name = 'neardup.preferences';

export function readPreferences(): Preferences {
  const chosen = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Preferences>;
  return {
    language: chosen.language ?? preferredLanguage(navigator.languages),
    theme: chosen.theme ?? 'system',
    collection: chosen.collection ?? 'default',
  };
}

export function keepPreferences(preferences: Preferences): void {
  localStorage.setItem(name, JSON.stringify(preferences));
}

/** Sets the window title to the name of the current item; undefined if not known yet. */
export function useWindowTitle(name: string | undefined): void {
  const { t, route } = useSession();
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${t(`page.${route.page}`)} · neardup`;
  }, [name, route.page]);
}
