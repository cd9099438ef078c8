import { Option } from 'commander';
import { duplicateIf } from '../api/fields.js';

/** `--duplicate-if`, with the values of a collection setting. */
export function duplicateOption(description: string): Option {
  return new Option('--duplicate-if <which>', description).choices(duplicateIf.options);
}
