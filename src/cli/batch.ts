import { Command } from 'commander';
import { loadBatchPackage } from '../engine-packages.js';
import { NeardupError } from '../errors.js';

/**
 * Returns a command whose steps are in a package of its own. Without that package it has only a help, which says what to
 * install; anything else fails with the same message.
 */
export async function batchCommand(): Promise<Command> {
  const command = new Command('batch').description(
    'run the steps of a batch on many machines, as filters of lines',
  );
  try {
    (await loadBatchPackage()).addBatchCommands(command);
  } catch (error) {
    if (!(error instanceof NeardupError)) throw error;
    command
      .argument('[step...]')
      .allowUnknownOption()
      .addHelpText('after', `\n${error.message}`)
      .action(() => {
        throw error;
      });
  }
  return command;
}
