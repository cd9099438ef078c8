import { Option } from 'commander';
import { duplicateIf } from '../api/fields.js';

/** --duplicate-if, as of a collection. */
export function duplicateOption(description: string): Option {
  return new Option('--duplicate-if <which>', description).choices(duplicateIf.options);
}
