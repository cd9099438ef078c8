/** Removes empty lines and white space around lines; makes each run of it within a line one space. */
export function tidy(text: string): string {
  return text
    .split('\n')
    .map(tidyLine)
    .filter((line) => line !== '')
    .join('\n');
}

export function tidyLine(line: string): string {
  return line.replaceAll(/[\t\r\f\u00a0 ]+/g, ' ').trim();
}

const titleLengthMax = 1000;

/** A title on one line; null if it is empty. The rest of a long one is left out. */
export function tidyTitle(text: string): string | null {
  const line = tidyLine(text.slice(0, 4 * titleLengthMax).replaceAll('\n', ' '));
  return line.slice(0, titleLengthMax).toWellFormed() || null;
}
