import { Command, Option } from 'commander';
import { readConfig } from '../config.js';
import type { ArchiveDocument } from '../detector/transfer.js';
import { clusterForm, clusterKind, loadBatchPackage } from '../engine-packages.js';
import { NeardupError } from '../errors.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { weighedWords } from '../fingerprint/sign.js';
import { wordTrieBytes } from '../package-facts.js';
import { printLine } from '../printable.js';
import { type CountedTexts, termLengthMax } from '../store/contract/terms.js';
import { type Dictionaries, loadDictionaries } from '../text/dictionaries.js';
import { wordText } from '../text/lexicon.js';
import { collectionFlag, positiveFlag } from './flags.js';
import { dataFlag, openService, refuseMissingFile } from './service/open-service.js';

interface IdfFlags {
  readonly data?: string;
  readonly collection: string;
  readonly words: number;
  readonly store?: string;
  readonly recipe?: string;
}

const help = `
Prints lines of \`word idf\` for the field "ownIdf" of a recipe. The idf is ln(1 + texts ÷ texts
with the word), over all distinct texts that the collection keeps. Words are segmented by its
recipe and include stop words; the most frequent come first, equally frequent ones in the order of
their characters. For a word that is not in the table, a recipe uses the largest idf of the table.
Reads a database file, which may be a backup, or the store in the settings. With --store and
--recipe, reads the counts of \`neardup batch terms --count\` there; those are of words with a
weight, without stop words.

Examples:
  neardup idf --data ./data/neardup.db --collection news > news.idf
  neardup idf --store ${clusterKind}://10.0.0.1/pages --recipe recipe.json > pages.idf`;

export function idfCommand(): Command {
  return new Command('idf')
    .description('compute the rarity of words from the kept texts of a collection')
    .option(...dataFlag)
    .option('--collection <name>', 'name of the collection', collectionFlag, 'default')
    .addOption(
      new Option('--store <url>', `keyspace with terms: ${clusterForm}`).conflicts([
        'data',
        'collection',
      ]),
    )
    .option('--recipe <file>', 'recipe used for `neardup batch terms`; needs --store')
    .option(
      '--words <number>',
      'maximum number of words, most frequent first',
      positiveFlag(9_999_999),
      50_000,
    )
    .addHelpText('after', help)
    .action(async function (this: Command, flags: IdfFlags) {
      const { store, recipe } = flags;
      if ((store === undefined) !== (recipe === undefined)) {
        this.error('error: --store and --recipe must be used together');
      }
      print(
        await (store === undefined ? countInCollection(flags) : countInStore(store, recipe!)),
        flags,
      );
    });
}

function print({ texts, counts }: CountedTexts, { words }: IdfFlags): void {
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  for (const [word, withWord] of sorted.slice(0, words)) {
    printLine(`${word} ${Math.log(1 + texts / withWord).toFixed(4)}`);
  }
}

async function countInStore(url: string, recipe: string): Promise<CountedTexts> {
  const { storedTermCounts } = await loadBatchPackage();
  return storedTermCounts(url, recipe);
}

async function countInCollection(flags: IdfFlags): Promise<CountedTexts> {
  const config = readConfig({ dataFile: flags.data });
  refuseMissingFile('learn from', flags, config, 'name it with --data');
  const service = await openService(flags, config);
  try {
    const { recipe, keepText } = await service.getCollection(flags.collection);
    const documents = service.archive!.list(flags.collection);
    const counted = await count(documents, recipe);
    if (counted.texts === 0) {
      throw new NeardupError(
        'text_not_kept',
        `Cannot learn from collection "${flags.collection}": it has no kept text (keepText is ${keepText})`,
      );
    }
    return counted;
  } finally {
    await service.close();
  }
}

/** Counts, for each word, the distinct texts that contain it. */
async function count(documents: AsyncIterable<ArchiveDocument>, recipe: Recipe) {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for await (const { text, signature } of documents) {
    if (text === null || seen.has(signature.exactHash)) continue;
    seen.add(signature.exactHash);
    for (const word of listWords(text, recipe, dictionaries)) {
      if (word.length <= termLengthMax) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return { texts: seen.size, counts };
}

function listWords(text: string, recipe: Recipe, dictionaries: Dictionaries): Set<string> {
  const { lexicon, sequence } = weighedWords({ kind: 'text', text }, recipe, dictionaries);
  return new Set(Array.from(new Set(sequence!.words), (number) => wordText(lexicon, number)));
}
