#!/usr/bin/env node
import { Command } from 'commander';
import { serveCommand } from './cli/serve.js';
import { NeardupError } from './errors.js';
import { version } from './package-facts.js';

const program = new Command('neardup')
  .description('Tells a crawler whether it already has a page, or nearly the same one.')
  .version(version)
  .showHelpAfterError('(run `neardup --help` for all commands)')
  .addCommand(serveCommand());

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof NeardupError)) throw error;
  process.stderr.write(`neardup: ${error.message}\n`);
  process.exitCode = 1;
}
