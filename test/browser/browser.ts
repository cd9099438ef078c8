import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import {
  type Browser,
  chromium,
  type Download,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import type { TestProject } from 'vitest/node';
import { hangMs } from '../../harness/hang.js';

const executablePath = '/usr/bin/chromium';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the Chromium that all files share. */
    browserEndpoint: string;
  }
}

/** Runs around all tests: one Chromium for all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(launchOptions());
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}

/** Connects to the Chromium of this run. Closing the connection closes its tabs. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserEndpoint'), { timeout: hangMs });
}

/** Launches a Chromium of its own. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch(launchOptions(flags));
}

/** Returns the options of Debian's Chromium; tests download nothing. */
function launchOptions(flags: readonly string[] = []): LaunchOptions {
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no ${executablePath}. Install it (Debian: apt-get update && apt-get install -y chromium)`,
    );
  }
  // Chromium cannot be sandboxed when started by root, as in most containers.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { executablePath, args: [...sandbox, ...flags], timeout: hangMs };
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
    timezoneId: noonZone(),
  });
  context.setDefaultTimeout(hangMs);
  return context.newPage();
}

/** Time zone in which it is about noon, so that a day of the user does not end during a test. */
function noonZone(): string {
  const hoursAfterNoon = new Date().getUTCHours() - 12;
  return `Etc/GMT${hoursAfterNoon < 0 ? '' : '+'}${hoursAfterNoon}`; // in these names, + is west
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

/** Opens another page of an open console, and returns when it has taken the place of the page before. */
export async function openHash(page: Page, hash: string): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    window.addEventListener('hashchange', done, { once: true }); // after the console's own listener
    location.hash = ${JSON.stringify(hash)};
  }).then(() => {})`);
}

/** Returns the text of a downloaded file, with its byte order mark. */
export async function downloadedText(download: Download): Promise<string> {
  return (await buffer(await download.createReadStream())).toString();
}

/** Horizontal overflow of the page beyond the window, in pixels. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
}
