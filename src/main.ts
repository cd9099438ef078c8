#!/usr/bin/env node
import { runProgram } from './cli/program.js';

// The program that reads the output may close the pipe early, as `head` does. This is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const exitCode = await runProgram(process.argv.slice(2));
if (exitCode !== null) {
  process.exitCode = exitCode;
  // Exits even if the command left handles open.
  setTimeout(() => process.exit(), 100).unref();
}
