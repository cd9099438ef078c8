/** What people call a document, where it tells. */

const titleLength = 110;

export interface Titled {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Facts that its page states about itself. */
  readonly page?: { readonly title: string | null } | null | undefined;
  /** How its text begins, if it is kept. */
  readonly excerpt?: string | null | undefined;
  readonly text?: string | null;
}

/**
 * The title in the metadata of a document, else that of its page, else how its text begins, else its
 * address; null: there is only the id.
 */
export function titleOf({ metadata, page, excerpt, text }: Titled): string | null {
  return (
    textOf(metadata?.title) ??
    textOf(page?.title) ??
    beginning(excerpt ?? text ?? '') ??
    textOf(metadata?.url)
  );
}

/** The host of an id that is a URL, else of the metadata's `url`. */
export function hostOf({ id, metadata }: Titled & { readonly id: string }): string | null {
  const address = [id, textOf(metadata?.url)].find((each) => each && URL.canParse(each));
  return (address && new URL(address).host) || null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** The first words of a text, on one line. */
function beginning(text: string): string | null {
  const line = text
    .slice(0, 4 * titleLength)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= titleLength) return line === '' ? null : line;
  return `${characters
    .slice(0, titleLength)
    .join('')
    .replace(/\s\S{0,15}$/, '')}…`;
}
