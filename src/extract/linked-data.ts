const depthMax = 6;
const valuesMax = 10_000;

/** The longest `articleBody` in a page's linked data (schema.org) as plain text; empty if none. */
export function articleBody(documents: readonly string[]): string {
  let longest = '';
  for (const document of documents) {
    for (const body of bodiesIn(parsed(document))) if (body.length > longest.length) longest = body;
  }
  return longest.replaceAll(/<[^<>]*>/g, ' ').trim();
}

/** True if linked data describes the page as an article. */
export function describesArticle(documents: readonly string[]): boolean {
  const type = /"@type"\s*:\s*(?:\[\s*)?"(?:\w*Article|BlogPosting|Report)"/;
  return documents.some((document) => type.test(document));
}

function parsed(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    // Broken linked data is common, and is treated as absent.
    return null;
  }
}

function bodiesIn(root: unknown): string[] {
  const bodies: string[] = [];
  let level = [root];
  for (let depth = 0; depth < depthMax && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level.slice(0, valuesMax)) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'articleBody' && typeof inner === 'string') bodies.push(inner);
        else next.push(inner);
      }
    }
    level = next;
  }
  return bodies;
}
