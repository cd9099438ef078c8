import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { blocksOf, readDocument } from './markdown.js';
import { elsewhere, pages, quickGroups } from './pages.js';
import { runPages } from './run-page.js';

it.each(['bash', 'curl'])('%s is installed', async (program) => {
  await promisify(execFile)(program, ['--version']).catch(() => {
    throw new Error(`The tests of the examples need ${program}: apt-get install ${program}`);
  });
});

describe.each(quickGroups.map((group) => [group.join(', '), group] as const))('%s', (_, group) => {
  it('prints what its commands print', () => runPages(group));
});

it('every block of commands is marked as one, so that it runs', () => {
  for (const page of pages) {
    for (const { language, code } of blocksOf(readDocument(page))) {
      if (language === '') expect(code, page).not.toMatch(/^(neardup|npx|npm|curl|pip|git) \S/m);
    }
  }
});

it('the blocks that run elsewhere exist', () => {
  for (const [page, reasons] of Object.entries(elsewhere)) {
    const blocks = blocksOf(readDocument(page)).filter(({ language }) => language === 'sh');
    const firstLines = blocks.map(({ code }) => code.split('\n', 1)[0]);
    for (const line of Object.keys(reasons)) expect(firstLines, page).toContain(line);
  }
});
