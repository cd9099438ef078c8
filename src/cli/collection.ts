import { createInterface } from 'node:readline/promises';
import { Command, InvalidArgumentError } from 'commander';
import { readRecipeFile } from '../batch/recipe-file.js';
import type { CollectionChanges, NewCollection } from '../detector/collections.js';
import { NeardupError } from '../errors.js';
import { printable, printableJson } from '../printable.js';
import { duplicateOption } from './duplicate-option.js';
import {
  collectionFlag,
  countFlag,
  maxDistanceOption,
  minSimilarityOption,
  numberFlag,
  withoutUndefined,
} from './flags.js';
import { printCollection } from './print-collection.js';
import { type ServiceFlags, withService, withServiceFlags } from './service/open-service.js';
import type { ListedCollection } from './service/service.js';

interface SettingFlags extends ServiceFlags {
  readonly maxDistance?: number;
  readonly minSimilarity?: number;
  readonly minContainment?: OrNone;
  readonly duplicateIf?: NewCollection['duplicateIf'];
  readonly ttlSeconds?: OrNone;
  readonly keepText?: boolean;
  readonly keepRefused?: number;
  readonly keepPerFamily?: OrNone;
  readonly siteLines?: boolean;
  readonly refusedPages?: OrNone;
  readonly refusedTexts?: boolean;
}

interface CreateFlags extends SettingFlags {
  readonly recipe?: string;
}

const help = `
A collection is a set of documents with one recipe; documents of different collections are never
compared. Thresholds can be changed at any time; \`neardup reindex\` changes the recipe. Each command
prints the collection like \`neardup recipe\`; \`create --recipe\` reads this output.

Examples:
  neardup collection list --url http://127.0.0.1:8080
  neardup collection create news --max-distance 3 --keep-text --url http://127.0.0.1:8080
  neardup collection create pages --recipe simhash.json --data ./data/neardup.db
  neardup collection change news --min-similarity 0.8 --ttl-seconds none
  neardup collection delete news --yes`;

export function collectionCommand(): Command {
  const command = new Command('collection')
    .description('create, list, change and delete collections')
    .addHelpText('after', help);
  const part = (name: string, description: string) =>
    withServiceFlags(command.command(name)).description(description);

  part('list', 'all collections, by name')
    .option('--json', 'print one line of JSON per collection')
    .action((flags: ServiceFlags & { readonly json?: boolean }) =>
      withService('open', flags, async (service) => {
        const collections = await service.listCollections();
        const print = flags.json ? collections.map(jsonLine) : formatTable(collections);
        for (const line of print) process.stdout.write(`${line}\n`);
      }),
    );
  withSettings(part('create', 'create a collection'))
    .argument('<name>', 'name of the collection', collectionFlag)
    .option(
      '--recipe <file>',
      'fields of a recipe that replace the default, or recipe and settings as `neardup recipe` prints them',
    )
    .action((name: string, flags: CreateFlags) =>
      withService(null, flags, async (service) => {
        printCollection(name, await service.createCollection(newCollection(name, flags)));
      }),
    );
  withSettings(part('change', 'change thresholds and retention'))
    .argument('<name>', 'name of the collection', collectionFlag)
    .option('--no-keep-text', 'stop keeping texts')
    .action((name: string, flags: SettingFlags) =>
      withService('open', flags, async (service) => {
        const changes = readSettings(flags);
        if (Object.values(changes).every((value) => value === undefined)) {
          throw refusal(
            `Cannot change collection "${name}": give at least one setting, such as --min-similarity 0.8`,
          );
        }
        printCollection(name, await service.updateCollection(name, changes));
      }),
    );
  part('delete', 'delete a collection with all its documents; this cannot be undone')
    .argument('<name>', 'name of the collection', collectionFlag)
    .option('--yes', 'do not ask for confirmation')
    .action((name: string, flags: ServiceFlags & { readonly yes?: boolean }) =>
      withService('open', flags, async (service) => {
        await service.getCollection(name);
        if (flags.yes !== true) await confirm(name);
        await service.deleteCollection(name);
        process.stdout.write(`${printable(`Collection "${name}" is deleted`)}\n`);
      }),
    );
  return command;
}

