import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { type Config, readConfig, settings } from '../config.js';
import { databaseFacts, loadedSqlite } from '../open-detector.js';
import { version, wordTrieBytes } from '../package-facts.js';
import { printLine } from '../printable.js';
import { type Dictionaries, loadDictionaries } from '../text/dictionaries.js';
import { failureMessage, type Part } from './doctor-part.js';
import { readKeys } from './key-file.js';
import { selfTest } from './self-test.js';
import { refuseWrongUrl, type ServiceFlags, withServiceFlags } from './service/open-service.js';

const help = `
Changes nothing. The exit code is 1 if the self-test, the keys or the database file fail a check; a
running service may have the file open. With --url a running service is checked instead, with the
key in NEARDUP_API_KEY: whether it answers, is ready and accepts the key, and its collections.

Examples:
  neardup doctor
  neardup doctor --data ./data/neardup.db
  neardup doctor --url http://127.0.0.1:8080`;

export function doctorCommand(): Command {
  return withServiceFlags(new Command('doctor'))
    .description(
      'print version, settings, dictionaries and facts about the database, and run a self-test',
    )
    .addHelpText('after', help)
    .action(async ({ url, data }: ServiceFlags) => {
      const config = readConfig({ dataFile: data });
      const parts =
        url === undefined ? await ownParts(config) : [program(), ...(await readParts(url, config))];
      for (const line of parts.flatMap(formatPart)) printLine(line);
      if (parts.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
    });
}

async function ownParts(config: Config): Promise<Part[]> {
  const dictionaries = loadDictionaries(wordTrieBytes());
  return [
    program(),
    await settingsPart(config),
    dictionariesPart(dictionaries),
    await databasePart(config.dataFile),
  ];
}

async function readParts(url: string, { apiKey }: Config): Promise<Part[]> {
  refuseWrongUrl(url);
  return (await import('./doctor-service.js')).serviceParts(url, apiKey);
}

function formatPart({ title, facts, failure }: Part): string[] {
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

/** Lists all settings. For a secret, shows only whether a value is set. */
async function settingsPart(config: Config): Promise<Part> {
  const names = Object.keys(settings) as (keyof Config)[];
  const facts = names.map((name): readonly [string, string] => {
    const { variable, secret } = settings[name];
    const value = config[name];
    return [variable, value === undefined ? 'none' : secret ? '(set)' : String(value)];
  });
  return { title: 'settings', facts, failure: await failureMessage(() => readKeys(config)) };
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
    const failure = await failureMessage(async () => {
      facts.push(['sqlite', await loadedSqlite()]);
    });
    return { title, facts: [...facts, ['file', 'none yet; `neardup serve` makes it']], failure };
  }
  const failure = await failureMessage(async () => {
    const { sqlite, pages, pageBytes, schema, collections } = await databaseFacts(file);
    facts.push(['sqlite', sqlite], ['schema', schema], ['bytes', String(pages * pageBytes)]);
    for (const { name, recipeId, documents } of collections) {
      facts.push([`collection ${name}`, `${documents} documents, recipe ${recipeId}`]);
    }
  });
  return { title, facts, failure };
}
