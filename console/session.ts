import { createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import { apiCall } from './api/request.js';
import type { Collection } from './api/types.js';
import type { Page, Route } from './routes.js';
import { type Language, preferredLanguage, type Translate } from './text/language.js';
import { useAnswer } from './use-request.js';

export type Theme = 'system' | 'light' | 'dark';

/** State and functions that every part of the console may use. */
export interface Session {
  readonly route: Route;
  /** The address of a page about the collection of the session. */
  readonly href: (page: Page, parameters?: Readonly<Record<string, string>>) => string;
  readonly language: Language;
  readonly t: Translate;
  /** Formats a number in the language. */
  readonly number: (value: number, digits?: number) => string;
  /** Formats a share of 0 to 1 as a percentage. */
  readonly percent: (share: number, digits?: number) => string;
  readonly theme: Theme;
  /** The collection that the pages are about. */
  readonly collection: string;
  /** Its description; undefined: not loaded yet, or not allowed for this key. */
  readonly described: Collection | undefined;
  /** The first ones by name, and how many there are. */
  readonly known: KnownCollections;
  /** False over Cassandra, which has no clusters, labels, scans, jobs, backups or statistics over time. */
  readonly embedded: boolean;
  choose(change: Partial<Preferences>): void;
  /** Number of changes of collections so far. */
  readonly changes: number;
  /** To be called after collections were created, changed or deleted. */
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

/** As many as a plain list of choices may have; of more, one searches. */
export const plainChoicesMax = 30;

/** The first collections by name, without what a page of one needs. */
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

/** Choices of a person stay in this browser, except for the key. */

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

/** Sets the title of the window to the name of what a page is about; undefined: it is not known yet. */
export function useWindowTitle(name: string | undefined): void {
  const { t, route } = useSession();
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${t(`page.${route.page}`)} · neardup`;
  }, [name, route.page]);
}
