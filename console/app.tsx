import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { currentKey, forgetKey, type KeyWanted, rememberKey, whenKeyWanted } from './api/key.js';
import { apiCall } from './api/request.js';
import { Clusters } from './pages/clusters.js';
import { Collections } from './pages/collections.js';
import { Compare } from './pages/compare.js';
import { Decisions } from './pages/decisions.js';
import { Documents } from './pages/documents.js';
import { Import } from './pages/import.js';
import { KeyPage } from './pages/key.js';
import { Labels } from './pages/labels.js';
import { Operation } from './pages/operation.js';
import { Overview } from './pages/overview.js';
import { Search } from './pages/search.js';
import { Tune } from './pages/tune.js';
import { NoSuchCollection, NoSuchPage } from './parts/not-here.js';
import { Shell } from './parts/shell.js';
import { embeddedPages, formatHref, type Page, pagesOfService, parseRoute } from './routes.js';
import {
  keepPreferences,
  type Preferences,
  readPreferences,
  type Session,
  SessionContext,
  useKnownCollections,
} from './session.js';
import { locales, translator } from './text/language.js';
import { timeFormatter } from './text/times.js';
import { useAnswer } from './use-request.js';

const pages: Readonly<Record<Page, () => preact.JSX.Element>> = {
  overview: Overview,
  documents: Documents,
  decisions: Decisions,
  compare: Compare,
  search: Search,
  clusters: Clusters,
  labels: Labels,
  tune: Tune,
  import: Import,
  collections: Collections,
  operation: Operation,
};

export function App() {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  const [preferences, setPreferences] = useState(readPreferences);
  const [keyWanted, setKeyWanted] = useState<KeyWanted | null>(null);
  const [generation, setGeneration] = useState(0); // a different key rebuilds the pages
  const [changes, setChanges] = useState(0);
  const { language, theme } = preferences;
  // A link names its collection. If the address names no collection, the last collection is used.
  const collection = route.parameters.in ?? preferences.collection;

  useEffect(() => whenKeyWanted(setKeyWanted), []);
  // Runs in the same task as the first render, so that no change to the address is missed.
  useLayoutEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  // Runs before the page is painted, which avoids a visible change of style.
  useLayoutEffect(() => {
    keepPreferences(preferences);
    document.documentElement.lang = locales[language];
    document.documentElement.dataset.theme = theme;
  }, [preferences]);

  const described = useAnswer(apiCall('GET', '/collections/{name}', { at: { name: collection } }), [
    generation,
    changes,
  ]);
  const known = useKnownCollections([generation, changes]);
  const service = useAnswer(apiCall('GET', '/service', {}), [generation]);
  const embedded = service.answer?.store !== 'cassandra';
  const unknown = described.failure?.status === 404 || described.failure?.status === 403;
  const ofCollection = !pagesOfService.includes(route.page);
  // The last collection may have been deleted, or be hidden from this key. One that a link names is reported instead.
  const assumed = useRef<string | undefined>(undefined);
  const replaces = unknown && (!ofCollection || assumed.current === collection);
  useEffect(() => {
    const [first] = known.names;
    if (!replaces || first === undefined || known.names.includes(collection)) return;
    choose({ collection: known.names.includes('default') ? 'default' : first });
  }, [replaces, known]);
  useEffect(() => {
    const current = parseRoute(location.hash);
    // The address may have changed again, with its event still pending.
    if (current.page !== route.page || current.parameters.in !== route.parameters.in) return;
    if (route.unknown !== undefined) return;
    if (route.parameters.in === undefined) {
      assumed.current = collection;
      const parameters = { in: collection, ...route.parameters };
      history.replaceState(null, '', formatHref(route.page, parameters));
      setRoute(parseRoute(location.hash));
    } else if (preferences.collection !== collection) {
      setPreferences((before: Preferences) => ({ ...before, collection }));
    }
  }, [route]);

  function choose(change: Partial<Preferences>): void {
    setPreferences((before: Preferences) => ({ ...before, ...change }));
    const { collection: other } = change;
    // The other parameters of the address refer to the previous collection.
    if (other !== undefined && other !== collection) {
      location.hash = formatHref(parseRoute(location.hash).page, { in: other });
    }
  }

  const session = useMemo((): Session => {
    const locale = locales[language];
    const number: Session['number'] = (value, digits = 3) =>
      value.toLocaleString(locale, { maximumFractionDigits: digits });
    return {
      route,
      href: (page, parameters = {}) => formatHref(page, { in: collection, ...parameters }),
      language,
      t: translator(language),
      number,
      similarity: (value) =>
        value.toLocaleString(locale, {
          minimumFractionDigits: 2,
          maximumFractionDigits: 2,
          roundingMode: 'trunc',
        }),
      size: (bytes) =>
        bytes < 1e6 ? `${number(bytes / 1e3, 1)} KB` : `${number(bytes / 1e6, 1)} MB`,
      percent: (share, digits = 1) =>
        share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: digits }),
      time: timeFormatter(language, navigator.languages),
      theme,
      collection,
      described: described.answer?.name === collection ? described.answer : undefined,
      known,
      embedded,
      choose,
      changes,
      collectionsChanged: () => setChanges((count) => count + 1),
    };
  }, [route, preferences, described.answer, known, embedded, changes]);

  function enter(key: string) {
    rememberKey(key);
    setKeyWanted(null);
    setGeneration((count) => count + 1);
  }

  function leave() {
    forgetKey();
    setGeneration((count) => count + 1);
  }

  const page = embedded || !embeddedPages.includes(route.page) ? route.page : 'overview';
  const Current = pages[page];
  // Pages wait until the store is known, because some would request features that it may lack.
  const waits = service.answer === undefined && service.failure === undefined;
  return (
    <SessionContext.Provider value={session}>
      <Shell hasKey={currentKey() !== null} onForgetKey={leave}>
        {keyWanted !== null ? (
          <KeyPage wanted={keyWanted} onKey={enter} />
        ) : route.unknown !== undefined ? (
          <NoSuchPage path={route.unknown} />
        ) : unknown && !replaces ? (
          <NoSuchCollection />
        ) : (
          waits || <Current key={`${page} ${generation}`} />
        )}
      </Shell>
    </SessionContext.Provider>
  );
}
