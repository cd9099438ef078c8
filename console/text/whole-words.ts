/** Returns the first words of a text, up to a length. White space after them is kept. */
export function firstWords(text: string, length: number): string {
  return text.slice(0, length).replace(/(?<=\s)\S{0,30}$/, '');
}

/** Returns the last words of a text, up to a length. White space before them is kept. */
export function lastWords(text: string, length: number): string {
  return text.slice(-length).replace(/^\S{0,30}(?=\s)/, '');
}
