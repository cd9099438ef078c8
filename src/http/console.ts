import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { App } from './route.js';

export interface ConsoleOptions {
  /** Directory of the built console, with a gzipped copy beside each file. If undefined, no console is served. */
  readonly consoleDirectory?: string;
}

/** Redirects `/` to the console, or to the API description if no console is served. */
export async function registerFront(app: App, { consoleDirectory }: ConsoleOptions): Promise<void> {
  const front = (await registerConsole(app, consoleDirectory)) ? 'console/' : 'docs/';
  app.route({
    method: 'GET',
    url: '/',
    config: { scope: 'public' },
    schema: { hide: true },
    // The redirect is temporary, because the console may be added or removed, and relative, because a proxy may add a
    // path prefix.
    handler: async (_request, reply) => reply.redirect(front, 302),
  });
}

/**
 * Serves the console at /console/, if there is one. Its files need no key, because they contain no data; the console
 * asks for a key itself.
 * @returns false if there is no console
 */
async function registerConsole(app: App, directory: string | undefined): Promise<boolean> {
  if (directory === undefined) return false;
  if (!existsSync(join(directory, 'index.html'))) {
    app.log.warn(`no console at /console: there is none in ${directory}; npm run build makes it`);
    return false;
  }
  app.addHook('onRoute', (route) => {
    if (/^\/console(\/|$)/.test(route.url)) route.config = { ...route.config, scope: 'public' };
  });
  app.route({
    method: 'GET',
    url: '/console',
    schema: { hide: true },
    // The redirect is relative, so that it also works behind a proxy that adds a path prefix.
    handler: async (_request, reply) => reply.redirect('console/', 308),
  });
  await app.register(fastifyStatic, {
    root: directory,
    prefix: '/console/',
    wildcard: false, // one route for each existing file
    globIgnore: ['**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? forGood : 'no-cache');
    },
  });
  return true;
}

/**
 * `Cache-Control` for files in assets/. They are cached permanently, because their names contain a hash of their
 * content.
 */
const forGood = 'public, max-age=31536000, immutable';
