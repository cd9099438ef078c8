import { Command } from 'commander';
import { readRecipeFile } from '../batch/recipe-file.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { collectionFlag } from './flags.js';
import { followJob } from './follow-job.js';
import { type ServiceFlags, withService, withServiceFlags } from './service/open-service.js';
import type { Service } from './service/service.js';

interface ReindexFlags extends ServiceFlags {
  readonly recipe: string;
}

const settingsStay =
  'Only the recipe of the file is used; `neardup collection change` changes thresholds and other settings.\n';

const help = `
Signs the kept texts of a collection with another recipe. A running service can use the collection
meanwhile, and later writes are included. A recipe file contains the fields of a recipe that differ
from the default, such as
  {"method":"simhash","weighting":"tfIdf","topTerms":100}

Examples:
  neardup reindex news --recipe recipe.json --url http://127.0.0.1:8080
  neardup reindex news --recipe recipe.json --data ./data/neardup.db`;

export function reindexCommand(): Command {
  return withServiceFlags(new Command('reindex'))
    .description('change the recipe of a collection that keeps its texts')
    .argument('<collection>', 'name of the collection', collectionFlag)
    .requiredOption('--recipe <file>', 'JSON file with fields of a recipe that replace the default')
    .addHelpText('after', help)
    .action((collection: string, flags: ReindexFlags) => {
      const { recipe, settings } = readRecipeFile(flags.recipe);
      if (Object.keys(settings).length > 0) process.stderr.write(settingsStay);
      return withService('reindex', flags, (service) => reindex(service, collection, recipe));
    });
}

async function reindex(service: Service, collection: string, recipe: Partial<Recipe>) {
  const format = '{bar} {value}/{total} | ETA {eta_formatted}';
  const { progress } = await followJob(service, service.reindex(collection, recipe), format);
  process.stdout.write(`${progress.done} documents reindexed\n`);
}
