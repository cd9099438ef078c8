import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { type FieldError, NeardupError } from '../errors.js';
import './issue-words.js';

/** Number of faults that are reported for one request or line; long input is not searched for more. */
export const faultsMax = 20;
const pointerLengthMax = 256;
const detailLengthMax = 256;

/** The first faults of a value. */
export interface Faults {
  readonly errors: readonly FieldError[];
  /** Number that was found; beyond `faultsMax` there may be still more. */
  readonly found: number;
}

/**
 * A value that has the form of the schema, with its defaults filled in.
 * @param subject what the value is, as the first words of the message; '' for none
 * @throws `validation_failed` with the first faults
 */
export function parsed<T>(schema: z.ZodType<T>, value: unknown, subject: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = faultsOf(result.error, schema);
  const { errors } = faults;
  const list = errors.map(({ pointer, detail }) => (pointer ? `"${pointer}": ${detail}` : detail));
  const place = subject === '' ? '' : `${subject}: `;
  const message = place + list.join('; ') + othersThan(errors.length, faults);
  throw new NeardupError('validation_failed', message, { errors });
}

/** First words of the fault of a field that a schema does not have. */
export const unknownField = 'is not known here';

/** A request that does not have the form of its schema, on its way to `sendProblem`. */
export class FormError extends Error {
  override readonly name = 'FormError';
  /** Part of the request that has the faults; set by Fastify. */
  readonly validationContext: string | undefined;
  constructor(readonly faults: Faults) {
    super('A value does not have the form of its schema');
  }
}

/** @param schema what the value should have been */
export function faultsOf({ issues }: z.ZodError, schema: z.core.$ZodType): Faults {
  const errors: FieldError[] = [];
  let found = 0;
  for (const issue of issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
    found += Math.max(unknown.length, 1);
    if (errors.length >= faultsMax) continue;
    if (unknown.length === 0) add(issue.path, issue.message);
    const known = unknown.length === 0 ? [] : namesAt(schema, issue.path);
    for (const key of unknown.slice(0, faultsMax - errors.length)) {
      add([...issue.path, key], `${unknownField}${meantBy(key, known)}`);
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

/** A name that was probably meant, as the end of a message; '' if none is near. */
function meantBy(key: string, known: readonly string[]): string {
  if (known.length === 0 || key.length > 64) return '';
  const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');
  const same = known.find((name) => plain(name) === plain(key));
  const nearest = same ?? closest(key, known as string[]);
  if (same === undefined && distance(key, nearest) > key.length / 3) return '';
  return `; did you mean "${nearest}"?`;
}

/** The names that an object may have at a place in a schema. */
function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const { def } = schema._zod as { def: AnyDefinition };
  const inner = def.innerType ?? def.in;
  if (inner !== undefined) return namesAt(inner, path);
  if (def.options !== undefined) return def.options.flatMap((option) => namesAt(option, path));
  const [first, ...rest] = path;
  if (first === undefined) return Object.keys(def.shape ?? {});
  const part = def.element ?? def.shape?.[first as string];
  return part === undefined ? [] : namesAt(part, rest);
}

/** Fields in the definitions of objects, lists, unions and wrappers. */
interface AnyDefinition {
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly element?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}

/** The last words of a message: how many faults there are besides the reported ones. */
export function othersThan(told: number, { found }: Faults): string {
  if (found > faultsMax) return ' (and more)';
  return found > told ? ` (and ${found - told} more)` : '';
}

/** RFC 6901, section 3. */
function escaped(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Names and messages quote the input, and must not quote it at any length. */
export function cut(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}…`;
}

/**
 * An array that may be too long to report every fault: after enough faults the rest is not checked.
 * @param isSound true of an element that is sure to have the form, which costs less than to find out
 *   why another has not
 */
export function longListOf<T>(
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
