import type { FastifyReply, FastifyRequest } from 'fastify';
import { NeardupError } from '../errors.js';
import { problemMediaType, problemTemplate } from './problem.js';
import { dataHeaders } from './protection.js';
import type { App } from './route.js';

const securityHeaders = Object.entries(dataHeaders).flat();

/**
 * Refuses requests while too many are under way, before their bodies are read: a refusal must cost
 * next to nothing, or a service that is asked too much spends its time refusing. What is public, such
 * as the health of the service, is always answered.
 *
 * So no error is thrown and Fastify sends nothing: the answer is made once, but for the id of the
 * request, and goes out with its headers in one write. Node passes over the body, so the connection
 * stays good for the next request.
 */
export function limitRequests(app: App, requestsMax: number): void {
  let underWay = 0;
  const problemOfRequest = problemTemplate(
    new NeardupError('overloaded', `Cannot take more work: ${requestsMax} requests are under way`),
  );

  function refuse({ id }: FastifyRequest, reply: FastifyReply): void {
    const problem = problemOfRequest(id);
    reply.hijack();
    reply.raw.writeHead(503, [
      ...['content-type', problemMediaType],
      ...['content-length', String(problem.length)],
      ...['retry-after', '1'],
      ...['x-request-id', id],
      ...securityHeaders,
    ]);
    reply.raw.end(problem, 'latin1');
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.scope === 'public') {
      done();
      return;
    }
    if (underWay >= requestsMax) {
      refuse(request, reply);
      return;
    }
    underWay += 1;
    // The end of the connection counts, too: hooks for answers are not called for those that nobody gets.
    reply.raw.once('close', () => {
      underWay -= 1;
    });
    done();
  });
}
