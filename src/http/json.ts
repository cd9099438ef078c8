import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { NeardupError } from '../errors.js';
import { noteContent } from './idempotency.js';

/** Parses a JSON body. @throws `invalid_json` */
export async function parseJson(request: FastifyRequest, body: Buffer): Promise<unknown> {
  noteContent(request, body);
  if (body.length === 0) {
    throw new NeardupError('invalid_json', 'The body is empty; it must be a JSON object');
  }
  return jsonOf('The body', body);
}

/**
 * Parses JSON. Invalid UTF-8 is refused instead of being replaced, and so are keys that would reach a
 * prototype.
 * @param subject what the bytes are, as the first words of the message
 * @throws `invalid_json`
 */
export function jsonOf(subject: string, bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new NeardupError('invalid_json', `${subject} is not valid UTF-8`);
  try {
    return parse(bytes.toString('utf8'), undefined, { protoAction: 'error' });
  } catch (error) {
    throw new NeardupError('invalid_json', `${subject} is not JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
