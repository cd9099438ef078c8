import { NeardupError } from '../../errors.js';
import { outcomesVersion } from '../contract/documents.js';

/**
 * Form in which outcomes are kept for repetitions: the version, then JSON.
 *
 *   1 {"decision":"new","stored":true, … }      bytes: {"base64":"…"}
 *
 * Outcomes outlive the release that made them by a day. An outcome of another version is neither returned nor is its
 * request executed again: the client gets an error saying that the request was executed. The version is
 * `outcomesVersion`, defined beside the fields that it describes.
 */
const version = `${outcomesVersion} `;

export function encodeOutcome(outcome: object): Uint8Array {
  return Buffer.from(version + JSON.stringify(outcome, bytesAsText));
}

/** @throws `idempotency_outcome_lost` if another release kept it */
export function decodeOutcome<Outcome extends object>(kept: Uint8Array): Outcome {
  const text = Buffer.from(kept.buffer, kept.byteOffset, kept.length).toString();
  if (!text.startsWith(version)) throw outcomeLost();
  return JSON.parse(text.slice(version.length), textAsBytes) as Outcome;
}

export function outcomeLost(): NeardupError {
  return new NeardupError(
    'idempotency_outcome_lost',
    'Cannot repeat the reply for this idempotency key: another release of neardup executed the request and kept its outcome in another form; this request changed nothing',
  );
}

/**
 * Encodes bytes as base64. JSON passes the result of `Buffer.toJSON` as the value, so the bytes are read from `this`.
 */
function bytesAsText(
  this: Readonly<Record<string, unknown>>,
  name: string,
  json: unknown,
): unknown {
  const value = this[name];
  if (!(value instanceof Uint8Array)) return json;
  return { base64: Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64') };
}

function textAsBytes(_: string, value: unknown): unknown {
  const { base64 } = (value ?? {}) as { readonly base64?: string };
  return base64 === undefined ? value : new Uint8Array(Buffer.from(base64, 'base64'));
}
