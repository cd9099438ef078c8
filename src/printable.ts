/**
 * Text that a terminal shows and does not obey: inputs, names in database files and what a service
 * answers come from others. Control characters (C0, C1, DEL), line separators and what turns the
 * direction of text become as JSON would write them.
 */
export function printable(text: string): string {
  return text.replaceAll(obeyed, escaped);
}

/** The same for JSON, whose lines stay; what it says does not change by it. */
export function printableJson(json: string): string {
  return json.replaceAll(obeyed, (character) => (character === '\n' ? '\n' : escaped(character)));
}

/** Writes a line to standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

const obeyed =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
