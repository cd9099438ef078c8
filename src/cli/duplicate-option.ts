import { Option } from 'commander';
import { duplicateIf } from '../api/fields.js';

/** Creates the option `--duplicate-if`, which accepts the values of the collection setting `duplicateIf`. */
export function duplicateOption(description: string): Option {
  return new Option('--duplicate-if <which>', description).choices(duplicateIf.options);
}
