import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, expect, it } from 'vitest';
import { writeKeptRows } from '../../../src/batch/dedup/write-kept-rows.js';
import { jsonText } from '../../../src/input/json-text.js';
import { readParquet, readParquetRow } from '../../../src/input/read-parquet.js';
import { repetitions } from '../../repetitions.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-rows-'));
afterAll(() => rmSync(directory, { recursive: true }));

const small = fc.integer({ min: -9, max: 9 });
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });

/** A row with values that are missing, empty, in lists and in nested lists. */
const row = fc.record({
  key: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  text: orNull(fc.string({ unit: 'binary', maxLength: 12 })),
  list: orNull(fc.array(orNull(small), { maxLength: 3 })),
  lists: fc.array(fc.array(small, { maxLength: 2 }), { maxLength: 2 }),
  of: orNull(
    fc.record({ url: orNull(fc.string()), tags: fc.array(fc.string(), { maxLength: 2 }) }),
  ),
});

const list = (name: string, element: readonly object[]) => [
  { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  ...element,
];
const leaf = (name: string, type: string, more: object = { repetition_type: 'OPTIONAL' }) => ({
  ...{ name, type },
  ...more,
});
const text = { repetition_type: 'OPTIONAL', converted_type: 'UTF8' };
const schema = [
  { name: 'root', num_children: 5 },
  leaf('key', 'INT64', { repetition_type: 'REQUIRED' }),
  leaf('text', 'BYTE_ARRAY', text),
  ...list('list', [leaf('element', 'INT32')]),
  ...list('lists', list('element', [leaf('element', 'INT32')])),
  { name: 'of', repetition_type: 'OPTIONAL', num_children: 2 },
  leaf('url', 'BYTE_ARRAY', text),
  ...list('tags', [leaf('element', 'BYTE_ARRAY', text)]),
] as NonNullable<Parameters<typeof parquetWriteBuffer>[0]['schema']>;

const names = ['key', 'text', 'list', 'lists', 'of'] as const;

it('rows are read and copied like whole groups, however groups and pages are cut', async () => {
  const rows = fc.array(row, { minLength: 1, maxLength: 40 });
  const sizes = fc.record({ rowGroupSize: fc.integer({ min: 1, max: 50 }), pageSize: fc.nat(60) });
  const keeps = fc.infiniteStream(fc.boolean());
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(rows, sizes, keeps, async (written, sizes, keep) => {
      const [from, into] = [join(directory, `${++runs}`), join(directory, `${runs}-kept`)];
      const columnData = names.map((name) => ({
        name,
        data: written.map((each) => each[name]),
      }));
      writeFileSync(from, new Uint8Array(parquetWriteBuffer({ columnData, schema, ...sizes })));
      const expected = await rowsOf(from);
      expect(expected).toHaveLength(written.length);
      const lines: string[] = [];
      for await (const { bytes } of readParquet(from, {
        lineBytesMax: 1e9,
        onBytes: () => {},
        onNote: () => {},
      })) {
        lines.push(bytes!.toString());
      }
      expect(lines).toEqual(expected);
      const some = keep.next().value ? expected.length : Math.ceil(expected.length / 2);
      expect(jsonText(await readParquetRow(from, some, new Set(names)))).toBe(expected[some - 1]);

      const kept = expected.map(() => keep.next().value!);
      const numbers = kept.flatMap((isKept, at) => (isKept ? [at + 1] : []));
      const input = () => ({ file: from, rows: numbers.values() });
      await writeKeptRows(into, [input(), input()]);
      const once = expected.filter((_, at) => kept[at]);
      expect(await rowsOf(into)).toEqual([...once, ...once]);
    }),
    { numRuns: repetitions(100) },
  );
});

async function rowsOf(name: string): Promise<string[]> {
  const file = await asyncBufferFromFile(name);
  return (await parquetReadObjects({ file })).map(jsonText);
}
