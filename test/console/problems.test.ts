import { expect, it } from 'vitest';
import { z } from 'zod';
import { chineseProblems, detailInWords, problemInWords } from '../../console/text/problems.js';
import '../../src/api/validation.js';
import { errorMeanings } from '../../src/errors.js';

it('has a Chinese sentence for each error code, and no other', () => {
  expect(Object.keys(chineseProblems).sort()).toEqual(Object.keys(errorMeanings).sort());
});

it('translates a problem into the language of the page, and leaves one of a newer service unchanged', () => {
  const missing = { code: 'document_not_found', message: 'No document "x"' };
  expect(problemInWords(missing, 'en')).toBe('No document "x"');
  expect(problemInWords(missing, 'zh')).toBe('集合里没有这个 ID 的文档');
  const newer = { code: 'of_a_newer_service', message: 'Something new' };
  expect(problemInWords(newer, 'zh')).toBe('Something new');
});

it('translates faults of values', () => {
  const schema = z.strictObject({ count: z.int().min(1).max(9), name: z.string().min(2) });
  const said = (value: unknown) =>
    schema.safeParse(value).error!.issues.map(({ message }) => detailInWords(message, 'zh'));
  expect(said({ count: 0, name: 'ab' })).toEqual(['太小：最小是 1']);
  expect(said({ count: 10, name: 'a' })).toEqual(['太大：最大是 9', '太短：至少 2 个字符']);
  expect(said({ count: 'one', name: 'ab' })).toEqual(['必须是数字']);
  const others = z.strictObject({
    list: z.array(z.string()).min(2).max(3),
    kind: z.enum(['a', 'b', 'c']),
    one: z.literal('x'),
    either: z.union([z.string(), z.number()]),
    step: z.number().multipleOf(5),
    word: z.string().regex(/^a+$/),
    need: z.enum(['a', 'b']),
  });
  const wrong = { list: ['a'], kind: 'd', one: 'y', either: true, step: 4, word: 'b' };
  const { issues } = others.safeParse(wrong).error!;
  for (const { message } of issues)
    expect(detailInWords(message, 'zh')).not.toMatch(/[a-z]{4}| or /);
  expect(detailInWords('must repeat the name of the collection: ?confirm=NAME', 'zh')).toBe(
    '必须重复集合的名字',
  );
  expect(detailInWords('is not a field of this request; did you mean "text"?', 'zh')).toBe(
    '不认识这个字段；是否想写「text」？',
  );
});