function withSettings(command: Command): Command {
  return command
    .addOption(maxDistanceOption())
    .addOption(minSimilarityOption())
    .option(
      '--min-containment <number>',
      'lowest containment for a match, if the recipe has parts; "none" to match whole texts only',
      orNone(numberFlag(1)),
    )
    .addOption(duplicateOption('matches that make a duplicate'))
    .option(
      '--ttl-seconds <seconds>',
      'lifetime of documents; "none" for no limit',
      orNone(countFlag),
    )
    .option('--keep-text', 'keep texts, to show differences and to change the recipe later')
    .option(
      '--keep-refused <number>',
      'maximum number of refused ids listed per cluster',
      countFlag,
    )
    .option(
      '--keep-per-family <number>',
      'number of similar pages, 1 to 16, from which further ones are not stored; "none" for no limit',
      orNone(countFlag),
    )
    .option(
      '--site-lines <yes|no>',
      'whether lines that a site repeats are left out when its pages are compared',
      yesOrNo,
    )
    .option(
      '--refused-pages <days>',
      'days to keep refused pages, so that refusals can be undone; "none" to keep none',
      orNone(countFlag),
    )
    .option('--refused-texts', 'keep the texts of refused pages as well; needs --refused-pages');
}

function yesOrNo(text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new InvalidArgumentError('It must be yes or no.');
}

/**
 * Value of an option that accepts `none`. The string is kept here instead of null, because commander would turn null
 * into an empty string.
 */
type OrNone = number | 'none';

function orNone(read: (text: string) => number): (text: string) => OrNone {
  return (text) => {
    if (text === 'none') return 'none';
    try {
      return read(text);
    } catch (error) {
      throw new InvalidArgumentError(`${(error as Error).message.slice(0, -1)}, or none.`);
    }
  };
}

function readSettings({
  maxDistance,
  minSimilarity,
  minContainment,
  duplicateIf,
  ttlSeconds,
  keepText,
  keepRefused,
  keepPerFamily,
  siteLines,
  refusedPages,
  refusedTexts = false,
}: SettingFlags): Omit<CollectionChanges, 'recipe'> {
  const thresholds = { maxDistance, minSimilarity, duplicateIf };
  const ttl = numberOrNull(ttlSeconds);
  return {
    ...thresholds,
    ...{ minContainment: numberOrNull(minContainment), ttlSeconds: ttl, keepText, keepRefused },
    keepPerFamily: numberOrNull(keepPerFamily),
    siteLines,
    refusedPages:
      typeof refusedPages === 'number'
        ? { days: refusedPages, texts: refusedTexts }
        : refusedPages && null,
  };
}

const numberOrNull = (given: OrNone | undefined) => (given === 'none' ? null : given);

function newCollection(name: string, { recipe: file, ...flags }: CreateFlags): NewCollection {
  const settings = withoutUndefined(readSettings(flags));
  if (file === undefined) return { name, ...settings };
  const described = readRecipeFile(file);
  return { ...described.settings, ...settings, name, recipe: described.recipe };
}

function jsonLine(collection: ListedCollection): string {
  return printableJson(JSON.stringify(collection));
}

/** Formats a table. Each column is as wide as its longest cell. */
function formatTable(collections: readonly ListedCollection[]): string[] {
  const rows = [
    ['name', 'method', 'recipe', 'thresholds', 'refuses', 'keeps'],
    ...collections.map((each) => [
      printable(each.name),
      each.recipe.method,
      each.recipeId,
      formatThresholds(each),
      each.duplicateIf,
      [each.keepText ? 'texts' : 'no texts', each.ttlSeconds && `${each.ttlSeconds} s`]
        .filter(Boolean)
        .join(', ') + (each.problem === null ? '' : `; closed: ${printable(each.problem ?? '')}`),
    ]),
  ];
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}

function formatThresholds(collection: ListedCollection): string {
  const { recipe, maxDistance, minSimilarity } = collection;
  const limits = [
    ...(recipe.method === 'minhash' ? [] : [`distance ${maxDistance}`]),
    ...(recipe.method === 'simhash' ? [] : [`similarity ${minSimilarity}`]),
  ];
  return limits.join(', ');
}

async function confirm(name: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw refusal(`Cannot delete collection "${name}" without confirmation: add --yes`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const question = printable(`Type "${name}" to delete it with all its documents: `);
  const answer = await terminal.question(question);
  terminal.close();
  if (answer !== name) throw refusal('Nothing was deleted: the name does not match');
}

function refusal(message: string): NeardupError {
  return new NeardupError('validation_failed', message);
}
