/**
 * Checks of pages by one template, each only similar to all that were stored before it, against checks
 * of pages that have nothing in common: `npm run bench -- family [--pages 4000]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, table } from '../harness/measure.js';
import { randomNumbers } from '../harness/pages.js';
import { readConfig } from '../src/config.js';
import type { Detector } from '../src/detector/detector.js';
import { openDetector } from '../src/open-detector.js';

const { values: options } = parseArgs({ options: { pages: { type: 'string', default: '4000' } } });
const pages = Number(options.pages);
const templateWords = 110;
const ownWords = 20;

const random = randomNumbers(3);
const below = (end: number) => Math.floor(random() * end);
const letter = () => String.fromCharCode(0x61 + below(26));
const word = () => Array.from({ length: 7 }, letter).join('');
const words = (count: number) => Array.from({ length: count }, word).join(' ');
/** A name and numbers, as a product or an event has them. */
const own = () => `${words(ownWords - 3)} ${[1, 2, 3].map(() => below(1e6)).join(' ')}`;
const template = words(templateWords);

const directory = mkdtempSync(join(tmpdir(), 'neardup-family-'));
const detector = await openDetector(readConfig({ dataFile: join(directory, 'family.db') }));
try {
  const alone = await run(detector, 'alone', () => words(templateWords + ownWords));
  const alike = await run(detector, 'alike', () => `${own()} ${template}`);
  const rows = alike.map(({ stored, milliseconds, decision }, at) => [
    stored,
    decision,
    figure(milliseconds),
    figure(alone[at]!.milliseconds),
    figure(milliseconds / alone[at]!.milliseconds),
  ]);
  const head = ['stored', 'the last is', 'by one template, ms', 'nothing in common, ms', 'ratio'];
  console.log(`\nA check, the mean of those since the line above\n\n${table(head, rows)}`);
} finally {
  await detector.close();
  rmSync(directory, { recursive: true });
}

/** Checks one page after the other; the mean time of a check for each quarter of them. */
async function run({ check }: Detector, collection: string, nextText: () => string) {
  await detector.createCollection({ name: collection });
  const quarters = [];
  for (let quarter = 1; quarter <= 4; quarter++) {
    const texts = Array.from({ length: pages / 4 }, nextText);
    const start = performance.now();
    let decision = '';
    for (const [index, text] of texts.entries()) {
      const content = { kind: 'text', text } as const;
      const page = { id: `${quarter}/${index}`, collection, content, metadata: null };
      decision = (await check(page, {})).outcome.decision;
    }
    const milliseconds = (performance.now() - start) / texts.length;
    quarters.push({ stored: (quarter * pages) / 4, milliseconds, decision });
  }
  return quarters;
}
