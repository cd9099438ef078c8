/**
 * Removes everything that is never content from a page, in one linear pass over its tokens. The
 * result is markup from which a tree can be built safely: every element is closed, elements are
 * nested at most `depthMax` deep, attributes are short, and only those that say something about
 * content are left. So no tree is built from 100,000 nested tags or from a megabyte in an
 * attribute.
 *
 * Scripts and styles are most of the bytes of a page, so the next steps are also faster.
 */
import { Tokenizer } from 'htmlparser2';
import {
  blockElements,
  closedByStart,
  droppedElements,
  paragraphEnders,
  voidElements,
} from './elements.js';
import { standIn } from './stand-ins.js';

export interface CleanHtml {
  /** A whole document. */
  readonly html: string;
  /** The contents of `<script type="application/ld+json">`. */
  readonly jsonLd: readonly string[];
  /** Whether its tree can be built and searched in a fraction of a second. */
  readonly small: boolean;
}

/** Deeper elements are replaced by their contents. Pages of sites have up to about 60 levels. */
const depthMax = 200;
const elementsMax = 12_000;
/** Sum of the depths of all elements. */
const elementDepthMax = 500_000;
const metasMax = 200;
/** Most text outside of tags, in UTF-16 units. */
const textLengthMax = 3_000_000;
/** Sum over all text of its length in UTF-16 units times its depth: the cost of searching it. */
const textDepthMax = 20_000_000;
const attributeLengthMax = 300;
const attributesMax = 50;
/** Linked data beyond this is not read, in UTF-16 units. */
const jsonLdLengthMax = 500_000;

const keptAttributes = new Set(
  'class id role rel itemprop itemtype property name content lang dir datetime'.split(' '),
);

/** Classes by which pages hide text from sight, though not from screen readers. */
const hidingClasses =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|d-none|noprint|no-print|hide-text)(?:\s|$)/i;
const hidingStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/**
 * @param keepHidden whether to keep text that styles or attributes hide, for pages that show it
 * later
 */
