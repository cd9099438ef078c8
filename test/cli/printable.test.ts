import { expect, it } from 'vitest';
import { printable } from '../../src/printable.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { ndjson, runNeardup, writeInto } from './program.js';

const red = '\u001b[31m';

it('control characters become visible, and all others stay unchanged', () => {
  expect(printable(`a${red}b\u009b\r\n\u202e中 😀`)).toBe(
    'a\\u001b[31mb\\u009b\\u000d\\u000a\\u202e中 😀',
  );
});

it('an error about an input does not contain its control characters', async () => {
  const directory = temporaryDirectory();
  const bad = ndjson([{ id: 'a', text: 'a page', [`field${red}`]: 1 }]);
  const input = writeInto(directory, `pages${red}.ndjson`, `${bad}${red}no JSON\n`);
  const results = [
    await runNeardup(['import', input, '--data', `${directory}/pages.db`]),
    await runNeardup(['fingerprint', `${directory}/none${red}.txt`]),
    await runNeardup(['verify', `${directory}/none${red}.db`]),
  ];
  for (const { code, stdout, stderr } of results) {
    expect(code).toBe(1);
    expect(stderr).toContain('\\u001b[31m');
    expect(stdout + stderr).not.toContain('\u001b');
  }
});
