/**
 * The cut of Chinese by the trie against jieba's, run by run and in pages a second:
 * `tsx bench/cut.ts [--data DIR] [--pages 3000] [--rounds 9]`
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import xxhash from 'xxhash-wasm';
import { figure, interleavedSeconds, median, table } from '../harness/measure.js';
import { chinesePages, textsOf } from '../harness/pages.js';
import { wordTrieBytes } from '../src/package-facts.js';
import { buildWordTrie } from '../src/text/build-word-trie.js';
import { han } from '../src/text/code-points.js';
import { cutHan } from '../src/text/cut-han.js';
import { loadDictionaries } from '../src/text/dictionaries.js';
import { normalize } from '../src/text/normalize.js';
import { changeable, findRuns } from '../src/text/runs.js';
import { chineseData, loadIdf } from '../src/text/segment-chinese.js';
import { type Units, unitsOf } from '../src/text/units.js';
import type { WordTrie } from '../src/text/word-trie.js';
import { encodeWordTrie, openWordTrie } from '../src/text/word-trie-file.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    pages: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '9' },
  },
});

const { h64: xxh64 } = await xxhash();
const dictionaries = loadDictionaries(wordTrieBytes());
const trie = buildAndLoad();
const out = { numbers: new Int32Array(2 ** 21), ends: new Int32Array(2 ** 21) };
const pages = chinesePages(options.data, Number(options.pages));
if (options.data !== undefined) compareRuns(join(options.data, 'text'));
await compareSpeed();

/**
 * Builds the file, prints the cost of building and opening it, and returns the trie in shared
 * memory.
 */
function buildAndLoad(): WordTrie {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-cut-'));
  try {
    const file = join(folder, 'words.trie');
    const idf = loadIdf().byWord;
    const start = performance.now();
    const built = buildWordTrie({ dictionary: chineseData.dictionary, idf, xxh64 });
    const seconds = (performance.now() - start) / 1000;
    writeFileSync(file, new Uint8Array(encodeWordTrie(built, dictionaries.checksums)));
    const loads = Array.from({ length: 9 }, () => {
      const from = performance.now();
      load(file);
      return performance.now() - from;
    });
    const mebibytes = figure(statSync(file).size / 2 ** 20);
    console.log(
      `\nThe trie: built in ${figure(seconds)} s, ${mebibytes} MiB, opened in ${figure(median(loads))} ms`,
    );
    return load(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function load(file: string): WordTrie {
  const contents = readFileSync(file);
  const shared = new SharedArrayBuffer(contents.length);
  contents.copy(new Uint8Array(shared));
  return openWordTrie(shared).trie;
}

/** Checks that jieba cuts every run of Han of every text alike, as it stands and simplified. */
function compareRuns(folder: string): void {
  const rows: [string, string, number][] = [];
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.jsonl.gz'))) {
    let runs = 0;
    let differences = 0;
    for (const text of textsOf(join(folder, name))) {
      const normalized = normalize(text, { lowerCase: true });
      const found = findRuns(unitsOf(normalized), dictionaries.traditional);
      for (let at = 0; at < found.length; at += 3) {
        if ((found[at]! & ~changeable) !== han) continue;
        const run = normalized.slice(found[at + 1], found[at + 2]);
        const simplified = dictionaries.simplify(run);
        for (const each of simplified === run ? [run] : [run, simplified]) {
          runs++;
          if (cutByTrie(each) === dictionaries.cutChinese(each, false).join('\n')) continue;
          differences++;
          console.log(`Differs: "${each}"`);
        }
      }
    }
    rows.push([name, figure(runs), differences]);
  }
  console.log('\nRuns of Han, each by itself, those that simplifying changes twice\n');
  console.log(table(['set', 'runs compared', 'differences'], rows));
}

function cutByTrie(run: string): string {
  const count = cutHan(trie, unitsOf(run), 0, run.length, out, 0);
  const words: string[] = [];
  for (let index = 0; index < count; index++) {
    words.push(run.slice(index === 0 ? 0 : out.ends[index - 1], out.ends[index]));
  }
  return words.join('\n');
}

async function compareSpeed(): Promise<void> {
  const jieba = 'jieba cut(page, false)';
  const units = pages.map((page) => unitsOf(page));
  const seconds = await interleavedSeconds(
    [
      { name: jieba, run: () => pages.map((page) => dictionaries.cutChinese(page, false).length) },
      { name: 'runs of Han, by the trie', run: () => units.map(cutPage) },
      {
        name: 'finding the runs alone',
        run: () => units.map((page) => findRuns(page, dictionaries.traditional).length),
      },
    ],
    Number(options.rounds),
  );
  const characters = pages.reduce((sum, page) => sum + page.length, 0);
  console.log(`\n${figure(pages.length)} pages, one thread, Node ${process.versions.node}\n`);
  console.log(
    table(
      ['step', 'pages/s', 'ns/character', 'rate / jieba'],
      [...seconds].map(([name, time]) => [
        name,
        figure(pages.length / time),
        figure((time / characters) * 1e9),
        figure(seconds.get(jieba)! / time),
      ]),
    ),
  );
}

function cutPage(page: Units): number {
  const runs = findRuns(page, dictionaries.traditional);
  let count = 0;
  for (let run = 0; run < runs.length; run += 3) {
    if ((runs[run]! & ~changeable) !== han) continue;
    count = cutHan(trie, page, runs[run + 1]!, runs[run + 2]!, out, count);
  }
  return count;
}
