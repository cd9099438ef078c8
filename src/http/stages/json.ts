import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { namesOfRequestMax, shapeFault } from '../../api/json-shape.js';
import { parseJson } from '../../api/parse-json.js';
import { textOfUtf8 } from '../../api/utf8-text.js';
import { NeardupError } from '../../errors.js';
import { clientOf } from './client-of.js';
import { noteContent } from './idempotency.js';
import type { Pace } from './pace.js';
import { readBody } from './read-body.js';

type Done = (error: Error | null, body?: unknown) => void;

/** Longer bodies are parsed and checked in turn with other long ones: 2 MB may take 50 ms. */
const atOnceBytesMax = 256 * 1024;

/**
 * Parses JSON bodies; fails with `invalid_json`. At once, unless they are long: a parser that is
 * `async` costs each request a promise.
 */
export function jsonParser(pace: Pace) {
  return (request: FastifyRequest, _stream: unknown, done: Done): void => {
    readBody(request, (error, body) => {
      if (error !== null) done(error);
      else if (body.length <= atOnceBytesMax) parseBody(request, body, done);
      else pace(clientOf(request), () => parseBody(request, body, done));
    });
  };
}

function parseBody(request: FastifyRequest, body: Buffer, done: Done): void {
  noteContent(request, body);
  let parsed: unknown;
  try {
    if (body.length === 0) {
      throw new NeardupError('invalid_json', 'The body is empty; it must be a JSON object');
    }
    parsed = jsonOf('The body', body);
  } catch (error) {
    done(error as NeardupError);
    return;
  }
  done(null, parsed);
}

/** Any JSON of this size is parsed in a millisecond or two. */
const fastBytesMax = 32 * 1024;

/**
 * Parses JSON. Invalid UTF-8 is refused instead of being replaced, and so are keys that would reach
 * a prototype.
 * @param subject what the bytes are, as the first words of the message
 * @throws `invalid_json`; `validation_failed` if its shape cannot be that of any request
 */
export function jsonOf(subject: string, bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new NeardupError('invalid_json', `${subject} is not valid UTF-8`);
  const fault = bytes.length > fastBytesMax ? shapeFault(bytes, namesOfRequestMax) : null;
  if (fault !== null) throw new NeardupError('validation_failed', `${subject} ${fault}`);
  try {
    return parseJson(textOfUtf8(bytes));
  } catch (error) {
    throw new NeardupError('invalid_json', `${subject} is not JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
