/**
 * Measures what the lines of sites add to a check: `npm run bench -- site-lines [--documents 1000000] [--hosts 1000]
 * [--checks 4000] [--rounds 3] [--dir DIR]`
 *
 * Each page has 100 words, and nine in ten of the 20 lines that its host repeats. The checks, which store nothing, are of
 * pages that equal a stored one but for such lines: on its host, whose lines are then learnt, or on another one, so that
 * those of both are. They alternate with the same checks in the collection with `siteLines: false`. Reports the processor
 * time of a check without HTTP, median of rounds. The database needs 1 KB a document.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, median, table } from '../harness/measure.js';
import { randomFingerprint, randomWords } from '../harness/random.js';
import { packReading } from '../src/fingerprint/packed-reading.js';
import { sketchBytes } from '../src/fingerprint/recipe.js';
import { openDatabase } from '../src/store/sqlite/file/connection.js';
import type { Request } from '../src/store/sqlite/operations/operations.js';
import { wordFlags } from '../src/text/evidence-words.js';
import { newCollection, randomChecks, recipeFor } from './random-documents.js';
import { createServiceEngine } from './service-engine.js';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000000' },
    hosts: { type: 'string', default: '1000' },
    checks: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '3' },
    dir: { type: 'string', default: tmpdir() },
  },
});
const [documents, hosts] = [Number(options.documents), Number(options.hosts)];
const checks = Number(options.checks);
const recipe = recipeFor('hybrid', { count: 8, rows: 3 });
const pages = { name: 'pages', generation: 1 };
const addedAtOnce = 10_000;
const checkedAtOnce = 16;
const [mainWords, linesOfHost, wordsOfLine] = [100, 20, 6];
const sketchWords = { length: sketchBytes(recipe) / 4 };
const begins = wordFlags.beginsLine | wordFlags.beginsSentence;

const { signature: example, ...plain } = randomChecks(1, pages, recipe)();

/** Returns the document of a page. @param variant selects the lines of the host that it has */
function documentOf(number: number, host: number, variant: number) {
  const id = `https://host-${host}.example/page-${number}-${variant}`;
  const word = randomWords(number + 1);
  const fingerprint = randomFingerprint(word);
  const sketch = new Uint8Array(Uint32Array.from(sketchWords, word).buffer);
  const words = Array.from({ length: mainWords }, word);
  const hasLine = randomWords(variant);
  const ofHost = randomWords(-1 - host);
  for (let line = 0; line < linesOfHost; line++) {
    const own = Array.from({ length: wordsOfLine }, ofHost);
    if (hasLine() % 10 > 0) words.push(...own);
  }
  const isStart = (at: number) =>
    at === 0 || (at >= mainWords && (at - mainWords) % wordsOfLine === 0);
  const reading = {
    words: Int32Array.from(words),
    flags: Uint8Array.from(words, (_, at) => (isStart(at) ? begins : 0)),
    ...{ marks: new Uint32Array(0), mainCount: mainWords, isBlocks: true },
  };
  const hex = (part: number) => part.toString(16).padStart(8, '0');
  const exactHash = [number, host, variant, 0].map(hex).join('');
  const evidence = packReading(reading, hex(fingerprint.high) + hex(number));
  const signature = { ...example, fingerprint, sketch, exactHash, evidence };
  return { ...plain, id, newId: id, newClusterId: id, signature, now: 1_700_000_000_000 + number };
}

const directory = mkdtempSync(join(options.dir, 'neardup-bench-'));
try {
  const db = openDatabase(join(directory, 'site-lines.db'));
  const { runBatch } = createServiceEngine(db);
  const run = (batch: readonly Request[]) => {
    const replies = runBatch(batch);
    const failed = replies.find(({ ok }) => !ok);
    if (failed !== undefined) throw new Error(JSON.stringify(failed));
    return replies;
  };
  run([{ kind: 'createCollection', input: newCollection('pages', recipe) }]);
  for (let from = 0; from < documents; from += addedAtOnce) {
    const length = Math.min(addedAtOnce, documents - from);
    const inputs = Array.from({ length }, (_, at) =>
      documentOf(from + at, (from + at) % hosts, from + at),
    );
    run(inputs.map((input) => ({ kind: 'add', input }) as Request));
  }

  /** Checks copies of stored pages. @returns milliseconds of processor a check, and the share of duplicates */
  function check(round: number, isElsewhere: boolean, siteLines: boolean) {
    run([{ kind: 'updateCollection', input: { collection: pages, settings: { siteLines } } }]);
    const word = randomWords(1000 + round);
    const inputs = Array.from({ length: checks }, () => {
      const number = word() % documents;
      const host = (number + (isElsewhere ? 1 + (word() % (hosts - 1)) : 0)) % hosts;
      const copy = documentOf(number, host, documents + (word() % documents));
      return { ...copy, now: 1_800_000_000_000, dryRun: true };
    });
    const groups = Array.from({ length: Math.ceil(checks / checkedAtOnce) }, (_, group) =>
      inputs.slice(group * checkedAtOnce, (group + 1) * checkedAtOnce),
    );
    const start = process.cpuUsage();
    const replies = groups.map((group) =>
      run(group.map((input) => ({ kind: 'check', input }) as Request)),
    );
    const { user, system } = process.cpuUsage(start);
    const isDuplicate = (reply: object) => JSON.stringify(reply).includes('"decision":"duplicate"');
    const duplicates = replies.flat().filter(isDuplicate).length;
    return { milliseconds: (user + system) / 1000 / checks, share: duplicates / checks };
  }

  const rows = [false, true].map((isElsewhere) => {
    const rounds = Array.from({ length: Number(options.rounds) }, (_, round) =>
      [false, true].map((siteLines) => check(round, isElsewhere, siteLines)),
    );
    const [without, learnt] = [0, 1].map((at) => ({
      milliseconds: median(rounds.map((each) => each[at]!.milliseconds)),
      share: median(rounds.map((each) => each[at]!.share)),
    }));
    return [
      isElsewhere ? 'on another host' : 'on the host of the stored page',
      ...[without!, learnt!].flatMap(({ milliseconds, share }) => [
        figure(milliseconds),
        share.toFixed(2),
      ]),
      figure(learnt!.milliseconds - without!.milliseconds),
    ];
  });
  const head = ['copies', 'every line, ms', 'refused', 'without lines of sites, ms', 'refused'];
  console.log(`${figure(documents)} documents of ${figure(hosts)} hosts\n`);
  console.log(table([...head, 'difference, ms'], rows));
} finally {
  rmSync(directory, { recursive: true });
}
