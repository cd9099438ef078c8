import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { findInputs } from 'neardup/engine';
import { sequenceFile } from './sequence-file.js';

const help = `
Names are as for \`neardup import\`: paths, below a directory those below it.

Examples:
  neardup batch pack ./pages | hdfs dfs -put - /crawl/pages.seq`;

/** Adds the command `pack` below `neardup batch`. */
export function addPackCommand(batch: Command): void {
  batch
    .command('pack')
    .description('write pages into one SequenceFile of Hadoop, name → content')
    .argument('<file...>', 'pages and directories of them')
    .addHelpText('after', help)
    .action(async (names: readonly string[]) => {
      process.exitCode = 1;
      await pipeline(Readable.from(sequenceFile(contents(names))), process.stdout, { end: false });
      process.exitCode = 0;
    });
}

async function* contents(names: readonly string[]) {
  for (const input of findInputs(names).inputs) {
    const id = input.kind === 'page' ? input.id : input.name;
    yield [id, await readFile(input.name)] as const;
  }
}
