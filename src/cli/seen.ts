import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { documentId } from '../api/fields.js';
import { parsed } from '../api/validation.js';
import { describeFileError, NeardupError } from '../errors.js';
import { printLine } from '../printable.js';
import { otherHostForm } from '../store/rules/host.js';
import { collectionFlag } from './flags.js';
import { jsonLine } from './json-line.js';
import { type IdState, lookUp } from './look-up.js';
import { type ServiceFlags, withService, withServiceFlags } from './service/open-service.js';

interface SeenFlags extends ServiceFlags {
  readonly collection: string;
  readonly json?: boolean;
}

const help = `
A file has one id, such as an address, on each line. For each the state is printed:
  stored    it is stored; the time is that of its last change
  refused   it was refused because of the page that is named
  replaced  it was stored, and the page that is named replaced it
  gone      it was stored, and has expired or been deleted since
  unknown   it is not stored, and no decision about it is recorded: it was never sent, was deleted,
            or was refused longer ago than decisions are kept (NEARDUP_DECISION_DAYS)
Spaces around an id are ignored. An address is also found by the other form of its host: 中国 for
xn--fiqs8s.

Examples:
  neardup seen urls.txt --url http://127.0.0.1:8080
  neardup seen --collection news --json --data ./data/neardup.db < urls.txt
  neardup seen urls.txt | grep ^unknown`;

export function seenCommand(): Command {
  return withServiceFlags(new Command('seen'))
    .description(
      'report for each id of a file whether it is stored, was refused, or was never seen',
    )
    .argument('[file]', 'file with one id per line; standard input if there is none, or for -', '-')
    .option('--collection <name>', 'name of the collection', collectionFlag, 'default')
    .option('--json', 'print one JSON object per line, with the number of the decision')
    .addHelpText('after', help)
    .action(async (file: string, flags: SeenFlags, command: Command) => {
      const ids = await readIds(file);
      await withService('look up ids in', flags, async (service) => {
        let known = 0;
        for await (const { id, ...state } of lookUp(
          service,
          ids,
          flags.collection,
          otherHostForm,
        )) {
          if (state.state !== 'unknown') known += 1;
          if (flags.json) process.stdout.write(jsonLine({ id, ...state }));
          else printLine(formatState(id, state));
        }
        if (known === 0 && ids.length > 0 && command.getOptionValueSource('collection') !== 'cli') {
          process.stderr.write(
            'Only the collection "default" was searched; name another with --collection\n',
          );
        }
      });
    });
}

/** @throws NeardupError for a file that cannot be read, and `validation_failed` for a line that is no id */
async function readIds(file: string): Promise<string[]> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  const all = await text(input).catch((error: Error) => {
    throw new NeardupError(
      'extraction_failed',
      `Cannot read "${file}": ${describeFileError(error)}`,
    );
  });
  return all
    .split('\n')
    .map((line) => line.trim())
    .map((id, at) => id && parsed(documentId, id, `Line ${at + 1} of "${file}" is not an id`))
    .filter(Boolean);
}

function formatState(id: string, { state, at, match }: IdState): string {
  const because = match === null ? '' : `  ${state === 'replaced' ? 'by' : 'because of'} ${match}`;
  return `${state.padEnd(8)}  ${(at ?? '-').padEnd(24)}  ${id}${because}`;
}
