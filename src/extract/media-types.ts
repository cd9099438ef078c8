export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Kinds of documents that have extractable text, by their usual media type. */
export const mediaTypes = [
  'text/plain',
  'text/markdown',
  'text/html',
  'application/xhtml+xml',
  'application/xml',
  'application/pdf',
  docxType,
] as const;

export type MediaType = (typeof mediaTypes)[number];
