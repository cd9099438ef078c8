/** Escapes text of documents for HTML. Replaces control characters, and broken surrogates, with U+FFFD. */
export function htmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Returns the first `most` code points of a text, followed by an ellipsis if the text is longer. */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text.slice(0, 2 * most)).slice(0, most);
  return characters.join('').length === text.length ? text : `${characters.join('')} …`;
}

/** Returns a text on one line. An ellipsis replaces the middle of a text longer than `most` code points. */
export function inOneLine(text: string, most: number): string {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  if (characters.length <= most) return characters.join('');
  const head = Math.ceil((2 * most) / 3);
  return `${characters.slice(0, head).join('')} … ${characters.slice(head - most).join('')}`;
}
