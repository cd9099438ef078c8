const depthMax = 6;
const valuesMax = 10_000;
/** Maximum number of top-level objects examined. */
const nodesMax = 500;

const articleType = /(?:Article|Posting|Report|Recipe|HowTo)$/;

type Node = Readonly<Record<string, unknown>>;

/** Properties of a page in its linked data (schema.org), unmodified. Missing properties are undefined. */
export interface LinkedFacts {
  readonly headline: string | undefined;
  readonly datePublished: string | undefined;
  readonly language: string | undefined;
  readonly siteName: string | undefined;
  readonly publisher: string | undefined;
  readonly address: string | undefined;
}

/** Parses the linked data of a page. Malformed documents are common, and are ignored. */
export function parseLinkedData(documents: readonly string[]): readonly unknown[] {
  return documents.map(parsed).filter((root) => root !== null);
}

/** Returns the longest `articleBody` in a page's linked data as plain text; empty if there is none. */
export function articleBody(roots: readonly unknown[]): string {
  let longest = '';
  for (const root of roots) {
    for (const body of findBodies(root)) if (body.length > longest.length) longest = body;
  }
  return longest.replaceAll(/<[^<>]*>/g, ' ').trim();
}

/** Tests if linked data describes the page as a thread of posts. */
export function describesThread(documents: readonly string[]): boolean {
  const type = /"@type"\s*:\s*(?:\[\s*)?"(?:DiscussionForumPosting|QAPage)"/;
  return documents.some((document) => type.test(document));
}

/** Tests if linked data describes the page as an article. */
export function describesArticle(documents: readonly string[]): boolean {
  const type = /"@type"\s*:\s*(?:\[\s*)?"(?:\w*Article|BlogPosting|Report)"/;
  return documents.some((document) => type.test(document));
}

/**
 * Returns properties of the page from its linked data. An article is used only if it is at the top level or is the main
 * entity of the only `WebPage` there, and if no other such article has a different headline, because a listing
 * describes the articles that it lists.
 */
export function linkedFacts(roots: readonly unknown[]): LinkedFacts {
  const nodes = outermost(roots);
  const byId = new Map(nodes.map((node) => [text(node['@id']), node]));
  const resolved = (value: unknown) => {
    const node = firstNode(value);
    return node && (byId.get(text(node['@id']) ?? '') ?? node);
  };
  const pages = onlyOne(nodes.filter((node) => hasType(node, /WebPage$/)));
  const main = pages.map(({ mainEntity }) => firstNode(mainEntity)).filter(isNode);
  const articles = [...nodes, ...main].filter((node) => hasType(node, articleType));
  const headlines = new Set(articles.map(readHeadline));
  const about: readonly Node[] = [...(headlines.size === 1 ? articles : []), ...pages];
  const first = (pick: (node: Node) => string | undefined) => findFirst(about, pick);
  const sites = [...nodes, ...about.map(({ isPartOf }) => firstNode(isPartOf)).filter(isNode)];
  return {
    headline: first((node) => (pages.includes(node) ? text(node.headline) : readHeadline(node))),
    datePublished: first(({ datePublished }) => text(datePublished)),
    language: first(
      ({ inLanguage }) => text(inLanguage) ?? text(firstNode(inLanguage)?.alternateName),
    ),
    siteName: findFirst(sites, (node) => (hasType(node, /WebSite$/) ? text(node.name) : undefined)),
    publisher: first(({ publisher }) => text(resolved(publisher)?.name)),
    address: first(
      ({ mainEntityOfPage, url }) =>
        text(mainEntityOfPage) ?? text(firstNode(mainEntityOfPage)?.['@id']) ?? text(url),
    ),
  };
}

function parsed(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    return null;
  }
}

function findBodies(root: unknown): string[] {
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

/** Returns top-level objects: documents, members of a top-level list, or members of a `@graph`. */
function outermost(roots: readonly unknown[]): Node[] {
  const nodes: Node[] = [];
  for (const root of roots) {
    for (const value of members(root)) {
      if (nodes.length >= nodesMax) return nodes;
      if (!isNode(value)) continue;
      nodes.push(value);
      const graph = members(value['@graph']).slice(0, nodesMax - nodes.length);
      nodes.push(...graph.filter(isNode));
    }
  }
  return nodes;
}

function members(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, nodesMax) : [value];
}

function firstNode(value: unknown): Node | undefined {
  return members(value).find(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasType(node: Node, type: RegExp): boolean {
  return members(node['@type']).some((name) => typeof name === 'string' && type.test(name));
}

function readHeadline({ headline, name }: Node): string | undefined {
  return text(headline) ?? text(name);
}

function findFirst<T>(list: readonly T[], pick: (value: T) => string | undefined) {
  for (const each of list) {
    const value = pick(each);
    if (value !== undefined) return value;
  }
  return undefined;
}

function onlyOne<T>(list: readonly T[]): readonly T[] {
  return list.length === 1 ? list : [];
}

/** Returns a string, or the first element of a list; undefined if it is blank or not a string. */
function text(value: unknown): string | undefined {
  const first = members(value)[0];
  return typeof first === 'string' && first.trim() !== '' ? first : undefined;
}
