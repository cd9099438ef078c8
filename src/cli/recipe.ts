import { Command, Option } from 'commander';
import { readConfig } from '../config.js';
import { openDetector } from '../open-detector.js';
import { printable } from '../printable.js';
import { duplicateOption } from './duplicate-option.js';
import { numberFlag, wholeFlag } from './flags.js';
import { printCollection } from './print-collection.js';
import { readRecipeFile } from './recipe-file.js';
import {
  dataFlag,
  openService,
  refuseMissingFile,
  type ServiceFlags,
  urlFlag,
} from './service/open-service.js';
import type { CollectionFacts } from './service/service.js';
import { titlesOption } from './titles-option.js';

interface RecipeFlags extends ServiceFlags {
  readonly collection: string;
  readonly new?: boolean;
  readonly recipe?: string;
  readonly maxDistance?: number;
  readonly minSimilarity?: number;
  readonly duplicateIf?: CollectionFacts['duplicateIf'];
  readonly compareTitles?: boolean;
}

const help = `
Prints the recipe, its id and the thresholds of a collection as JSON, for \`neardup batch\` and
\`neardup dedup --collection-file\`. Documents that a batch signs with this recipe can be compared
with those of the collection. GET /collections/{name} of the API returns the same. --new prints
the recipe and thresholds of a new collection; a recipe file contains the fields that differ from
the default.

Examples:
  neardup recipe --url http://127.0.0.1:8080 --collection news > news-recipe.json
  neardup recipe --data ./data/neardup.db > recipe.json
  neardup recipe --new --collection crawl --recipe simhash.json --max-distance 3 > recipe.json`;

export function recipeCommand(): Command {
  return new Command('recipe')
    .description('print the recipe and the thresholds of a collection, for batches')
    .addOption(new Option(...urlFlag).conflicts(['data', 'new']))
    .addOption(new Option(...dataFlag).conflicts('new'))
    .option('--collection <name>', 'name of the collection', 'default')
    .option('--new', 'print the recipe and thresholds of a new collection')
    .option('--recipe <file>', 'JSON file with fields of a new recipe that replace the default')
    .option('--max-distance <number>', 'with --new: largest distance of fingerprints', wholeFlag(7))
    .option('--min-similarity <number>', 'with --new: lowest similarity of sketches', numberFlag(1))
    .addOption(duplicateOption('with --new: matches that make a duplicate'))
    .addOption(titlesOption())
    .addHelpText('after', help)
    .action(async (flags: RecipeFlags) => {
      const facts = flags.new ? await newFacts(flags) : await storedFacts(flags);
      printCollection(flags.collection, facts);
    });
}

async function storedFacts(flags: RecipeFlags): Promise<CollectionFacts> {
  const config = readConfig({ dataFile: flags.data });
  refuseMissingFile('print a recipe of', flags, config);
  const service = await openService(flags, config);
  try {
    const facts = await service.getCollection(flags.collection);
    const place = flags.url ?? config.dataFile;
    process.stderr.write(`${printable(`Collection "${flags.collection}" of ${place}`)}\n`);
    return facts;
  } finally {
    await service.close();
  }
}

/** Creates the collection in memory, so that flags are validated as in a service. Returns its facts. */
async function newFacts({ recipe, ...flags }: RecipeFlags) {
  const { maxDistance, minSimilarity, duplicateIf, compareTitles } = flags;
  const detector = await openDetector(readConfig({ dataFile: ':memory:' }));
  try {
    return await detector.createCollection({
      name: 'new',
      recipe: recipe === undefined ? {} : readRecipeFile(recipe),
      maxDistance,
      minSimilarity,
      duplicateIf,
      compareTitles,
    });
  } finally {
    await detector.close();
  }
}
