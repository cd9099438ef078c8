/** Names of documents for people. */

const titleLength = 110;

export interface Titled {
  readonly id?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Facts that the page declares about itself. */
  readonly page?: { readonly title: string | null } | null | undefined;
  /** Beginning of the document's text, if the text is stored. */
  readonly excerpt?: string | null | undefined;
  readonly text?: string | null;
}

/**
 * Returns the title in a document's metadata, or the title of its page, the beginning of its text, or its address; null
 * if only the id is known, which stands beside the title everywhere.
 */
export function chooseTitle({ id, metadata, page, excerpt, text }: Titled): string | null {
  const names = [
    nonEmptyText(metadata?.title),
    nonEmptyText(page?.title),
    beginning(excerpt ?? text ?? ''),
    nonEmptyText(metadata?.url),
  ];
  return names.find((name) => name !== null && name !== id) ?? null;
}

/** Returns the host of an id that is a URL, or of the `url` in its metadata. */
export function findHost({ id, metadata }: Titled & { readonly id: string }): string | null {
  const address = [id, nonEmptyText(metadata?.url)].find((each) => each && URL.canParse(each));
  return (address && new URL(address).host) || null;
}

/** Returns a text with at least one letter or digit; otherwise null. A line of `====`, for example, is no title. */
function nonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && /[\p{L}\p{N}]/u.test(value) ? value.trim() : null;
}

/** Returns the first words of a text on one line, without leading punctuation such as `====` or `[#]:`. */
function beginning(text: string): string | null {
  const line = text
    .slice(0, 4 * titleLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[^\p{L}\p{N}\s]+(?:\s|$))+/u, '');
  const characters = [...line];
  if (characters.length <= titleLength) return line === '' ? null : line;
  return `${characters
    .slice(0, titleLength)
    .join('')
    .replace(/\s\S{0,15}$/, '')}…`;
}
