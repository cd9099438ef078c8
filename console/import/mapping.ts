/** Roles of the fields of a file. */

/** Roles of a field. `asIs` marks a field of the API's documents, under its API name. */
export const roles = ['id', 'text', 'html', 'metadata', 'asIs', 'leaveOut'] as const;
export type Role = (typeof roles)[number];

export type Mapping = Readonly<Record<string, Role>>;

type Fields = Readonly<Record<string, unknown>>;

/** Common names of the fields with these roles, most likely first. */
const likely: Readonly<Record<'id' | 'text' | 'html', readonly string[]>> = {
  id: ['id', 'url', 'uri', 'link', '_id', 'key'],
  text: ['text', 'content', 'body', 'article', 'raw_text', 'raw_content'],
  html: ['html'],
};
const ofApi = new Set(['title', 'metadata', 'features', 'fingerprint', 'recipe', 'ttlSeconds']);

/** Suggests a mapping from the fields of the first rows. */
export function likelyMapping(rows: readonly Fields[]): Mapping {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const find = (role: keyof typeof likely) =>
    likely[role].map((wanted) => names.find((name) => name.toLowerCase() === wanted)).find(Boolean);
  const id = find('id');
  const text = find('text');
  const html = text === undefined ? find('html') : undefined;
  return Object.fromEntries(
    names.map((name) => {
      if (name === id) return [name, 'id'];
      if (name === text) return [name, 'text'];
      if (name === html) return [name, 'html'];
      return [name, ofApi.has(name) ? 'asIs' : 'metadata'];
    }),
  );
}

/** Fields of the API from which a document can be signed. */
const contents = new Set(['text', 'html', 'features', 'fingerprint']);

/** Tests if documents get a text, HTML, features or a fingerprint; without one, every line would be rejected. */
export function hasContent(mapping: Mapping): boolean {
  return Object.entries(mapping).some(([name, role]) =>
    contents.has(role === 'asIs' ? name : role),
  );
}

/**
 * Returns the body of a document. Unmapped fields go into the metadata, so nothing is lost. A document without content
 * gets an empty text, so that the service rejects it for that reason.
 */
export function mapDocument(fields: Fields, mapping: Mapping, collection: string): object {
  const metadata: Record<string, unknown> = {};
  const document: Record<string, unknown> = { collection };
  for (const [name, value] of Object.entries(fields)) {
    const role = mapping[name] ?? 'metadata';
    if (role === 'leaveOut') continue;
    if (role === 'metadata') metadata[name] = value;
    else if (role === 'asIs' && name === 'metadata') Object.assign(metadata, value);
    else if (role === 'asIs') document[name] = value;
    else if (value !== null && value !== '')
      document[role] = role === 'id' && typeof value === 'number' ? String(value) : value;
  }
  if (!Object.keys(document).some((name) => contents.has(name))) document.text = '';
  return Object.keys(metadata).length === 0 ? document : { ...document, metadata };
}
