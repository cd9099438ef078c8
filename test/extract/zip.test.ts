import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openZip } from '../../src/extract/zip.js';
import { repetitions } from '../repetitions.js';
import { type ZipFile, zipOf } from './documents.js';

const limit = 1_000_000;
const files: readonly ZipFile[] = [
  { name: 'one', data: Buffer.from('first') },
  { name: 'two', data: Buffer.from('second '.repeat(100)) },
];

/** Offsets of these two files in the archive. */
const endAt = zipOf(files).length - 22;
const entryAt = zipOf(files).readUInt32LE(endAt + 16);

const failed = { code: 'extraction_failed' };

const changed = (change: (archive: Buffer) => void) => {
  const archive = zipOf(files);
  change(archive);
  return archive;
};

describe('a ZIP archive', () => {
  it('yields its files', async () => {
    const archive = await openZip(zipOf(files), limit);
    for (const { name, data } of files) expect(await archive.read(name)).toEqual(data);
    expect([archive.has('one'), archive.has('three')]).toEqual([true, false]);
    await expect(archive.read('three')).rejects.toMatchObject(failed);
  });

  it.each<[string, string, Buffer]>([
    ['a disk number', 'multi-disk', changed((a) => a.writeUInt16LE(1, endAt + 4))],
    ['an absent directory', 'not a ZIP', changed((a) => a.writeUInt32LE(9999, endAt + 16))],
    ['a name twice', 'twice', zipOf([files[0]!, files[0]!])],
    ['too many files', 'limit: 10000', changed((a) => a.writeUInt16LE(10_001, endAt + 10))],
    ['no archive', 'not a ZIP', Buffer.from('PK nothing')],
  ])('is refused for %s', async (_what, reason, archive) => {
    await expect(openZip(archive, limit)).rejects.toMatchObject({
      ...failed,
      message: expect.stringContaining(reason),
    });
  });

  it.each<[string, Buffer]>([
    ['is encrypted', changed((a) => a.writeUInt16LE(1, entryAt + 8))],
    ['has another method', changed((a) => a.writeUInt16LE(9, entryAt + 10))],
    ['is elsewhere', changed((a) => a.writeUInt32LE(1, entryAt + 42))],
    ['extends past the end', changed((a) => a.writeUInt32LE(99_999, entryAt + 20))],
    ['is damaged', changed((a) => a.fill(0xff, 33, 38))],
    ['is larger than declared', changed((a) => a.writeUInt32LE(1, entryAt + 24))],
  ])('is refused when a file is read that %s', async (_what, archive) => {
    const opened = openZip(archive, limit).then(({ read }) => read('one'));
    await expect(opened).rejects.toMatchObject(failed);
  });

  it('is refused if its files are too large together', async () => {
    const data = Buffer.alloc(400_000);
    const large = zipOf(['a', 'b', 'c'].map((name) => ({ name, data })));
    await expect(openZip(large, limit)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it('yields its files or a refusal for any corruption', async () => {
    const archive = zipOf(files);
    const change = fc.record({
      at: fc.nat(archive.length - 1),
      to: fc.oneof(fc.constantFrom(0, 1, 0xff), fc.nat(255)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), async (changes) => {
        const bytes = Buffer.from(archive);
        for (const { at, to } of changes) bytes[at] = to;
        try {
          const read = await openZip(bytes, limit);
          for (const { name } of files) if (read.has(name)) await read.read(name);
        } catch (error) {
          expect(['extraction_failed', 'payload_too_large']).toContain(
            (error as { code?: string }).code,
          );
        }
      }),
      { numRuns: repetitions(500) },
    );
  });
});
