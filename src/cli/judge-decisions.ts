import { Command, Option } from 'commander';
import { historyDaysMax, hostOrders } from '../store/contract/statistics.js';
import { collectionFlag, positiveFlag } from './flags.js';
import { jsonLine } from './json-line.js';
import { type ServiceFlags, withService, withServiceFlags } from './service/open-service.js';
import type { HostQuery, Service } from './service/service.js';

interface JudgeFlags extends ServiceFlags {
  readonly collection: string;
}

/** Adds the commands that judge refusals, and that summarize decisions, below `decisions`. */
export function addJudgements(decisions: Command): void {
  // Options of the list, which these commands would ignore.
  decisions.hook('preSubcommand', (list, command) => {
    const names = Object.keys(list.opts());
    if (names.every((name) => list.getOptionValueSource(name) !== 'cli')) return;
    command.error(`error: options of "${command.name()}" come after its name`);
  });
  const part = (name: string, description: string) => {
    const command = withServiceFlags(new Command(name))
      .description(description)
      .option('--collection <name>', 'name of the collection', collectionFlag, 'default');
    decisions.addCommand(command);
    return command;
  };
  const numbered = (name: string, description: string) =>
    part(name, description).argument(
      '<number>',
      'number of the decision',
      positiveFlag(Number.MAX_SAFE_INTEGER),
    );
  numbered('store', 'store a page that was wrongly refused, if the collection keeps refused pages')
    .addHelpText(
      'after',
      '\nTo keep refused pages from now on:\n  neardup collection change <name> --refused-pages 14 --refused-texts',
    )
    .action((number: number, flags: JudgeFlags) =>
      withService('store a page of', flags, async (service) =>
        print(await service.storeRefused(number, flags.collection)),
      ),
    );
  numbered('right', 'record that a refusal was right').action((number: number, flags: JudgeFlags) =>
    withService('judge a decision of', flags, (service) =>
      service.judgeRight(number, flags.collection),
    ),
  );
  part('verdicts', 'count the judged refusals, and the share that was right').action(
    (flags: JudgeFlags) =>
      withService('count verdicts of', flags, async (service) =>
        print(await service.countVerdicts(flags.collection)),
      ),
  );
  part('hosts', 'count decisions by host as lines of JSON, at most 50 hosts')
    .option('--days <number>', 'number of days, including today', positiveFlag(historyDaysMax), 7)
    .addOption(
      new Option('--order <order>', 'by the number of refused pages, or of all decisions')
        .choices(hostOrders)
        .default('refused'),
    )
    .action((flags: JudgeFlags & HostQuery) =>
      withService('count decisions of', flags, async (service: Service) => {
        const { collection, days, order } = flags;
        for (const host of await service.hosts(collection, { days, order })) print(host);
      }),
    );
}

function print(value: object): void {
  process.stdout.write(jsonLine(value));
}
