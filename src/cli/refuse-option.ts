import { Option } from 'commander';
import { refuse } from '../api/schemas.js';

/** --refuse, as of a collection. */
export function refuseOption(description: string): Option {
  return new Option('--refuse <which>', description).choices(refuse.options);
}
