import { NeardupError } from '../../errors.js';
import type { App } from '../route.js';
import { admitIdempotencyKey } from './idempotency.js';
import { refuseBy } from './refuse-by.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of answers that succeed; JSON unless a route says otherwise. */
    mediaType?: string;
    /** Reads its body as it comes, gzipped or not, or writes its answer for as long as it likes. */
    streams?: boolean;
  }
}

/** What the headers of every request must pass before its body is read. */
export function checkHeaders(app: App): void {
  app.decorateRequest('contentHash', '');
  app.addHook(
    'onRequest',
    refuseBy((request) => {
      if (request.is404) return;
      const { headers, routeOptions } = request;
      const { streams } = routeOptions.config;
      const encoding = headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity' && !(streams && encoding === 'gzip')) {
        throw new NeardupError(
          'unsupported_encoding',
          `Cannot read a body in Content-Encoding "${encoding}": send it plain${streams ? ', or gzipped' : ''}`,
        );
      }
      if (headers['idempotency-key'] !== undefined) admitIdempotencyKey(request);
      const { mediaType = 'application/json' } = routeOptions.config;
      if (
        headers.accept !== undefined &&
        routeOptions.schema &&
        !accepts(headers.accept, mediaType)
      ) {
        throw new NeardupError(
          'not_acceptable',
          `Cannot answer as "${headers.accept}": accept ${mediaType}`,
        );
      }
    }),
  );
}

function accepts(accept: string, mediaType: string): boolean {
  if (accept === '' || /\*\/\*|application\/problem\+json/i.test(accept)) return true;
  const [kind] = mediaType.split('/');
  return [mediaType, `${kind}/*`].some((type) => accept.toLowerCase().includes(type));
}
