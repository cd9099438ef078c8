import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { recordBytes } from '../../../src/batch/dedup/document-row.js';
import { firstWithKey } from '../../../src/batch/dedup/number-keys.js';
import { openReadFile } from '../../../src/batch/read-file.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-keys-'));
afterAll(() => rmSync(directory, { recursive: true }));

it('returns the first record with the same key, in one or several passes', () => {
  const keys = fc.array(fc.nat({ max: 3000 }), { minLength: 1, maxLength: 4000, size: 'max' });
  fc.assert(
    fc.property(keys, fc.constantFrom(1_000_000, 700, 90), (given, atATime) => {
      const bytes = Buffer.alloc(given.length * recordBytes);
      for (const [number, key] of given.entries()) {
        bytes.writeUInt32LE(Math.imul(key >> 1, 0x9e37_79b1) >>> 0, number * recordBytes + 16);
        // Keys that agree in 12 of 16 bytes are still different.
        bytes.writeUInt32LE(key % 2, number * recordBytes + 28);
      }
      const file = join(directory, 'records.bin');
      writeFileSync(file, bytes);
      const records = openReadFile(file);
      const firsts = firstWithKey(records, 16, atATime);
      records.close();
      expect([...firsts]).toEqual(given.map((key) => given.indexOf(key)));
    }),
    { numRuns: 30 },
  );
});
