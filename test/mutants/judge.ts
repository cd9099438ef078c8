import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type Mutant, mutate, sourcePath, testPaths } from './mutant.js';
import { runTests } from './run-tests.js';
import { type Verdict, verdictOn } from './verdict.js';

/** Limit of polls, which some mutants prevent from ever succeeding. */
const pollMs = 60_000;

/** Judges a mutant in a copy of the project, and restores the copy. */
export async function judge(directory: string, mutant: Mutant): Promise<Verdict> {
  const source = join(directory, sourcePath(mutant));
  const built = join(directory, mutant.folder ?? '', 'dist', mutant.file.replace(/\.ts$/, '.js'));
  let [originalSource, originalBuilt, mutated] = ['', '', ''];
  try {
    originalSource = readFileSync(source, 'utf8');
    originalBuilt = readFileSync(built, 'utf8');
    mutated = mutate(originalSource, mutant);
  } catch (error) {
    return { result: 'out of date', detail: (error as Error).message };
  }
  const { code, faults } = compile(mutated);
  if (faults.length > 0) return { result: 'invalid', detail: faults.join('; ') };
  try {
    writeFileSync(source, mutated);
    // Threads and processes of the service run from dist, so the mutant is written there as well.
    writeFileSync(built, code);
    const { testName } = mutant;
    return verdictOn(await runTests(directory, testPaths(mutant), { testName, pollMs }));
  } finally {
    writeFileSync(source, originalSource);
    writeFileSync(built, originalBuilt);
  }
}

/** Compiles one file as the build does, without checking types. */
function compile(source: string): { readonly code: string; readonly faults: readonly string[] } {
  const { outputText, diagnostics = [] } = ts.transpileModule(source, {
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  const faults = diagnostics.map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, ' '),
  );
  return { code: outputText, faults };
}
