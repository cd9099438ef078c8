/**
 * Makes untrusted text, such as inputs, names in database files and replies of a service, safe to print on a terminal.
 * Control characters (C0, C1, DEL), line separators and characters that change the direction of text are escaped as in
 * JSON.
 */
export function printable(text: string): string {
  return text.replaceAll(obeyed, escaped);
}

/** Makes JSON safe to print without changing its meaning. Line breaks are kept. */
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
