export interface Titled {
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/** What a person calls a document: the title in its metadata; null: it has none. */
export function titleOf({ metadata }: Titled): string | null {
  const title = metadata?.title;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : null;
}
