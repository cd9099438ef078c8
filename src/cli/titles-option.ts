import { Option } from 'commander';
import { yesOrNoFlag } from './flags.js';

/** Creates the option `--compare-titles`, for the collection setting `compareTitles`. */
export function titlesOption(): Option {
  const description = 'whether pages with different titles count as different pages (default: yes)';
  return new Option('--compare-titles <yes|no>', description).argParser(yesOrNoFlag);
}
