import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NeardupError } from '../../errors.js';
import type { App } from '../route.js';
import { refuseBy } from './refuse-by.js';

/** Answers unknown paths, and known paths with another method, which then lists the right ones. */
export function refuseUnknownRoute(app: App): void {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return; // answers what browsers ask before a request to another origin
    const methods = methodsByPath.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    methodsByPath.set(url, methods);
  });
  // Before the body is read, which may be of any type.
  app.addHook(
    'onRequest',
    refuseBy((request, reply) => {
      if (request.is404) refuse(request, reply);
    }),
  );
  app.setNotFoundHandler(refuse);

  function refuse(request: FastifyRequest, reply: FastifyReply): never {
    const [path] = request.url.split('?') as [string];
    const allowed = methodsOf(path, methodsByPath);
    if (allowed.length === 0) {
      throw new NeardupError('route_not_found', `No endpoint "${path}"; ${adviceFor(path)}`);
    }
    reply.header('allow', allowed.join(', '));
    throw new NeardupError(
      'method_not_allowed',
      `Cannot ${request.method} "${path}"; it takes ${allowed.join(' and ')}`,
    );
  }
}

/** An id that is a URL has slashes, which end a part of a path. */
function adviceFor(path: string): string {
  if (!/^\/documents\/.+\//.test(path)) return 'GET /docs lists them all';
  return 'encode the id (its "/" as "%2F"), or send it as it is to POST /documents/lookup or /documents/delete';
}

/** A route that takes no query parameters refuses all of them. */
export function refuseUnknownQueryParameters(app: App): void {
  const none = z.strictObject({});
  app.addHook('onRoute', ({ schema }) => {
    if (schema !== undefined && !schema.hide) schema.querystring ??= none;
  });
}

function methodsOf(path: string, methodsByPath: ReadonlyMap<string, Set<string>>): string[] {
  const allowed = new Set<string>();
  for (const [url, methods] of methodsByPath) {
    const pattern = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part));
    if (new RegExp(`^${pattern.join('/').replaceAll('*', '.*')}$`).test(path)) {
      for (const method of methods) allowed.add(method);
    }
  }
  return [...allowed].sort();
}
