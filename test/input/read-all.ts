import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { NeardupError } from '../../src/errors.js';
import { openData } from '../../src/input/open-data.js';
import { temporaryDirectory } from '../end-to-end/service.js';

export const limits = { bodyBytesMax: 2 ** 21, htmlBytesMax: 2 ** 22, fileBytesMax: 2 ** 22 };

/** Reads the whole file. Returns its records as JSON, or the addresses, texts and charsets of a WARC file. */
export async function readAll(content: string | Uint8Array) {
  const file = join(temporaryDirectory(), 'no-extension');
  writeFileSync(file, content);
  let bytes = 0;
  const notes: string[] = [];
  const data = await openData(file, {
    limits,
    onBytes(count) {
      bytes += count;
    },
    onNote: (note) => notes.push(note),
  });
  const found: unknown[] = [];
  const faults: NeardupError[] = [];
  const written: (string | undefined)[] = [];
  let number = 0;
  for await (const each of data.kind === 'lines' ? data.lines : data.records) {
    expect(each.number).toBeGreaterThan(number);
    number = each.number;
    if ('fault' in each) faults.push(each.fault!);
    else if ('page' in each) {
      if (each.page === null) continue;
      const { content: page, charset } = each.page.page;
      found.push([each.page.url, Buffer.from(page).toString(), charset]);
    } else {
      try {
        found.push(JSON.parse(each.bytes!.toString().replace(/^\ufeff/, '')));
        written.push(each.written);
      } catch (cause) {
        faults.push(new NeardupError('invalid_json', String(cause)));
      }
    }
  }
  if (faults.length === 0) expect(bytes).toBe(Buffer.from(content).length);
  return { found, faults, notes, written };
}
