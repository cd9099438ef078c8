import fc, { type Arbitrary } from 'fast-check';
import { type Schema, schemaAt } from '../../../openapi/conformance.js';
import { documentText } from './pages.js';

/**
 * Generates values for a JSON schema: valid, almost valid and hostile ones. Fields with a name, such as an id, have few
 * values, so that requests refer to the documents of others.
 */
const ids = [
  'a',
  'b',
  'c',
  'd',
  'https://example.org/a?b=c&d=é#f',
  '中文/页',
  "x'; DROP TABLE",
  '%2e%2e',
  'ⅷ\u{1F600}',
];
export const collections = ['default', 'kept', 'third'];
const hexes = ['0123456789abcdef', '0123456789abcdee', 'ffffffffffffffff', '0000000000000000'];

/** Values by the name of the field or parameter, for all routes. */
const named: Readonly<Record<string, Arbitrary<unknown>>> = {
  id: fc.constantFrom(...ids),
  collection: fc.constantFrom(...collections),
  name: fc.constantFrom(...collections),
  confirm: fc.constantFrom(...collections.slice(1)),
  text: documentText,
  html: documentText.map((text) => `<html><body><article><p>${text}</p></article></body></html>`),
  term: fc.constantFrom('word', '词', 'a', 'constructor', '\ud800'),
  fingerprint: fc.constantFrom(...hexes),
};

/** Any value that the schema allows; an object has at least its `required` fields. */
export function anyValue(schema: Schema, field = ''): Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') return anyValue(schemaAt(schema.$ref), field);
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => anyValue({ ...schema, type }, field)));
  }
  const own = named[field];
  if (own !== undefined && schema.type === 'string') return own;
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => anyValue(choice, field)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const number = (keyword: string, fallback: number) => Number(schema[keyword] ?? fallback);
  switch (schema.type) {
    case 'string':
      return stringOf(schema);
    case 'integer':
      return fc.integer({
        min: number('minimum', -10),
        max: Math.min(number('maximum', 100), 2000),
      });
    case 'number':
      return fc.double({
        min: number('minimum', number('exclusiveMinimum', -10) + 0.001),
        max: number('maximum', 1000),
        noNaN: true,
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(anyValue(schema.items as Schema, field.replace(/s$/, '')), {
        minLength: number('minItems', 0),
        maxLength: Math.min(number('maxItems', 5), 5),
      });
    case 'object':
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function stringOf({ pattern, minLength = 0, maxLength = 50 }: Schema): Arbitrary<string> {
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  return fc.string({
    unit: 'grapheme',
    minLength: Number(minLength),
    maxLength: Math.min(Number(maxLength), 50),
  });
}

/** Few optional fields at once, because many exclude each other. */
function objectOf(schema: Schema): Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0) {
    const key = fc.oneof(fc.string({ maxLength: 10 }), fc.constantFrom('a', 'toString'));
    return fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  }
  const required = new Set((schema.required ?? []) as string[]);
  const fields = fc.record(
    Object.fromEntries(properties.map(([name, value]) => [name, anyValue(value, name)])),
  );
  const chosen = fc.subarray(
    properties.map(([name]) => name).filter((name) => !required.has(name)),
    {
      maxLength: Math.min(4, properties.length - required.size),
    },
  );
  return fc
    .tuple(fields, chosen)
    .map(([all, names]) =>
      Object.fromEntries(
        Object.entries(all).filter(([name]) => required.has(name) || names.includes(name)),
      ),
    );
}

const longText = 'x'.repeat(70_000);

/** Values that programs often handle wrongly. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      '',
      ' ',
      '\u0000',
      '\ud800',
      'a\nb',
      '..',
      '__proto__',
      'constructor',
      '../../etc',
    ],
    ...[-1, 0, -0, 0.5, 65, 1e21, 1e308, 2 ** 53, 2 ** 63, Number.MIN_VALUE, -(2 ** 31)],
    ...['1', 'NaN', '0x10', '\u202e\ufeff', '\u0301'.repeat(5000), longText],
    ...[[], {}, [[]], { __proto__: null }, [null], { length: 5 }, { toString: 1, valueOf: null }],
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.jsonValue(),
  fc.integer({ min: 50, max: 3000 }).map(nested),
  fc.array(fc.constantFrom(...ids, 'zz'), { minLength: 900, maxLength: 1100 }),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

/** Generates the value with one change: another value, an additional field, or a missing one. */
export function nearly(value: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(value, hostileValue, fc.nat(1000), fc.constantFrom('replace', 'remove', 'add'))
    .map(([whole, hostile, place, how]) => changed(whole, hostile, place, how));
}

function changed(value: unknown, hostile: unknown, place: number, how: string): unknown {
  if (typeof value !== 'object' || value === null) return hostile;
  const entries: [string, unknown][] = Object.entries(value);
  if (how === 'add' || entries.length === 0) entries.push(['unknown', hostile]);
  else {
    const at = place % entries.length;
    const [key, old] = entries[at]!;
    if (typeof old === 'object' && place % 3 === 0) {
      entries[at] = [key, changed(old, hostile, place >> 3, how)];
    } else if (how === 'remove') entries.splice(at, 1);
    else entries[at] = [key, hostile];
  }
  if (Array.isArray(value)) return entries.map(([, item]) => item);
  return Object.fromEntries(entries);
}
