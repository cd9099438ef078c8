import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { successes } from '../../openapi/conformance.js';
import { errorMeanings } from '../../src/errors.js';

/**
 * Runs around all tests and collects the answers they saw. A complete run of `npm test` fails unless the answers
 * include each success status of each operation and each error code.
 */
export default function setup(project: TestProject): () => Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'neardup-seen-'));
  project.provide('seenDirectory', directory);
  return async () => {
    const seen = new Set(
      readdirSync(directory).flatMap((name) =>
        readFileSync(join(directory, name), 'utf8').trim().split('\n'),
      ),
    );
    rmSync(directory, { recursive: true, force: true });
    const { testFiles } = await project.globTestFiles();
    const whole =
      process.env.TEST_RUNS !== 'slow' &&
      project.vitest.state.getFiles().length >= testFiles.length;
    if (!whole || project.vitest.config.testNamePattern !== undefined) return;
    const wrong = contradictions(seen);
    if (wrong.length === 0) return;
    process.exitCode = 1; // vitest reports an error at the end of a run, but exits with 0
    throw new Error(wrong.join('\n'));
  };
}

function contradictions(seen: ReadonlySet<string>): string[] {
  const codes = Object.keys(errorMeanings).map((code) => `code ${code}`);
  return [...successes(), ...codes]
    .filter((answer) => !seen.has(answer))
    .map((answer) => `No test sees the answer: ${answer}`);
}
