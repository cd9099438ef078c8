import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { App } from './route.js';

export interface ConsoleOptions {
  /** Directory of the built console, with a gzipped copy beside each file; undefined: it is not served. */
  readonly consoleDirectory?: string;
}

/** Redirects from `/` to the console, or to the description of the API if no console is served. */
export async function registerFront(app: App, { consoleDirectory }: ConsoleOptions): Promise<void> {
  const front = (await registerConsole(app, consoleDirectory)) ? 'console/' : 'docs/';
  app.route({
    method: 'GET',
    url: '/',
    config: { scope: 'public' },
    schema: { hide: true },
    // Not permanent: a console may come or go. Relative, because of proxies.
    handler: async (_request, reply) => reply.redirect(front, 302),
  });
}

/**
 * Serves the page for people at /console/, if there is one. Its files need no key: they know
 * nothing that the API would not return, and ask for a key themselves.
 * @returns false if there is none
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
    // Relative, so that it holds behind a proxy that adds to the path.
    handler: async (_request, reply) => reply.redirect('console/', 308),
  });
  await app.register(fastifyStatic, {
    root: directory,
    prefix: '/console/',
    wildcard: false, // a route for each file that there is, and none for others
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

/** The names of files in assets/ contain a hash of their content. */
const forGood = 'public, max-age=31536000, immutable';
