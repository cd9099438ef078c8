import { InvalidArgumentError } from 'commander';

/** Reads a number such as `0.25`, from 0 up to a largest one. */
export function numberFlag(max: number): (text: string) => number {
  return (text) => {
    if (/^\d+(\.\d+)?$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a number from 0 to ${max}.`);
  };
}

/** Reads a whole number from 0 up to a largest one. */
export function wholeFlag(max: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,15}$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${max}.`);
  };
}

/** Reads a whole number from 0 on. */
export function countFlag(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Reads `yes` or `no`. */
export function yesOrNoFlag(text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new InvalidArgumentError('It must be yes or no.');
}

/** Reads the number of a port, as the text that a setting takes. */
export function portFlag(text: string): string {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return text;
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}

/** Reads a whole number from 1 up to a largest one. */
export function positiveFlag(max: number): (text: string) => number {
  return (text) => {
    if (/^[1-9]\d{0,14}$/.test(text) && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
  };
}
