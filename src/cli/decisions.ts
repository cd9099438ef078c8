import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { lowerAscii } from '../api/fields.js';
import { listedReasons, loggedDecisions } from '../store/contract/decision-log.js';
import { collectionFlag, numberFlag, positiveFlag, timeFlag } from './flags.js';
import { jsonLine } from './json-line.js';
import { addJudgements } from './judge-decisions.js';
import { type ServiceFlags, withService, withServiceFlags } from './service/open-service.js';
import type { DecisionQuery, Service } from './service/service.js';

interface DecisionsFlags extends ServiceFlags, DecisionQuery {
  readonly collection: string;
  readonly limit?: number;
}

const help = `
The log contains pages of the last 30 days (NEARDUP_DECISION_DAYS) that were refused, changed,
replaced, or stored although they are similar to another. Each line has "id", "decision", "match",
"similarity", "adds", "stored" and the time "at". --order certainty lists only refused pages,
starting with those most likely to be wrong.

Examples:
  neardup decisions --search example.org/a --url http://127.0.0.1:8080
  neardup decisions store 527 --url http://127.0.0.1:8080
  neardup decisions hosts --days 7 --url http://127.0.0.1:8080
  neardup decisions --order certainty --limit 100 --since 2027-01-31 --data ./data/neardup.db
  neardup decisions --reason gone --url http://127.0.0.1:8080`;

export function decisionsCommand(): Command {
  const command = withServiceFlags(new Command('decisions'));
  addJudgements(command);
  return command
    .description('list recorded decisions about pages as lines of JSON, newest first')
    .option('--collection <name>', 'name of the collection', collectionFlag, 'default')
    .option('--id <id>', 'list only decisions about this id')
    .addOption(
      new Option(
        '--id-prefix <prefix>',
        'list only decisions about ids with this prefix',
      ).conflicts('id'),
    )
    .addOption(
      new Option('--host <host>', 'list only decisions about URLs of this host').conflicts([
        'id',
        'idPrefix',
      ]),
    )
    .addOption(
      new Option('--decision <decision>', 'list only this kind of decision').choices(
        loggedDecisions,
      ),
    )
    .addOption(
      new Option(
        '--reason <reason>',
        'list only decisions with this reason, or pages to fetch again because their match has been deleted or changed since ("gone")',
      ).choices(listedReasons),
    )
    .option(
      '--search <text>',
      'list only decisions whose id or title contains this text',
      lowerAscii,
    )
    .option('--since <time>', 'list only decisions at this time or later', timeFlag)
    .option(
      '--max-similarity <number>',
      'list only decisions with at most this similarity to the match',
      numberFlag(1),
    )
    .addOption(
      new Option(
        '--order <order>',
        '"newest", or "certainty" for refused pages only, the least certain first',
      )
        .choices(['newest', 'certainty'])
        .default('newest'),
    )
    .option('--limit <number>', 'list at most this number of decisions', positiveFlag(10_000_000))
    .addHelpText('after', help)
    .action((flags: DecisionsFlags) =>
      withService('list decisions of', flags, (service) => printDecisions(service, flags)),
    );
}

async function printDecisions(service: Service, flags: DecisionsFlags): Promise<void> {
  const { collection, limit = Number.POSITIVE_INFINITY, url: _url, data: _data, ...query } = flags;
  async function* lines() {
    let left = limit;
    for await (const decision of service.decisions(collection, query)) {
      yield jsonLine(decision);
      left -= 1;
      if (left === 0) return;
    }
  }
  await pipeline(lines, process.stdout, { end: false });
}
