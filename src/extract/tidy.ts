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
