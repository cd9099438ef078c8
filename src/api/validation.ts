import { z } from 'zod';
import { type FieldError, NeardupError } from '../errors.js';
import './issue-words.js';
import { findSimilar, suggestion } from './suggestion.js';

/** Maximum number of faults reported for one request or line. `longList` stops checking once it has found more. */
export const faultsMax = 20;
const pointerLengthMax = 256;
const detailLengthMax = 256;

/** The first faults of a value. */
export interface Faults {
  readonly errors: readonly FieldError[];
  /** Number of faults found. If it exceeds `faultsMax`, there may be more. */
  readonly found: number;
}

/**
 * Validates a value and fills in defaults.
 * @param subject first words of the error message, which name the value; '' to omit them
 * @throws `validation_failed` with the first faults
 */
export function parsed<T>(schema: z.ZodType<T>, value: unknown, subject: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = listFaults(result.error, schema);
  const { errors } = faults;
  const list = errors.map(({ pointer, detail }) => (pointer ? `"${pointer}": ${detail}` : detail));
  const place = subject === '' ? '' : `${subject}: `;
  const message = place + list.join('; ') + othersThan(errors.length, faults);
  throw new NeardupError('validation_failed', message, { errors });
}

/** First words of the message about an unknown field. */
export const unknownField = 'is not a field of this request';

/** Error for an invalid request, from which `sendProblem` makes the reply. */
export class FormError extends Error {
  override readonly name = 'FormError';
  /** Part of the request with the faults; set by Fastify. */
  readonly validationContext: string | undefined;
  constructor(readonly faults: Faults) {
    super('A value does not have the form of its schema');
  }
}

/** @param schema schema that the value violates */
export function listFaults({ issues }: z.ZodError, schema: z.core.$ZodType): Faults {
  const errors: FieldError[] = [];
  let found = 0;
  for (const issue of issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
    found += Math.max(unknown.length, 1);
    if (errors.length >= faultsMax) continue;
    if (unknown.length === 0) add(issue.path, issue.message);
    const known = unknown.length === 0 ? [] : listNames(schema, issue.path);
    for (const key of unknown.slice(0, faultsMax - errors.length)) {
      add([...issue.path, key], `${unknownField}${suggestion(meantFields(key, known))}`);
    }
  }
  return { errors, found };

  function add(path: readonly PropertyKey[], detail: string): void {
    errors.push({
      pointer: cut(path.map((part) => `/${escaped(String(part))}`).join(''), pointerLengthMax),
      detail: cut(detail, detailLengthMax),
    });
  }
}

/** Fields that have other names elsewhere, by these names. */
const aliases: ReadonlyMap<string, readonly string[]> = new Map([
  ['url', ['id']],
  ['content', ['text', 'html']],
  ['body', ['text', 'html']],
  ['level', ['duplicateIf']],
  ['after', ['since']],
  ['before', ['until']],
]);

/** Returns the known fields that an unknown one may stand for. */
function meantFields(key: string, known: readonly string[]): string[] {
  const meant = (aliases.get(key) ?? []).filter((name) => known.includes(name));
  const similar = meant.length === 0 ? findSimilar(key, known) : null;
  return similar === null ? meant : [similar];
}

/** Returns the field names that a schema allows for the object at a path. */
function listNames(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const { def } = schema._zod as { def: AnyDefinition };
  const inner = def.innerType ?? def.in;
  if (inner !== undefined) return listNames(inner, path);
  if (def.options !== undefined) return def.options.flatMap((option) => listNames(option, path));
  const [first, ...rest] = path;
  if (first === undefined) return Object.keys(def.shape ?? {});
  const part = def.element ?? def.shape?.[first as string];
  return part === undefined ? [] : listNames(part, rest);
}

/** Fields of a zod schema definition (of an object, list, union or wrapper) that contain further schemas. */
interface AnyDefinition {
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly element?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}

/** Returns the end of a message, with the number of faults that the message does not list; '' if it lists them all. */
export function othersThan(listed: number, { found }: Faults): string {
  if (found > faultsMax) return ' (and more)';
  return found > listed ? ` (and ${found - listed} more)` : '';
}

/** Escapes a reference token of a JSON pointer (RFC 6901, section 3). */
function escaped(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Shortens quoted input. */
export function cut(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}…`;
}

/**
 * Schema for an array that may have very many faults. Once more than `faultsMax` faults are found, the remaining
 * elements are not checked.
 * @param isSound fast check that returns true only for valid elements
 */
export function longList<T>(
  element: z.ZodType<T>,
  lengthMax: number,
  isSound: (value: unknown) => boolean,
): z.ZodType<T[]> {
  const { $schema: _, ...items } = z.toJSONSchema(element, { io: 'input' });
  return z
    .array(z.unknown())
    .min(1)
    .max(lengthMax)
    .superRefine((values, context) => {
      for (const [i, value] of values.entries()) {
        if (isSound(value)) continue;
        for (const issue of element.safeParse(value).error?.issues ?? []) {
          context.addIssue({ ...issue, path: [i, ...issue.path] });
        }
        if (context.issues.length > faultsMax) return;
      }
    })
    .meta({ items }) as unknown as z.ZodType<T[]>;
}
