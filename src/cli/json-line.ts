import { printableJson } from '../printable.js';

/** Returns a value as a line of JSON for standard output, without control characters if that is a terminal. */
export function jsonLine(value: object): string {
  const line = `${JSON.stringify(value)}\n`;
  return process.stdout.isTTY ? printableJson(line) : line;
}
