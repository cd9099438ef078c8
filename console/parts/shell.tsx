import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useConnection } from '../api/connection.js';
import { isReady } from '../api/request.js';
import { embeddedPages, pages } from '../routes.js';
import { type Theme, useSession } from '../session.js';
import { type Language, languages } from '../text/language.js';
import { Icon } from './icon.js';

interface ShellProps {
  readonly hasKey: boolean;
  readonly onForgetKey: () => void;
  readonly children: ComponentChildren;
}

/** Frame around every page: navigation and display settings. */
export function Shell({ hasKey, onForgetKey, children }: ShellProps) {
  const { t, route, href, embedded } = useSession();
  const current = route.unknown === undefined ? route.page : undefined;
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const [open, setOpen] = useState(false);
  // Before the page is on the screen: later, the focus would leave what the user has meanwhile begun.
  useLayoutEffect(() => {
    document.title = `${t(current ? `page.${current}` : 'page.none')} · neardup`;
    // Keyboard users who open a page continue at its start, not in the menu.
    if (!first.current) main.current?.focus();
    first.current = false;
    window.scrollTo(0, 0);
    setOpen(false);
  }, [current, route.parameters.id]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      <header class="side">
        <a class="mark" href={href('overview')}>
          <Mark />
          neardup
        </a>
        <nav aria-label={t('shell.pages')} class={open ? 'open' : ''}>
          {(embedded ? pages : pages.filter((each) => !embeddedPages.includes(each))).map(
            (page) => (
              <a
                key={page}
                href={href(page)}
                class="go"
                aria-current={current === page ? 'page' : undefined}
              >
                <Icon name={page} />
                <span>{t(`page.${page}`)}</span>
              </a>
            ),
          )}
          <button type="button" class="go more" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name="more" />
            <span>{t('shell.more')}</span>
          </button>
        </nav>
        <Settings hasKey={hasKey} onForgetKey={onForgetKey} />
      </header>
      <main ref={main} tabIndex={-1}>
        <Away />
        {children}
      </main>
    </>
  );
}

const askedEveryMs = 5000;

/** Banner that reports that the service is unavailable; nothing else does. */
function Away() {
  const { t } = useSession();
  const { away } = useConnection();
  useEffect(() => {
    // Otherwise a page that requests nothing by itself would not notice.
    const timer = setInterval(() => {
      if (!away && document.visibilityState === 'visible') void isReady();
    }, askedEveryMs);
    return () => clearInterval(timer);
  }, [away]);
  return (
    <div role="status">
      {away && (
        <div class="notice away">
          <Icon name="warning" />
          <div>
            <strong>{t('away.title')}</strong>
            <p>{t('away.hint')}</p>
          </div>
        </div>
      )}
    </div>
  );
}

function Settings({ hasKey, onForgetKey }: Omit<ShellProps, 'children'>) {
  const { t, language, theme, choose } = useSession();
  const themes: readonly Theme[] = ['system', 'light', 'dark'];
  return (
    <div class="settings">
      {hasKey && (
        <button
          type="button"
          class="quiet"
          aria-label={t('shell.forgetKey')} // phones show only the icon
          onClick={onForgetKey}
        >
          <Icon name="key" />
          <span>{t('shell.forgetKey')}</span>
        </button>
      )}
      <label>
        <Icon name="language" />
        <select
          aria-label={t('shell.language')}
          value={language}
          onChange={({ currentTarget }) => choose({ language: currentTarget.value as Language })}
        >
          {Object.entries(languages).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        <Icon name={theme === 'dark' ? 'dark' : 'light'} />
        <select
          aria-label={t('shell.theme')}
          value={theme}
          onChange={({ currentTarget }) => choose({ theme: currentTarget.value as Theme })}
        >
          {themes.map((each) => (
            <option key={each} value={each}>
              {t(`theme.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** Logo: two rows of bits that differ in one bit. */
function Mark() {
  const bits = [1, 0, 1, 1];
  return (
    <svg class="mark-bits" viewBox="0 0 22 14" aria-hidden="true">
      {bits.map((bit, index) => (
        <g key={String(index)} class={bit ? 'on' : 'off'}>
          <rect x={index * 6} y="0" width="4" height="6" rx="1" />
          <rect x={index * 6} y="8" width="4" height="6" rx="1" class={index === 2 ? 'odd' : ''} />
        </g>
      ))}
    </svg>
  );
}