export function cleanHtml(source: string, keepHidden: boolean): CleanHtml {
  const head: string[] = [];
  const body: string[] = [];
  const jsonLd: string[] = [];
  const open: string[] = [];
  /** By name, how many elements were left out for their depth and are not closed yet. */
  const flattened = new Map<string, number>();
  /** How many elements are open around the element that is being left out, or -1. */
  let dropping = -1;
  let elements = 0;
  let elementDepth = 0;
  let metas = 0;
  let textLength = 0;
  let textDepth = 0;
  let bodyTag = '<body>';
  let name = '';
  let attributes = new Map<string, string>();
  let attributeName = '';
  let attributeValue = '';
  let inTitle = false;
  let hasTitle = false;
  let data: string[] | null = null;

  function text(piece: string): void {
    if (data !== null) data.push(piece);
    else if (inTitle) head.push(standIn(piece));
    else if (dropping < 0) {
      body.push(standIn(piece));
      textLength += piece.length;
      textDepth += piece.length * (open.length + 1);
    }
  }

  function startTag(): void {
    if (name === 'html' || name === 'head') return;
    if (name === 'body') {
      if (bodyTag === '<body>') bodyTag = `<body${attributeText(attributes)}>`;
      return;
    }
    if (name === 'meta') {
      metas += 1;
      if (metas <= metasMax) head.push(`<meta${attributeText(attributes)}>`);
      return;
    }
    if (name === 'title' && !hasTitle && dropping < 0) {
      inTitle = true;
      hasTitle = true;
      head.push('<title>');
      return;
    }
    if (voidElements.has(name)) {
      if (dropping < 0 && !droppedElements.has(name)) startElement();
      return;
    }
    closeImplied();
    if (open.length >= depthMax) {
      flattened.set(name, (flattened.get(name) ?? 0) + 1);
      if (dropping < 0 && blockElements.has(name)) body.push('<br>');
      return;
    }
    if (dropping < 0 && (droppedElements.has(name) || (!keepHidden && isHidden(attributes)))) {
      dropping = open.length;
      if (name === 'script' && /ld\+json/i.test(attributes.get('type') ?? '')) data = [];
      else if (blockElements.has(name)) body.push('\n');
    }
    if (dropping < 0) startElement();
    open.push(name);
  }

  function startElement(): void {
    elements += 1;
    elementDepth += open.length;
    const hash = name === 'a' && attributes.get('href')?.startsWith('#');
    body.push(`<${name}${attributeText(attributes)}${hash ? ' href="#x"' : ''}>`);
  }

  function closeImplied(): void {
    const top = open.at(-1);
    if (top === undefined) return;
    const implied = closedByStart.get(name)?.has(top) || (top === 'p' && paragraphEnders.has(name));
    if (implied) closeTo(open.length - 1);
  }

  function endTag(ended: string): void {
    if (ended === 'title' && inTitle) {
      inTitle = false;
      head.push('</title>');
      return;
    }
    const waiting = flattened.get(ended) ?? 0;
    if (waiting > 0) {
      flattened.set(ended, waiting - 1);
      return;
    }
    if (ended === 'br' && dropping < 0) body.push('<br>');
    const position = open.lastIndexOf(ended);
    if (position >= 0) closeTo(position);
  }

  function closeTo(length: number): void {
    while (open.length > length) {
      const closed = open.pop()!;
      if (dropping < 0) body.push(`</${closed}>`);
      else if (open.length === dropping) endDropping();
    }
  }

  function endDropping(): void {
    dropping = -1;
    if (data === null) return;
    const joined = data.join('');
    if (joined.length <= jsonLdLengthMax) jsonLd.push(joined);
    data = null;
  }

  const tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: false },
    {
      onopentagname: (start, end) => {
        name = source.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname: (start, end) => {
        attributeName = end - start > 40 ? '' : source.slice(start, end).toLowerCase();
        attributeValue = '';
      },
      onattribdata: (start, end) => {
        if (attributeValue.length >= attributeLengthMax) return;
        attributeValue += source.slice(start, Math.min(end, start + attributeLengthMax));
      },
      onattribend: () => {
        if (attributes.size < attributesMax && !attributes.has(attributeName)) {
          attributes.set(attributeName, attributeValue);
        }
      },
      onopentagend: startTag,
      onselfclosingtag: () => {
        if (!droppedElements.has(name) || voidElements.has(name)) startTag();
      },
      onclosetag: (start, end) => endTag(source.slice(start, end).toLowerCase()),
      ontext: (start, end) => text(source.slice(start, end)),
      ontextentity: (codePoint) => text(String.fromCodePoint(codePoint)),
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onattribentity: (codePoint) => {
        attributeValue += String.fromCodePoint(codePoint);
      },
      onend: () => {},
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  if (inTitle) head.push('</title>');
  closeTo(0);
  return {
    html: `<!DOCTYPE html><html><head>${head.join('')}</head>${bodyTag}${body.join('')}</body></html>`,
    jsonLd,
    small:
      flattened.size === 0 &&
      elements <= elementsMax &&
      elementDepth <= elementDepthMax &&
      textLength <= textLengthMax &&
      textDepth <= textDepthMax,
  };
}

function isHidden(attributes: ReadonlyMap<string, string>): boolean {
  return (
    attributes.has('hidden') ||
    attributes.get('aria-hidden') === 'true' ||
    hidingStyle.test(attributes.get('style') ?? '') ||
    hidingClasses.test(attributes.get('class') ?? '')
  );
}

function attributeText(attributes: ReadonlyMap<string, string>): string {
  let result = '';
  for (const [name, value] of attributes) {
    if (!keptAttributes.has(name)) continue;
    result += ` ${name}="${standIn(value).replaceAll('"', "'")}"`;
  }
  return result;
}
