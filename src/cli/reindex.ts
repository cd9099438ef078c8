import { setTimeout as sleep } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { readRecipeFile } from '../batch/recipe-file.js';
import { NeardupError } from '../errors.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { collectionFlag } from './flags.js';
import { type ServiceFlags, withService, withServiceFlags } from './service/open-service.js';
import type { JobState, Service } from './service/service.js';

interface ReindexFlags extends ServiceFlags {
  readonly recipe: string;
}

const pollMs = 250;
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
  const bar = process.stderr.isTTY
    ? new SingleBar({
        stream: process.stderr,
        format: '{bar} {value}/{total} | ETA {eta_formatted}',
      })
    : null;
  try {
    let job: JobState = await service.reindex(collection, recipe);
    const { total } = job.progress;
    bar?.start(total ?? 0, 0);
    while (job.state === 'running') {
      await sleep(pollMs);
      job = await service.getJob(job.id);
      bar?.update(Math.min(job.progress.done, total ?? 0));
    }
    bar?.stop();
    if (job.error !== null) throw new NeardupError('internal', job.error.detail);
    process.stdout.write(`${job.progress.done} documents reindexed\n`);
  } finally {
    bar?.stop();
  }
}
