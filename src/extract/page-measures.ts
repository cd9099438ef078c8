import { blockElements, controlElements } from './elements.js';
import type { PageElement, PageTree } from './page-tree.js';

/**
 * Amounts of text in the elements of a page, in letters of an alphabet. A Chinese, Japanese or Korean character counts
 * as two, white space as zero.
 */
export interface Measures {
  /** Amount of text in an element, including links. */
  length(element: PageElement): number;
  /** Amount of text in the links of an element. */
  linked(element: PageElement): number;
  /**
   * Amount of prose: text outside links in runs that read like sentences. A run is the text between two block edges; it
   * must be long and mostly outside links. Code counts as prose, including its links.
   */
  prose(element: PageElement): number;
  /** Returns the measures of a page without elements, none of which is inside another. */
  without(elements: Iterable<PageElement>): Measures;
}

export type IsOut = (element: PageElement) => boolean;

/** Minimum length of prose between two block edges, in letters. */
const proseLengthMin = 60;
const proseLinkShareMax = 0.4;
/** Called without a lookup in the string, which V8 repeats for every character, since strings have many shapes. */
const { charCodeAt } = String.prototype;

/** Measures all elements but controls. Cost: one pass. */
export function measured({ body, size }: PageTree): Measures {
  const columns: Columns = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  const [lengths, linkedLengths, proses] = columns;
  let [length, linked, prose] = [0, 0, 0];
  let [runLength, runLinked] = [0, 0];

  function endRun(isCode: boolean): void {
    const isProse = isCode || readsLikeProse(runLength, runLinked);
    if (isProse) prose += isCode ? runLength : runLength - runLinked;
    runLength = 0;
    runLinked = 0;
  }

  function visit(element: PageElement, inLink: boolean, inCode: boolean): void {
    const { index, name } = element;
    const [length0, linked0, prose0] = [length, linked, prose];
    const isBlock = blockElements.has(name);
    if (isBlock) endRun(inCode);
    const isCode = inCode || name === 'pre';
    for (const child of element.children) {
      if (typeof child === 'string') {
        const added = countLetters(child);
        length += added;
        runLength += added;
        if (inLink) {
          linked += added;
          runLinked += added;
        }
      } else if (!controlElements.has(child.name)) {
        visit(child, inLink || isReference(child), isCode);
      }
    }
    if (isBlock) endRun(isCode);
    lengths[index] = length - length0;
    linkedLengths[index] = linked - linked0;
    proses[index] = prose - prose0;
  }

  visit(body, false, false);
  return readable(columns);
}

type Columns = readonly [Int32Array, Int32Array, Int32Array];

function readable(columns: Columns): Measures {
  const [lengths, linked, proses] = columns;
  return {
    length: ({ index }) => lengths[index]!,
    linked: ({ index }) => linked[index]!,
    prose: ({ index }) => proses[index]!,
    without(elements) {
      const copies: Columns = [lengths.slice(), linked.slice(), proses.slice()];
      for (const { index, parent } of elements) {
        for (const [position, copy] of copies.entries()) {
          const removed = columns[position]![index]!;
          copy[index] = 0;
          for (let each = parent; each !== null; each = each.parent) copy[each.index]! -= removed;
        }
      }
      return readable(copies);
    },
  };
}

/** Tests if a run of text between two block edges is long and mostly outside links. */
export function readsLikeProse(length: number, linked: number): boolean {
  return length >= proseLengthMin && linked <= length * proseLinkShareMax;
}

/** Returns true for a link to another page. Links within the page, such as footnotes, are text. */
export function isReference({ name, attributes }: PageElement): boolean {
  const href = name === 'a' ? attributes.get('href') : undefined;
  return href !== undefined && !href.startsWith('#');
}

/** Returns the number of letters of a text, counted as in `Measures`. */
export function countLetters(text: string): number {
  const { length } = text;
  let weight = 0;
  for (let i = 0; i < length; i++) {
    const unit = charCodeAt.call(text, i);
    if (unit > 0x2e7f) weight += unit < 0xd800 || unit > 0xdfff ? 2 : 1;
    else if (unit > 0x20 && unit !== 0xa0) weight += 1;
  }
  return weight;
}
