/**
 * Elements and texts of an XML document, as a tree built in one linear pass over its tokens. The tree has at most
 * `elementsMax` elements, nested at most `depthMax` deep; contents beyond the limits are attached to their parents.
 */
import { decodeHTMLStrict } from 'entities';
import { Tokenizer } from 'htmlparser2';
import { withoutSubset } from './xml-root.js';

export type XmlNode = XmlElement | string;

export interface XmlElement {
  readonly prefix: string;
  /** Lower-case name without its prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlNode[];
  /**
   * True if elements inside exceeded `elementsMax` or `depthMax`. Their contents became lines of this element's text.
   */
  isFlattened: boolean;
  /** Offsets at which the contents of the element start and end in the `source` of the tree. */
  readonly start: number;
  end: number;
}

export interface XmlTree {
  readonly source: string;
  /** A nameless element around the root. */
  readonly document: XmlElement;
}

const depthMax = 200;
const elementsMax = 200_000;
const attributeLengthMax = 300;
const attributesMax = 50;

const none: ReadonlyMap<string, string> = new Map();

export function xmlTree(xml: string): XmlTree {
  const source = withoutSubset(xml);
  const document = newElement('', none, 0);
  const open = [document];
  let size = 0;
  let piece = '';
  /** For each name, the number of unclosed elements that were replaced by their contents because of the limits. */
  const flattened = new Map<string, number>();
  const names: string[] = [''];
  /** Number of open elements per name. */
  const opened = new Map<string, number>();

  let name = '';
  let attributes = none as Map<string, string>;
  let attributeName = '';
  let attributeValue = '';

  function flush(): void {
    if (piece !== '') open.at(-1)!.children.push(piece);
    piece = '';
  }

  function startTag(end: number): void {
    if (open.length > depthMax || size >= elementsMax) {
      flattened.set(name, (flattened.get(name) ?? 0) + 1);
      open.at(-1)!.isFlattened = true;
      piece += '\n';
      return;
    }
    flush();
    size += 1;
    const element = newElement(name, attributes, end + 1);
    open.at(-1)!.children.push(element);
    open.push(element);
    names.push(name);
    opened.set(name, (opened.get(name) ?? 0) + 1);
  }

  /** @param start start of the end tag */
  function endTag(ended: string, start: number): void {
    const waiting = flattened.get(ended) ?? 0;
    if (waiting > 0) {
      flattened.set(ended, waiting - 1);
      piece += '\n';
      return;
    }
    if ((opened.get(ended) ?? 0) > 0) closeTo(names.lastIndexOf(ended), start);
  }

  function closeTo(length: number, end: number): void {
    flush();
    while (open.length > length) {
      open.pop()!.end = end;
      const name = names.pop()!;
      opened.set(name, opened.get(name)! - 1);
    }
  }

  const tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: true },
    {
      onopentagname: (start, end) => {
        name = source.slice(start, end);
        attributes = none as Map<string, string>;
      },
      onattribname: (start, end) => {
        attributeName = end - start > 40 ? '' : source.slice(start, end);
        attributeValue = '';
      },
      onattribdata: (start, end) => {
        if (attributeValue.length >= attributeLengthMax) return;
        attributeValue += source.slice(start, Math.min(end, start + attributeLengthMax));
      },
      onattribentity: (codePoint) => {
        if (attributeValue.length < attributeLengthMax) {
          attributeValue += String.fromCodePoint(codePoint);
        }
      },
      onattribend: () => {
        if (attributes === none) attributes = new Map();
        if (attributes.size < attributesMax) attributes.set(attributeName, attributeValue);
      },
      onopentagend: startTag,
      onselfclosingtag: (end) => {
        startTag(end);
        endTag(name, end + 1);
      },
      onclosetag: (start, end) => endTag(source.slice(start, end), start - 2),
      // References to HTML entities stay as they are, because XML defines only five entities.
      ontext: (start, end) => {
        piece += decodeHTMLStrict(source.slice(start, end));
      },
      ontextentity: (codePoint) => {
        piece += String.fromCodePoint(codePoint);
      },
      oncdata: (start, end, endOffset) => {
        piece += source.slice(start, end - endOffset);
      },
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  closeTo(1, source.length);
  document.end = source.length;
  return { source, document };
}

function newElement(
  qualified: string,
  attributes: ReadonlyMap<string, string>,
  start: number,
): XmlElement {
  const colon = qualified.indexOf(':');
  return {
    prefix: qualified.slice(0, Math.max(0, colon)),
    name: qualified.slice(colon + 1).toLowerCase(),
    attributes,
    children: [],
    isFlattened: false,
    start,
    end: start,
  };
}

export function childElements({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** Returns all text inside an element. */
export function readText({ children }: XmlElement): string {
  return children.map((child) => (typeof child === 'string' ? child : readText(child))).join('');
}
