/** Pairs for choosing the rule: the additions of the incoming text, and the correct decision. */
import { htmlText } from '../../src/extract/html.js';
import { changes } from '../changed-texts.js';
import { type LabelledPair, readLabels } from '../labels.js';
import { mirrored } from '../mirrors.js';
import { languageOf, passagesOf } from '../passages.js';
import type { EvaluationSet } from '../sets.js';
import { tokensOf } from '../shingles.js';
import { readPage, type SitePage, sampledPages, tokensMin } from '../site-pages.js';
import { tokenOverlap } from '../token-f1.js';
import { type ComparedPair, comparePair, type TitledText, titleWords } from './pair.js';
import { type ReadText, readText, similarity } from './read-text.js';

/**
 * label      two readers agree that nothing is lost (`right`), or that something is
 * site       another page of the site; `right` if its main element is the same
 * mirror     the same page in another chrome
 * fact       one fact is changed
 * nothing    a change that adds nothing new
 */
export type SampleKind = 'label' | 'site' | 'mirror' | 'fact' | 'nothing';

export interface Sample extends ComparedPair {
  readonly kind: SampleKind;
  /** Name of the set or site. */
  readonly group: string;
  /** Name of the change for `fact` and `nothing`; otherwise the incoming document. */
  readonly name: string;
  /** True if refusing the incoming text is correct. */
  readonly right: boolean;
}

/** Minimum similarity: every rule stores pairs below it. */
const similarityMin = 0.6;
const sameF1 = 0.985;

export function labelSamples({ name, documents }: EvaluationSet): Sample[] {
  const numberOf = new Map(documents.map(({ id }, number) => [id, number]));
  return readLabels()
    .filter(({ set, given: [one, two] }) => set === name && one === two)
    .map((pair: LabelledPair) => {
      // The later document of the set is the incoming one.
      const [stored, arriving] = [numberOf.get(pair.a)!, numberOf.get(pair.b)!].sort(
        (a, b) => a - b,
      );
      const [a, b] = [arriving!, stored!].map((number) => readText(documents[number]!.text));
      return sampleOf(
        'label',
        name,
        documents[arriving!]!.id,
        pair.given[0] === 'same',
        compareTexts(a!, b!),
      );
    });
}

/** @param textsMax maximum number of changed texts of the set */
export function factSamples({ name, documents }: EvaluationSet, textsMax: number): Sample[] {
  const language = languageOf[name];
  if (language === undefined) return [];
  const texts = passagesOf(documents, textsMax);
  return texts.flatMap((text) => {
    const stored = readText(text);
    return changes.flatMap(({ name: change, addsNothing, apply }) => {
      const changed = apply(text, language, texts);
      if (changed === null) return [];
      const kind = addsNothing ? 'nothing' : 'fact';
      const pair = compareTexts(readText(changed), stored);
      return [sampleOf(kind, name, change, addsNothing, pair)];
    });
  });
}

/** Pairs every page with each similar earlier page, and with itself in another chrome. */
export function siteSamples(site: string, directory: string, pagesMax: number): Sample[] {
  const pages = sampledPages(directory, pagesMax)
    .map((path) => readPage(directory, path))
    .filter(({ main, text }) => text !== '' && tokensOf(main).length >= tokensMin)
    .map((page) => ({ ...page, ...titledText(page.html) }));
  return pages.flatMap((page, number) => {
    const mirror = titledText(mirrored(page.html, number));
    return [
      sampleOf('mirror', site, page.path, true, comparePair(mirror, page)),
      ...pages
        .slice(0, number)
        .filter(({ read }) => similarity(page.read, read) >= similarityMin)
        .map((other) =>
          sampleOf('site', site, page.path, isSame(page, other), comparePair(page, other)),
        ),
    ];
  });
}

function sampleOf(
  kind: SampleKind,
  group: string,
  name: string,
  right: boolean,
  pair: ComparedPair,
): Sample {
  return { kind, group, name, right, ...pair };
}

/** Compares texts without titles. */
function compareTexts(arriving: ReadText, stored: ReadText): ComparedPair {
  return comparePair({ title: untitled, read: arriving }, { title: untitled, read: stored });
}

const untitled: ReadonlySet<string> = new Set();

function isSame(a: SitePage, b: SitePage): boolean {
  return a.text === b.text || tokenOverlap(a.main, b.main).f1 >= sameF1;
}

function titledText(html: string): TitledText {
  const { text, page } = htmlText(html);
  return { title: titleWords(page.title), read: readText(text) };
}
