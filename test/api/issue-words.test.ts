import { expect, it } from 'vitest';
import { z } from 'zod';
import '../../src/api/issue-words.js';

const share = z.number().min(0).max(1);
const list = z.array(z.string()).min(1).max(2);

it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is missing'],
  [z.string(), 1, 'must be a string, not a number'],
  [z.string(), null, 'must be a string, not null'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(2), 'a', 'must have at least 2 characters'],
  [z.string().max(2), 'abc', 'must have at most 2 characters'],
  [z.int(), 1.5, 'must be a whole number, not 1.5'],
  [z.int(), '15', 'must be a number without quotation marks'],
  [z.int(), 'ten', 'must be a number, not a string'],
  [z.coerce.number(), 'ten', 'must be a number'],
  [z.number().max(1000), 1001, 'must be at most 1000'],
  [z.number().min(2), 1, 'must be at least 2'],
  [z.number().positive(), 0, 'must be above 0'],
  [z.number().lt(5), 5, 'must be below 5'],
  [share, 60, 'must be a share from 0 to 1: write 0.6 for 60 %'],
  [share, 7.3, 'must be a share from 0 to 1: write 0.073 for 7.3 %'],
  [share, 1.1, 'must be at most 1'],
  [share, 101, 'must be at most 1'],
  [z.boolean(), 'yes', 'must be true or false, not a string'],
  [list, 'a', 'must be a list, not a string'],
  [list, [], 'must not be empty'],
  [list, ['a', 'b', 'c'], 'must have at most 2 elements'],
  [z.strictObject({}), [], 'must be a JSON object, not a list'],
  [z.enum(['skip', 'store', 'replace']), 'x', 'must be "skip", "store" or "replace"'],
  [z.enum(['a', 'b']), undefined, 'is missing; it must be "a" or "b"'],
  [z.literal('a'), 'x', 'must be "a"'],
  [z.enum(['skip', 'store']), 'stores', 'must be "skip" or "store"; did you mean "store"?'],
  [z.enum(['skip', 'store']), 'SKIP', 'must be "skip" or "store"; did you mean "skip"?'],
  [z.enum(['pages', 'words']), 'pats', 'must be "pages" or "words"'],
  [
    z.strictObject({ a: z.int(), b: z.int() }),
    1,
    'must be a JSON object with "a" and "b", not a number',
  ],
  [z.union([z.string(), z.number()]), true, 'has none of the forms allowed here'],
  [z.string().regex(/^a+$/), 'b', 'must match /^a+$/'],
  [z.string().regex(/^a+$/, 'must be a row of a'), 'b', 'must be a row of a'],
])('describes the fault of a value %#', (schema, value, words) => {
  expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([words]);
});
