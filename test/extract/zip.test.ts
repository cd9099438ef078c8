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

const changed = (change: (archive: Buffer) => void) => {
  const archive = zipOf(files);
  change(archive);
  return archive;
};

describe('a ZIP archive', () => {
  it('yields its files', () => {
    const archive = openZip(zipOf(files), limit);
    for (const { name, data } of files) expect(archive.read(name)).toEqual(data);
    expect([archive.has('one'), archive.has('three')]).toEqual([true, false]);
  });

  it.each<[string, string, Buffer]>([
    ['counts that differ', 'several disks', changed((a) => a.writeUInt16LE(1, endAt + 8))],
    ['a disk number', 'several disks', changed((a) => a.writeUInt16LE(0xffff, endAt + 4))],
    ['a disk of its directory', 'several disks', changed((a) => a.writeUInt16LE(1, endAt + 6))],
    ['too short a directory', 'declared length', changed((a) => a.writeUInt32LE(50, endAt + 12))],
    [
      'a directory behind its end',
      'declared position',
      changed((a) => a.writeUInt32LE(9999, endAt + 16)),
    ],
    ['sizes that ZIP64 has', 'ZIP64', changed((a) => a.writeUInt32LE(0xffffffff, entryAt + 24))],
    ['a place that ZIP64 has', 'ZIP64', changed((a) => a.writeUInt32LE(0xffffffff, entryAt + 42))],
    ['a disk of a file', 'several disks', changed((a) => a.writeUInt16LE(1, entryAt + 34))],
    ['an encrypted file', 'encrypted', changed((a) => a.writeUInt16LE(1, entryAt + 8))],
    ['another method', 'method 9', changed((a) => a.writeUInt16LE(9, entryAt + 10))],
    ['two methods', 'contradictory headers', changed((a) => a.writeUInt16LE(0, 8))],
    ['two names', 'contradictory headers', changed((a) => a.write('eno', 30))],
    ['a file elsewhere', 'declared position', changed((a) => a.writeUInt32LE(1, entryAt + 42))],
    [
      'a file beyond the end',
      'past the end',
      changed((a) => a.writeUInt32LE(99_999, entryAt + 20)),
    ],
    [
      'files on top of each other',
      'overlaps another file',
      changed((a) => a.writeUInt32LE(60, entryAt + 20)),
    ],
    ['a name twice', 'twice', zipOf([files[0]!, files[0]!])],
    ['the records of ZIP64 before its end', 'ZIP64', withZip64Records()],
  ])('is refused for %s', (_what, reason, archive) => {
    expect(() => openZip(archive, limit)).toThrow(
      expect.objectContaining({
        code: 'extraction_failed',
        message: expect.stringContaining(reason),
      }),
    );
  });

  it('is refused if a file is damaged', () => {
    const archive = openZip(
      changed((a) => a.fill(0xff, 33, 38)),
      limit,
    );
    expect(() => archive.read('one')).toThrow(
      expect.objectContaining({ code: 'extraction_failed' }),
    );
  });

  it('is refused if the files read are too large together', () => {
    const data = Buffer.alloc(400_000);
    const names = ['a', 'b', 'c'];
    const archive = openZip(zipOf(names.map((name) => ({ name, data, declaredBytes: 1 }))), limit);
    archive.read('a');
    archive.read('b');
    expect(() => archive.read('c')).toThrow(expect.objectContaining({ code: 'payload_too_large' }));
  });

  it('yields its files or a refusal for any corruption', () => {
    const archive = zipOf(files);
    const change = fc.record({
      at: fc.nat(archive.length - 1),
      to: fc.oneof(fc.constantFrom(0, 1, 0xff), fc.nat(255)),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), (changes) => {
        const bytes = Buffer.from(archive);
        for (const { at, to } of changes) bytes[at] = to;
        try {
          const read = openZip(bytes, limit);
          for (const { name } of files) if (read.has(name)) read.read(name);
        } catch (error) {
          expect(['extraction_failed', 'payload_too_large']).toContain(
            (error as { code?: string }).code,
          );
        }
      }),
      { numRuns: repetitions(2000) },
    );
  });
});

/** Creates an end record that refers to preceding records, as in ZIP64. (APPNOTE, 4.3.14 and 4.3.15) */
function withZip64Records(): Buffer {
  const archive = zipOf(files);
  const end = archive.subarray(endAt);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(2n, 24);
  record.writeBigUInt64LE(2n, 32);
  record.writeBigUInt64LE(BigInt(endAt - entryAt), 40);
  record.writeBigUInt64LE(BigInt(entryAt), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(endAt), 8);
  locator.writeUInt32LE(1, 16);
  for (const at of [4, 6]) end.writeUInt16LE(0xffff, at);
  for (const at of [8, 10]) end.writeUInt16LE(0, at);
  return Buffer.concat([archive.subarray(0, endAt), record, locator, end]);
}
