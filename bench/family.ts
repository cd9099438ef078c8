/**
 * Families: pages of one template, each with unique words. Measures the service's processor time per check over HTTP
 * within a family, and whether copies of stored pages are detected. `npm run bench -- family [--pages 6000,100000]
 * [--kind NAME]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, table } from '../harness/measure.js';
import { randomNumbers } from '../harness/pages.js';
import { runService, stopService } from '../harness/running-service.js';
import { processorMilliseconds } from './baseline/process-figures.js';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '6000,20000' },
    kind: { type: 'string', multiple: true },
  },
});
const sizes = options.pages.split(',').map(Number);
/** Number of checks measured at each size, and of copies looked up. */
const measured = 1000;
/** Number of concurrent checks, as from a crawler. */
const together = 16;
const pageWords = 350;

const random = randomNumbers(3);
const below = (end: number) => Math.floor(random() * end);
const letter = () => String.fromCharCode(0x61 + below(26));
const word = () => Array.from({ length: 3 + below(7) }, letter).join('');
const vocabulary = Array.from({ length: 5000 }, word);
const words = (count: number) =>
  Array.from({ length: count }, () => vocabulary[Math.floor(5000 * random() ** 2)]!);

/** Joins words into sentences of ten, with occasional numbers and names. */
function prose(of: readonly string[]): string {
  return of
    .map((each, at) => {
      const begins = at % 10 === 0 ? each[0]!.toUpperCase() + each.slice(1) : each;
      return at % 10 === 9 ? `${begins}.` : begins;
    })
    .join(' ');
}

const template = words(pageWords).map((each, at) =>
  at % 40 === 25 ? `${each[0]!.toUpperCase()}${each.slice(1)}` : at % 60 === 35 ? `${at}` : each,
);
const few = Math.round(0.03 * pageWords);
const many = Math.round(0.15 * pageWords);

/** Generators of a family's texts; `own` is the number of the page. */
const kinds: Readonly<Record<string, (own: number) => string>> = {
  'own words first': () => prose([...words(many), ...template.slice(many)]),
  'own words last': () => prose([...template.slice(many), ...words(many)]),
  '3 % own words': () =>
    prose([...template.slice(0, 99), ...words(few), ...template.slice(99 + few)]),
  'one number': (own) =>
    prose([...template.slice(0, 94), `${10_000 + own}`, ...template.slice(95)]),
};

/** Edits of a stored page that add nothing new. */
const copies: Readonly<Record<string, (text: string) => string>> = {
  same: (text) => text,
  'other case': (text) => text.toUpperCase(),
  'a tenth cut off': (text) => text.slice(0, Math.floor(0.9 * text.length)).replace(/\S*$/, ''),
  'a third cut off': (text) => text.slice(0, Math.floor(0.67 * text.length)).replace(/\S*$/, ''),
  'sentences in another order': (text) =>
    text
      .split('. ')
      .reverse()
      .map((each) => each.replace(/\.?$/, '.'))
      .join(' '),
};

const directory = mkdtempSync(join(tmpdir(), 'neardup-family-'));
const service = await runService(join(directory, 'family.db'), { NEARDUP_RATE_LIMIT: '0' });
const rows: string[][] = [];
try {
  for (const [kind, textOf] of Object.entries(kinds)) {
    if (options.kind !== undefined && !options.kind.includes(kind)) continue;
    for (const row of await measure(kind, textOf)) rows.push(row);
  }
  const head = ['family', 'stored', 'ms a check', 'unlike all, ms', 'ratio'];
  console.log(
    `\nProcessor of the whole process a check over HTTP; shares of copies that are refused\n\n${table([...head, ...Object.keys(copies)], rows)}`,
  );
} finally {
  await stopService(service, 'SIGTERM');
  rmSync(directory, { recursive: true });
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(new URL(path, service.url), request);
  const reply = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(reply)}`);
  return reply;
}

async function measure(kind: string, textOf: (own: number) => string): Promise<string[][]> {
  const collection = kind.replace(/\W+/g, '-');
  await post('/collections', { name: collection });
  const found: string[][] = [];
  const isDuplicate = async (text: string, id: string, dryRun: boolean) => {
    return (await post('/check', { id, text, collection, dryRun })).decision === 'duplicate';
  };
  let stored = 0;
  const samples: string[] = [];
  for (const size of sizes) {
    const every = Math.max(1, Math.floor(size / measured));
    for (; stored < size; stored += together) {
      const texts = Array.from({ length: together }, (_, at) => textOf(stored + at));
      await Promise.all(texts.map((text, at) => isDuplicate(text, `${stored + at}`, false)));
      if (stored % every < together) samples.push(texts[0]!);
    }
    const timed = async (texts: readonly string[]) => {
      const before = processorMilliseconds(service.child.pid!);
      for (let at = 0; at < texts.length; at += together) {
        const some = texts.slice(at, at + together);
        await Promise.all(some.map((text, i) => isDuplicate(text, `try ${at + i}`, true)));
      }
      return (processorMilliseconds(service.child.pid!) - before) / texts.length;
    };
    const numbers = Array.from({ length: measured }, (_, at) => at);
    const unlike = numbers.map(() => prose(words(pageWords)));
    const alike = numbers.map((at) => textOf(size + at));
    await timed(unlike);
    const [other, own] = [await timed(unlike), await timed(alike)];
    const shares: string[] = [];
    for (const copy of Object.values(copies)) {
      let refused = 0;
      const some = samples.slice(-measured);
      for (const text of some) refused += Number(await isDuplicate(copy(text), 'copy', true));
      shares.push((refused / some.length).toFixed(3));
    }
    found.push([kind, `${stored}`, figure(own), figure(other), figure(own / other), ...shares]);
    console.log(found.at(-1)!.join(' · '));
  }
  return found;
}
