export interface XmlRoot {
  /** Lower-case name without its prefix. */
  readonly name: string;
  /** Entire start tag. */
  readonly tag: string;
}

/**
 * Returns the first element after the XML declaration, comments and document type; null if anything else precedes it.
 */
export function readRoot(source: string): XmlRoot | null {
  let place = 0;
  for (;;) {
    while (/\s/.test(source.charAt(place))) place += 1;
    if (source.startsWith('<?', place)) place = after(source, '?>', place);
    else if (source.startsWith('<!--', place)) place = after(source, '-->', place + 4);
    else if (source.startsWith('<!', place)) place = afterDoctype(source, place);
    else break;
  }
  if (source.charAt(place) !== '<') return null;
  const end = source.indexOf('>', place);
  const tag = end < 0 ? source.slice(place) : source.slice(place, end + 1);
  const name = /^<(?:[^\s<>/:]{1,100}:)?([^\s<>/:]{1,100})/.exec(tag)?.[1];
  return name === undefined ? null : { name: name.toLowerCase(), tag };
}

/**
 * Returns the source without the internal subset of its document type. Entities declared in a document are not
 * resolved: a few of them could expand to gigabytes.
 */
export function withoutSubset(source: string): string {
  const found = /<!DOCTYPE[^[<>]{0,1000}\[/i.exec(source.slice(0, prologLengthMax));
  if (found === null) return source;
  const start = found.index + found[0].length - 1;
  const end = afterSubset(source, start);
  return source.slice(0, start) + source.slice(end);
}

const prologLengthMax = 65_536;

function afterDoctype(source: string, place: number): number {
  const open = source.indexOf('[', place);
  const end = source.indexOf('>', place);
  if (open < 0 || (end >= 0 && end < open)) return end < 0 ? source.length : end + 1;
  return after(source, '>', afterSubset(source, open));
}

/** Returns the position after the `]` of a subset. Entity values are quoted and may contain any character. */
function afterSubset(source: string, open: number): number {
  for (let place = open + 1; place < source.length; place += 1) {
    const character = source.charAt(place);
    if (character === ']') return place + 1;
    if (character === '"' || character === "'") place = after(source, character, place + 1) - 1;
    else if (source.startsWith('<!--', place)) place = after(source, '-->', place + 4) - 1;
  }
  return source.length;
}

function after(source: string, end: string, place: number): number {
  const found = source.indexOf(end, place);
  return found < 0 ? source.length : found + end.length;
}
