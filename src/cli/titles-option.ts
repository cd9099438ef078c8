import { Option } from 'commander';
import { yesOrNoFlag } from './flags.js';

/** `--compare-titles`, with the values of a collection setting. */
export function titlesOption(): Option {
  const description = 'whether pages with different titles count as different pages (default: yes)';
  return new Option('--compare-titles <yes|no>', description).argParser(yesOrNoFlag);
}
