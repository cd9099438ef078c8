import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { hangMs } from '../../harness/hang.js';

const executablePath = '/usr/bin/chromium';

/** Launches Debian's Chromium; tests download nothing. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no ${executablePath}. Install it (Debian: apt-get update && apt-get install -y chromium)`,
    );
  }
  // Chromium cannot be sandboxed when started by root, as in most containers.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...sandbox, ...flags], timeout: hangMs });
}

export interface Look {
  readonly language?: 'en' | 'zh-CN';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** Hash of the first page, such as `#/compare`. */
  readonly hash?: string;
  /** Errors that the test provokes, such as `401` or `net::ERR_`. */
  readonly expectedErrors?: RegExp;
}

/** Opens an empty, isolated tab. */
export async function openTab(browser: Browser, look: Look = {}): Promise<Page> {
  const { language = 'en', theme = 'light', width = 1440 } = look;
  const context = await browser.newContext({
    locale: language,
    colorScheme: theme,
    viewport: { width, height: width < 600 ? 844 : 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(hangMs);
  return context.newPage();
}

/** Opens the console for a test, which fails if the tab has reported any error at its end. */
export async function openConsole(browser: Browser, url: string, look: Look = {}): Promise<Page> {
  const page = await openTab(browser, look);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  onTestFinished(async () => {
    // A route may still be waiting for the service.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
    expect(errors.filter((error) => !look.expectedErrors?.test(error))).toEqual([]);
  });
  await page.goto(`${url}/console/${look.hash ?? ''}`);
  return page;
}

/** Horizontal overflow of the page beyond the window, in pixels. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
}
