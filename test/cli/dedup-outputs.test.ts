import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { compress } from '@bokuweb/zstd-wasm';
import { decompress } from 'fzstd';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadZstd } from '../../src/input/unzstd.js';
import { outputOf, sentence } from './dedup-samples.js';
import { ndjson, runNeardup, writeInto } from './program.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-dedup-'));
beforeAll(async () => void (await loadZstd()));
afterAll(() => rmSync(directory, { recursive: true }));
let outs = 0;
const newOut = () => join(directory, `out-${++outs}`);

/** Texts of documents a, b and c; the second duplicates the first. */
const texts = [sentence(1, 60), sentence(1, 60), sentence(2, 60)];
const ids = ['a', 'b', 'c'];
const lines = texts.map((text, at) => ({ id: ids[at]!, text, more: { of: [at] } }));
const csv = ['id,text,n', ...texts.map((text, at) => `${ids[at]},"${text}, ""x""","a\n${at}"`), ''];

const files = (out: string) => readdirSync(out).filter((name) => name.startsWith('kept'));

describe('neardup dedup keeps the format of its input', () => {
  const tsv = `id\ttext\n${texts.map((text, at) => `${ids[at]}\t${text}\n`).join('')}`;
  const kept = ndjson([lines[0]!, lines[2]!]);
  it.each([
    ['kept.ndjson', ndjson(lines), kept],
    ['kept.ndjson.gz', gzipSync(ndjson(lines)), kept],
    ['kept.ndjson.zst', null, kept],
    ['kept.csv', csv.join('\r\n'), [csv[0], csv[1], csv[3], ''].join('\n')],
    ['kept.tsv', tsv, tsv.replace(/\nb\t.*/, '')],
  ])('%s', async (name, content, wanted) => {
    const out = newOut();
    const file = writeInto(directory, 'in', content ?? compress(Buffer.from(ndjson(lines))));
    expect(await runNeardup(['dedup', file, '--out', out])).toMatchObject({ code: 0 });
    expect(files(out)).toEqual([name]);
    const written = readFileSync(join(out, name));
    const unpacked = name.endsWith('.gz') ? gunzipSync(written) : written;
    expect(Buffer.from(content === null ? decompress(written) : unpacked).toString()).toBe(wanted);
    expect(outputOf(out, 'decisions.ndjson').map(({ id }) => id)).toEqual(ids);
  });

  it('for a JSON array, even an empty one', async () => {
    const out = newOut();
    const file = writeInto(directory, 'array', JSON.stringify(lines, null, 2));
    expect((await runNeardup(['dedup', file, '--out', out])).code).toBe(0);
    expect(files(out)).toEqual(['kept.json']);
    const kept = JSON.parse(readFileSync(join(out, 'kept.json'), 'utf8'));
    expect(kept).toEqual([lines[0], lines[2]]);
    const empty = newOut();
    const nothing = writeInto(directory, 'empty', '');
    await runNeardup(['dedup', nothing, '--out', empty]);
    expect(files(empty)).toEqual(['kept.ndjson']);
  });

  it('for Parquet, even from a pipe: all columns, types and digits', async () => {
    const content = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'id', data: [2n ** 60n, 2n ** 60n + 1n, 7n], type: 'INT64' },
          { name: 'text', data: texts, codec: 'UNCOMPRESSED' },
          { name: 'at', data: [0, 1, 2].map((ms) => new Date(ms)), type: 'TIMESTAMP' },
          { name: 'small', data: [1.5, null, -2.5], type: 'FLOAT' },
          { name: 'any', data: [{ a: [1] }, null, 'x'], type: 'JSON' },
        ],
        kvMetadata: [{ key: 'made', value: 'by a test' }],
        rowGroupSize: 2,
      }),
    );
    const file = writeInto(directory, 'rows', content);
    for (const [name, input] of [[file], ['-', content]] as const) {
      const out = newOut();
      const run = await runNeardup(['dedup', name, '--out', out], input && { input });
      expect(run).toMatchObject({ code: 0 });
      expect(files(out)).toEqual(['kept.parquet']);
      const [before, after] = await Promise.all(
        [file, join(out, 'kept.parquet')].map(async (name) => {
          const buffer = await asyncBufferFromFile(name);
          const { schema, key_value_metadata } = await parquetMetadataAsync(buffer);
          return { schema, key_value_metadata, rows: await parquetReadObjects({ file: buffer }) };
        }),
      );
      expect(after).toEqual({ ...before, rows: [before!.rows[0], before!.rows[2]] });
    }
  });

  it('with one file per format, and for tables one per set of columns', async () => {
    const shards = mkdtempSync(join(directory, 'shards-'));
    const table = (head: string, family: number) =>
      `${head}\nx${family},"${sentence(family, 60)}"\n`;
    writeInto(shards, '1.csv', table('id,text', 10));
    writeInto(shards, '2.csv', table('id,text', 11));
    writeInto(shards, '3.csv', table('id,text,n', 12));
    writeInto(shards, '4.ndjson', ndjson([{ id: 'y', text: sentence(13, 60) }]));
    writeInto(shards, '5.csv', table('id,text', 10));
    const out = newOut();
    const run = await runNeardup(['dedup', join(shards, '*.{csv,ndjson}'), '--out', out]);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^5 documents .* 4 kept/) });
    expect(files(out)).toEqual(['kept-2.csv', 'kept.csv', 'kept.ndjson']);
    const kept = (name: string) => readFileSync(join(out, name), 'utf8');
    expect(kept('kept.csv')).toBe(`${table('id,text', 10)}${table('', 11).slice(1)}`);
    expect(kept('kept-2.csv')).toBe(table('id,text,n', 12));
    expect(
      (await runNeardup(['dedup', join(shards, '*.tsv'), '--out', newOut()])).stderr,
    ).toContain('no file matches it');
  });
});

it('neardup dedup --decisions-only writes no record', async () => {
  const out = newOut();
  const file = writeInto(directory, 'decided.ndjson', ndjson(lines));
  await runNeardup(['dedup', file, '--out', out, '--decisions-only']);
  expect(files(out)).toEqual([]);
  expect(outputOf(out, 'decisions.ndjson')).toHaveLength(3);
  expect(readdirSync(out)).toContain('report.md');
});

it('neardup dedup reports the number of documents without an id, and that --out is a directory', async () => {
  const file = writeInto(directory, 'unnamed.ndjson', ndjson([{ text: texts[0] }, lines[2]!]));
  const { stderr } = await runNeardup(['dedup', file, '--out', newOut()]);
  expect(stderr).toContain('1 document without an id: each is named FILE:LINE; --fields id=NAME');
  const out = join(directory, 'clean.parquet');
  const refused = await runNeardup(['dedup', file, '--out', out]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('is a directory') });
  expect(existsSync(`${out}.part`)).toBe(false);
});
