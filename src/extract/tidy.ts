/** Removes blank lines and white space around lines, and collapses white space within a line to one space. */
export function tidy(text: string): string {
  return text
    .split('\n')
    .map(tidyLine)
    .filter((line) => line !== '')
    .join('\n');
}

export function tidyLine(line: string): string {
  return line.replaceAll(/[\t\r\f\u00a0 ]{2,}|[\t\r\f\u00a0]/g, ' ').trim();
}

const titleLengthMax = 1000;

/** Returns a title on one line, truncated if long; null if empty. */
export function tidyTitle(text: string): string | null {
  const line = tidyLine(text.slice(0, 4 * titleLengthMax).replaceAll('\n', ' '));
  return line.slice(0, titleLengthMax).toWellFormed() || null;
}
