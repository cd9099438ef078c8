import { Command, Option } from 'commander';
import { readRecipeFile } from '../batch/recipe-file.js';
import { readConfig } from '../config.js';
import { openDetector } from '../open-detector.js';
import { printable } from '../printable.js';
import { duplicateOption } from './duplicate-option.js';
import {
  collectionFlag,
  maxDistanceOption,
  minSimilarityOption,
  withoutUndefined,
} from './flags.js';
import { printCollection } from './print-collection.js';
import { dataFlag, type ServiceFlags, urlFlag, withService } from './service/open-service.js';
import type { CollectionFacts } from './service/service.js';

interface RecipeFlags extends ServiceFlags {
  readonly collection: string;
  readonly new?: boolean;
  readonly recipe?: string;
  readonly maxDistance?: number;
  readonly minSimilarity?: number;
  readonly duplicateIf?: CollectionFacts['duplicateIf'];
}

const help = `
Prints the recipe, its id and the settings of a collection as JSON, for \`--recipe\` of other
commands. Documents that a batch signs with this recipe can be compared with those of the
collection. --new prints the recipe and settings of a new collection. A recipe file contains the
fields of a recipe that differ from the default, or {"recipe": {…}} and settings, as this command
prints them. Options override its settings.

Examples:
  neardup recipe --url http://127.0.0.1:8080 --collection news > news-recipe.json
  neardup recipe --data ./data/neardup.db > recipe.json
  neardup recipe --new --collection crawl --recipe simhash.json --max-distance 3 > recipe.json`;

export function recipeCommand(): Command {
  return new Command('recipe')
    .description('print the recipe and the thresholds of a collection, for batches')
    .addOption(new Option(...urlFlag).conflicts(['data', 'new']))
    .addOption(new Option(...dataFlag).conflicts('new'))
    .option('--collection <name>', 'name of the collection', collectionFlag, 'default')
    .option('--new', 'print the recipe and thresholds of a new collection')
    .option('--recipe <file>', 'JSON file with a new recipe, or a recipe and settings')
    .addOption(maxDistanceOption('; needs --new'))
    .addOption(minSimilarityOption('; needs --new'))
    .addOption(duplicateOption('matches that make a duplicate; needs --new'))
    .addHelpText('after', help)
    .action(async (flags: RecipeFlags) => {
      const facts = flags.new ? await newFacts(flags) : await storedFacts(flags);
      printCollection(flags.collection, facts);
    });
}

function storedFacts(flags: RecipeFlags): Promise<CollectionFacts> {
  return withService('print a recipe of', flags, async (service, config) => {
    const facts = await service.getCollection(flags.collection);
    const place = flags.url ?? config.dataFile;
    process.stderr.write(`${printable(`Collection "${flags.collection}" of ${place}`)}\n`);
    return facts;
  });
}

/** Creates a collection in memory, so that flags are validated as in a service, and returns its settings. */
async function newFacts({ recipe, maxDistance, minSimilarity, ...flags }: RecipeFlags) {
  const { duplicateIf } = flags;
  const file = recipe === undefined ? null : readRecipeFile(recipe);
  const given = { maxDistance, minSimilarity, duplicateIf };
  const detector = await openDetector(readConfig({ dataFile: ':memory:' }));
  try {
    return await detector.createCollection({
      ...{ ...file?.settings, ...withoutUndefined(given) },
      ...{ name: 'new', recipe: file?.recipe ?? {} },
    });
  } finally {
    await detector.close();
  }
}
