import { parse } from 'secure-json-parse';

/**
 * Parses JSON that comes from outside; refuses keys that would reach a prototype.
 * @throws SyntaxError that may quote the text
 */
export function parseJson(text: string): unknown {
  return parse(text, undefined, { protoAction: 'error' });
}
