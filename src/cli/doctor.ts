import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { type Config, readConfig, settings } from '../config.js';
import { databaseFacts, loadedSqlite } from '../open-detector.js';
import { version, wordTrieBytes } from '../package-facts.js';
import { printLine } from '../printable.js';
import { type Dictionaries, loadDictionaries } from '../text/dictionaries.js';
import { readKeys } from './key-file.js';
import { selfTest } from './self-test.js';
import { dataFlag } from './service/open-service.js';

/** A part of the report; a part that failed makes the exit code 1. */
interface Part {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly failure?: string | undefined;
}

const help = `
Changes nothing. The exit code is 1 if a part fails: the self-test, the keys, or the database file,
also where a running service has it open.

Examples:
  neardup doctor
  neardup doctor --data ./data/neardup.db`;

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('print version, settings, dictionaries and database facts, and test itself')
    .option(...dataFlag)
    .addHelpText('after', help)
    .action(async ({ data }: { readonly data?: string }) => {
      const config = readConfig({ dataFile: data });
      const dictionaries = loadDictionaries(wordTrieBytes());
      const parts = [
        program(),
        await settingsPart(config),
        dictionariesPart(dictionaries),
        await databasePart(config.dataFile),
      ];
      for (const line of parts.flatMap(linesOf)) printLine(line);
      if (parts.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
    });
}

function linesOf({ title, facts, failure }: Part): string[] {
  const width = Math.max(...facts.map(([name]) => name.length), 0);
  const verdict = failure === undefined ? 'ok' : `FAILED: ${failure}`;
  return [
    `${title}: ${verdict}`,
    ...facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
  ];
}

function program(): Part {
  const facts = [
    ['neardup', version],
    ['node', process.version],
    ['unicode', process.versions.unicode ?? 'none'],
    ['platform', `${process.platform} ${process.arch}`],
  ] as const;
  return { title: 'program', facts };
}

/** Secrets are never shown, only whether they are set. */
async function settingsPart(config: Config): Promise<Part> {
  const names = Object.keys(settings) as (keyof Config)[];
  const facts = names.map((name): readonly [string, string] => {
    const { variable, secret } = settings[name];
    const value = config[name];
    return [variable, value === undefined ? 'none' : secret ? '(set)' : String(value)];
  });
  return { title: 'settings', facts, failure: await failureOf(() => readKeys(config)) };
}

function dictionariesPart(dictionaries: Dictionaries): Part {
  const facts = Object.entries(dictionaries.checksums);
  return {
    title: 'dictionaries and self-test',
    facts,
    failure: selfTest(dictionaries) ?? undefined,
  };
}

async function databasePart(file: string): Promise<Part> {
  const title = `database ${file}`;
  const facts: [string, string][] = [];
  if (file === ':memory:' || !existsSync(file)) {
    const failure = await failureOf(async () => {
      facts.push(['sqlite', await loadedSqlite()]);
    });
    return { title, facts: [...facts, ['file', 'none yet; `neardup serve` makes it']], failure };
  }
  const failure = await failureOf(async () => {
    const { sqlite, pages, pageBytes, schema, collections } = await databaseFacts(file);
    facts.push(['sqlite', sqlite], ['schema', schema], ['bytes', String(pages * pageBytes)]);
    for (const { name, recipeId, documents } of collections) {
      facts.push([`collection ${name}`, `${documents} documents, recipe ${recipeId}`]);
    }
  });
  return { title, facts, failure };
}

async function failureOf(attempt: () => unknown): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return (error as Error).message; // becomes a line of the report, and the exit code
  }
}
