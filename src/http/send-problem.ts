import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, problemMediaType, toProblem } from '../api/problem.js';
import { cut, FormError, othersThan, unknownField } from '../api/validation.js';
import { type ErrorCode, NeardupError } from '../errors.js';

/** Serializes a problem once for many requests. Returns a function that inserts the request id. */
export function problemTemplate(error: NeardupError): (requestId: string) => string {
  const whole = JSON.stringify(toProblem(error, instanceOf({ id: '\n' })));
  const [before, after] = whole.split('\\n') as [string, string];
  return (requestId) => before + requestId + after;
}

/** Answers a request with a problem that describes an error. Logs only unexpected errors, which become `internal`. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = knownError(error, request);
  const problem = toProblem(known, instanceOf(request));
  const challenge = createChallenge(known.code, request);
  if (challenge !== undefined) reply.header('www-authenticate', challenge);
  if (problem.status === 503 || problem.status === 429) {
    reply.header('retry-after', String(known.retryAfterSeconds ?? 1));
  }
  reply.code(problem.status).type(problemMediaType).serializer(JSON.stringify).send(problem);
}

/** Returns the `WWW-Authenticate` header for a missing, unknown or insufficient key (RFC 6750). */
function createChallenge(code: ErrorCode, { headers, routeOptions }: FastifyRequest) {
  if (code === 'unauthorized') {
    const wrong = headers.authorization === undefined ? '' : ', error="invalid_token"';
    return `Bearer realm="neardup"${wrong}`;
  }
  if (code !== 'insufficient_scope') return undefined;
  const { scope = 'admin' } = routeOptions.config;
  return `Bearer realm="neardup", error="insufficient_scope", scope="${scope}"`;
}

/** Creates a problem for one part of a request, such as a line of a bulk request; other parts may still succeed. */
export function createProblem(error: unknown, request: FastifyRequest): Problem {
  return toProblem(knownError(error, request), instanceOf(request));
}

function knownError(error: unknown, request: FastifyRequest): NeardupError {
  const known = toNeardupError(error as FastifyError, request);
  if (known.code === 'internal') request.log.error({ err: error }, 'unexpected error');
  return known;
}

function instanceOf({ id }: Pick<FastifyRequest, 'id'>): string {
  return `urn:neardup:request:${id}`;
}

const meaningsOfFastify: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', 'A part of the path is longer than the limit'],
  FST_ERR_BAD_URL: ['validation_failed', 'The path holds a percent sign that encodes nothing'],
};

function toNeardupError(error: FastifyError, request: FastifyRequest): NeardupError {
  if (error instanceof NeardupError) return error;
  if (error instanceof FormError) return validationError(error, request);
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return otherMediaType(error, request);
  // @fastify/static refuses paths that leave its folder, with an error without a code.
  if (error.statusCode === 403) {
    const detail = 'No endpoint has this path; GET /docs lists all';
    return new NeardupError('route_not_found', detail, { cause: error });
  }
  const [code, detail] = meaningsOfFastify[error.code] ?? [];
  if (code !== undefined) return new NeardupError(code, detail as string, { cause: error });
  return new NeardupError('internal', 'Unexpected error; the log of the service has details', {
    cause: error,
  });
}

function otherMediaType(error: FastifyError, { routeOptions }: FastifyRequest): NeardupError {
  const [mediaType] = routeOptions.schema?.consumes ?? [];
  const advice =
    mediaType === undefined
      ? 'Send the body as "Content-Type: application/json"'
      : `Send one JSON object per line, not a list, as "Content-Type: ${mediaType}"`;
  return new NeardupError('unsupported_media_type', advice, { cause: error });
}

const pathLengthMax = 256;
/** Names of the parts of a request, for messages. */
const places: Readonly<Record<string, string>> = {
  querystring: 'query parameter ',
  params: 'part of the path ',
  headers: 'header ',
};

function validationError(error: FormError, request: FastifyRequest): NeardupError {
  const { faults, validationContext } = error;
  const { errors } = faults;
  const [first] = errors;
  const place = places[validationContext ?? 'body'];
  const name = place === undefined ? first?.pointer : `${first?.pointer.slice(1)}`;
  const where = name ? `${place ?? ''}"${name}": ` : '';
  const isUnknown = validationContext === 'querystring' && first?.detail.startsWith(unknownField);
  const advice = isUnknown ? placeOfFields(request, first!.pointer) : '';
  const [path] = request.originalUrl.split('?');
  return new NeardupError(
    'validation_failed',
    `Cannot ${request.method} ${cut(path!, pathLengthMax)}: ${where}${first?.detail}${advice}${othersThan(1, faults)}`,
    { errors, cause: error },
  );
}

/** Returns the end of a message about a query parameter that belongs elsewhere; '' if there is no such place. */
function placeOfFields({ routeOptions }: FastifyRequest, pointer: string): string {
  const { schema, config, url } = routeOptions;
  if (schema?.body === undefined) return '';
  if (!config.streams) return '; fields go into the JSON body';
  return pointer === '/collection'
    ? `; name the collection in each line, or in the path: /collections/NAME${url}`
    : '; fields go into the lines of the body';
}
