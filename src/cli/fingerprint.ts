import { Command } from 'commander';
import { readRecipeFile } from '../batch/recipe-file.js';
import { NeardupError } from '../errors.js';
import { toHex } from '../fingerprint/blocks.js';
import { completeRecipe, defaultRecipe, type Recipe, recipeId } from '../fingerprint/recipe.js';
import { recipeProblem } from '../fingerprint/recipe-problem.js';
import { sign } from '../fingerprint/sign.js';
import { wordTrieBytes } from '../package-facts.js';
import { printable, printLine } from '../printable.js';
import { loadDictionaries } from '../text/dictionaries.js';
import { readText } from './read-text.js';

interface FingerprintFlags {
  readonly json?: boolean;
  readonly recipe?: string;
}

const help = `
Prints the fingerprint and the name of each file, like sha256sum. Files are plain text in UTF-8.
A recipe file contains the fields of a recipe that differ from the default, such as
  {"weighting":"tfIdf","topTerms":100}

Examples:
  neardup fingerprint page-1.txt page-2.txt
  curl --silent https://example.org/robots.txt | neardup fingerprint --json
  neardup fingerprint --recipe tfidf.json articles/*.txt`;

export function fingerprintCommand(): Command {
  return new Command('fingerprint')
    .description('print the fingerprints of text files; needs no service and no database')
    .argument('[file...]', 'text files; standard input if there are none, or for -')
    .option(
      '--json',
      'print one JSON object per line, with the number of features and the recipe id',
    )
    .option('--recipe <file>', 'JSON file with fields of a recipe that replace the default')
    .addHelpText('after', help)
    .action(runFingerprint);
}

async function runFingerprint(names: readonly string[], flags: FingerprintFlags): Promise<void> {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const recipe = readRecipe(flags.recipe, defaultRecipe(dictionaries.checksums));
  for (const name of names.length > 0 ? names : ['-']) {
    try {
      const signature = sign({ kind: 'text', text: readText(name) }, recipe, dictionaries);
      const { exactHash, featureCount, shortText } = signature;
      const fingerprint = toHex(signature.fingerprint);
      const line = flags.json
        ? JSON.stringify({
            name,
            fingerprint,
            exactHash,
            featureCount,
            shortText,
            recipe: recipeId(recipe),
          })
        : `${fingerprint}  ${name}`;
      printLine(line);
    } catch (error) {
      if (!(error instanceof NeardupError)) throw error;
      process.stderr.write(`neardup: ${printable(`${name}: ${error.message}`)}\n`);
      process.exitCode = 1;
    }
  }
}

function readRecipe(file: string | undefined, base: Recipe): Recipe {
  if (file === undefined) return base;
  const recipe = completeRecipe(readRecipeFile(file).recipe, base);
  const problem = recipeProblem(recipe, base.checksums);
  if (problem === null) return recipe;
  throw new NeardupError('recipe_mismatch', `Cannot use recipe file "${file}": ${problem}`);
}
