import { setTimeout as sleep } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { Command, Option } from 'commander';
import { readConfig } from '../config.js';
import { NeardupError } from '../errors.js';
import { readRecipeFile } from './recipe-file.js';
import {
  dataFlag,
  openService,
  refuseMissingFile,
  type ServiceFlags,
  urlFlag,
} from './service/open-service.js';
import type { JobState } from './service/service.js';

interface ReindexFlags extends ServiceFlags {
  readonly recipe: string;
}

const pollMs = 250;

const help = `
Moves a collection that keeps its texts to another recipe. In a running service it goes on being
used meanwhile, and nothing that is written in between is lost. A recipe file holds those fields of
a recipe that differ from the default, as in
  {"method":"simhash","weighting":"tfIdf","topTerms":100}

Examples:
  neardup reindex news --recipe recipe.json --url http://127.0.0.1:8080
  neardup reindex news --recipe recipe.json --data ./data/neardup.db`;

export function reindexCommand(): Command {
  return new Command('reindex')
    .description('move a collection to another recipe, from its kept texts')
    .argument('<collection>', 'name of the collection')
    .requiredOption('--recipe <file>', 'JSON file with fields of a recipe that replace the default')
    .addOption(new Option(...urlFlag).conflicts('data'))
    .option(...dataFlag)
    .addHelpText('after', help)
    .action(runReindex);
}

async function runReindex(collection: string, flags: ReindexFlags): Promise<void> {
  const recipe = readRecipeFile(flags.recipe);
  const config = readConfig({ dataFile: flags.data });
  refuseMissingFile('reindex', flags, config);
  const service = await openService(flags, config);
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
    await service.close();
  }
}
