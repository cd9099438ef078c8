import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { exported, imported, open } from './exporting.js';

describe('An export of a database file', () => {
  it('is refused if a line, the recipe or a setting differs from the format of an export', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const notes = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const [from, to] = [(await open()).service, (await open()).service];
    await from.send([{ id: 'a', text: 'the tea of the hills', collection: 'default' }], 'add');
    const lines = await exported(from, 'default');
    const [header, line] = lines.trim().split('\n') as [string, string];
    const faulty = [
      line.replace(/"sketch":"[^"]{8}/, '"sketch":"'),
      line.replace(/"exactHash":"./, '"exactHash":"'),
      line.replace('"revision":1', '"revision":0'),
      line.replace(/"storedAt":"[^"]*"/, '"storedAt":"yesterday"'),
      line.replace('"id":"a"', '"id":""'),
      line.replace('"id"', '"more":1,"id"'),
    ];
    expect(await imported(to, [header, ...faulty].join('\n'))).toBe(faulty.length);
    expect(notes.mock.calls.map(([note]) => String(note))).toEqual([
      expect.stringMatching(/:2: "\/sketch": must be of 176 bytes\n$/),
      expect.stringMatching(/:3: "\/exactHash": /),
      expect.stringMatching(/:4: "\/revision": /),
      expect.stringMatching(/:5: "\/storedAt": /),
      expect.stringMatching(/:6: "\/id": /),
      expect.stringMatching(/:7: .*more/),
    ]);
    const headers = [
      header.replace('"keepText":false', '"keepText":1'),
      header.replace('"duplicateIf":"page"', '"duplicateIf":"same"'),
      header.replace('"keepRefused":100', '"keepRefused":-1'),
      header.replace(',"keepRefused":100', ''),
      header.replace('"keepRefused":100', '"keepRefused":100,"keepPerFamily":0'),
      header.replace('"shortTextBelow":24', '"shortTextBelow":23'),
      header.replace('"version":3', '"version":4'),
    ];
    for (const other of headers) {
      expect(other).not.toBe(header);
      expect(await imported(to, `${other}\n`)).toBe(1);
    }
    expect((await exported(to, 'default')).trim()).toBe(header);
  });
});
