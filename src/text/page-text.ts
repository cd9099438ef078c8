/** Text of a page, or a text that a client sent. */
export interface PageText {
  /** Main text, from which the signature is made. */
  readonly text: string;
  /** All other lines of the page, and a title that a client sent. Defaults to none. */
  readonly rest?: string | undefined;
  /**
   * True if each line is a block of a page, false if a line break may be a mere wrap, as in plain text. Defaults to
   * false.
   */
  readonly isBlocks?: boolean | undefined;
  /** Title of the page, without the name of its site, by which a copy is found among the pages of a template. */
  readonly title?: string | null | undefined;
}

/** Returns a text with a title that a client sent, which is a line outside the main text. */
export function withSentTitle<Text extends PageText>(page: Text, title: string | undefined): Text {
  if (title === undefined) return page;
  const line = title.replaceAll(/\s+/g, ' ');
  return { ...page, title, rest: page.rest ? `${line}\n\n${page.rest}` : line };
}
